import { fieldOf, tokensOf } from '../wire/read.js'
import type { Usage } from '../types.js'
import { CLAUDE_CODE_USD } from '../prices.js'
import type { HostCli } from './types.js'

/**
 * Claude Code: no hooks, no tools, no agent files, no transcript, the login of the user. The
 * question's `system` stands in the arguments, where other users of the machine can read it: it
 * is constant text.
 */
export const CLAUDE_CODE: HostCli = {
  program: 'claude',
  toArgs: ({ question: { system, schema }, model }) => [
    ...['-p', '--no-session-persistence', '--setting-sources', ''],
    ...['--settings', '{"disableAllHooks":true}', '--strict-mcp-config'],
    ...['--disable-slash-commands', '--tools', '', '--system-prompt', system],
    ...(model === undefined ? [] : ['--model', model]),
    ...['--max-budget-usd', CLAUDE_CODE_USD.toFixed(2), '--output-format', 'json'],
    ...['--json-schema', JSON.stringify(schema)],
  ],
  toInput: ({ question }) => question.prompt,
  readReply: stdout => {
    const reply = tryParse(stdout)
    const usage = toUsage(reply)
    if (fieldOf(reply, 'is_error') === true) return { text: '', usage }
    const value = fieldOf(reply, 'structured_output')
    if (typeof value === 'object' && value !== null) return { value, usage }
    const text = fieldOf(reply, 'result')
    return typeof text === 'string' ? { text, usage } : undefined
  },
}

function toUsage(reply: unknown): Usage | undefined {
  const outputTokens = tokensOf(reply, 'usage', 'output_tokens')
  const usd = tokensOf(reply, 'total_cost_usd')
  if (outputTokens === undefined && usd === undefined) return undefined
  const inputTokens = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']
    .map(name => tokensOf(reply, 'usage', name) ?? 0)
    .reduce((sum, tokens) => sum + tokens, 0)
  return { inputTokens, outputTokens: outputTokens ?? 0, ...(usd !== undefined && { usd }) }
}

/** The JSON that a program wrote; undefined where it wrote something else. */
export function tryParse(stdout: string): unknown {
  try {
    return JSON.parse(stdout) as unknown
  } catch {
    return undefined
  }
}
