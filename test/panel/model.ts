import type { Config } from '../../src/config.js'
import { chatReply, sendJson, startServer } from '../src/provider/fixture.js'

interface Owner {
  teardown(undo: () => unknown): void
}

/** What a model makes of a conversation wherever it holds the words of `said`. */
export interface Learned {
  learned: readonly Lesson[]
  learnedSkills: readonly Lesson[]
}

type Lesson = Record<string, unknown> & { said: string }

/** Starts a model on loopback; the settings that name it. */
export async function startModel(
  owner: Owner,
  { learned, learnedSkills }: Learned,
): Promise<Partial<Config>> {
  const { url } = await startServer(owner, ({ body }, response) => {
    const text = JSON.stringify(body).replace(/\\\\n\| /g, ' ')
    const isSaid = ({ said }: Lesson) => text.includes(said)
    const memories = learned.filter(isSaid)
    const skills = learnedSkills.filter(isSaid)
    const answer = JSON.stringify({ memories, skills, retractions: [] })
    const prompt_tokens = 2_600 + Math.round(text.length / 9)
    const completion_tokens = 240 + Math.round(answer.length / 4)
    sendJson(response, chatReply(answer, { usage: { prompt_tokens, completion_tokens } }))
  })
  return { provider: 'openai', model: 'gpt-5.4-mini', providerUrl: url, providerKey: 'sk-none' }
}
