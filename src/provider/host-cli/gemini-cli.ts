import { fieldOf, tokensOf } from '../wire/read.js'
import type { Usage } from '../types.js'
import { tryParse } from './claude-code.js'
import type { HostCli } from './types.js'

/** Gemini CLI puts stdin before this. */
const LAST_WORDS = 'Answer now with the JSON object described above and nothing else. Use no tools.'

/** Gemini CLI: it has no switch for hooks, so ours are held off by SVC_HOOK_CHILD alone. */
export const GEMINI_CLI: HostCli = {
  program: 'gemini',
  toArgs: ({ model }) => [
    ...['-p', LAST_WORDS, '-o', 'json', '--skip-trust'],
    ...(model === undefined ? [] : ['-m', model]),
  ],
  toInput: ({ question: { system, prompt } }) => `${system}\n\n${prompt}\n\n`,
  readReply: stdout => {
    const reply = tryParse(stdout.slice(Math.max(0, stdout.indexOf('{'))))
    const text = fieldOf(reply, 'response')
    return typeof text === 'string' ? { text, usage: toUsage(reply) } : undefined
  },
}

/** The sum over the models that took part: `stats.models[name].tokens`. */
function toUsage(reply: unknown): Usage | undefined {
  const models = fieldOf(reply, 'stats', 'models')
  if (typeof models !== 'object' || models === null) return undefined
  const usage = { inputTokens: 0, outputTokens: 0 }
  for (const model of Object.values(models) as unknown[]) {
    usage.inputTokens += tokensOf(model, 'tokens', 'prompt') ?? 0
    for (const name of ['candidates', 'thoughts']) {
      usage.outputTokens += tokensOf(model, 'tokens', name) ?? 0
    }
  }
  return usage.inputTokens + usage.outputTokens > 0 ? usage : undefined
}
