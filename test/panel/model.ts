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

/** A memory or skill, and the words that it comes of. */
export type Lesson = Record<string, unknown> & { said: string }

const KEY = 'sk-none'

/** Starts a model on loopback; the settings that name it. Another key is refused. */
export async function startModel(
  owner: Owner,
  { learned, learnedSkills }: Learned,
): Promise<Partial<Config>> {
  const { url } = await startServer(owner, ({ body, headers }, response) => {
    if (headers.authorization !== `Bearer ${KEY}`) {
      return sendJson(response, { error: { message: 'Incorrect API key provided' } }, 401)
    }
    const { messages } = body as { messages: { role: string }[] }
    const told = messages.filter(({ role }) => role === 'user')
    const text = JSON.stringify(told).replace(/\\\\n\| /g, ' ')
    const isSaid = ({ said }: Lesson) => text.includes(said)
    const memories = learned.filter(isSaid)
    const skills = learnedSkills.filter(isSaid)
    const answer = JSON.stringify({ memories, skills, retractions: [] })
    const prompt_tokens = 2_600 + Math.round(text.length / 9)
    const completion_tokens = 240 + Math.round(answer.length / 4)
    sendJson(response, chatReply(answer, { usage: { prompt_tokens, completion_tokens } }))
  })
  return { provider: 'openai', model: 'gpt-5.4-mini', providerUrl: url, providerKey: KEY }
}

/** The variables that name a model as settings do. */
export async function modelEnv(
  owner: Owner,
  learned: readonly Lesson[],
): Promise<Record<string, string>> {
  const { providerUrl = '', model = '' } = await startModel(owner, { learned, learnedSkills: [] })
  return {
    SVC_PROVIDER: 'openai',
    SVC_MODEL: model,
    SVC_PROVIDER_URL: providerUrl,
    SVC_PROVIDER_KEY: KEY,
  }
}

/** A memory of the project, as a model answers it. */
export function lesson(said: string, title: string, more: Record<string, unknown> = {}): Lesson {
  return {
    ...{ said, kind: 'constraint', title, content: `${title}.`, tags: [], aliases: [] },
    ...{ scope: 'project', isAsked: false, replaces: '', ...more },
  }
}
