/** The agent hosts whose hook calls svc understands. */
export type HostName =
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'qwen-code'
  | 'copilot-cli'
  | 'cursor'
  | 'opencode'
  | 'droid'
  | 'vscode'

/** Names that `--host` accepts, each with the host it means. */
export const HOST_NAMES: Readonly<Record<string, HostName>> = {
  'claude-code': 'claude-code',
  claude: 'claude-code',
  codex: 'codex',
  'gemini-cli': 'gemini-cli',
  gemini: 'gemini-cli',
  'qwen-code': 'qwen-code',
  qwen: 'qwen-code',
  'copilot-cli': 'copilot-cli',
  copilot: 'copilot-cli',
  cursor: 'cursor',
  opencode: 'opencode',
  droid: 'droid',
  vscode: 'vscode',
}

type Payload = Readonly<Record<string, unknown>>

/** The shapes that give a host away, in the order they are tried. */
const SIGNS: readonly [HostName, (payload: Payload) => boolean][] = [
  ['cursor', payload => 'cursor_version' in payload],
  ['codex', payload => 'turn_id' in payload || transcriptHas(payload, '/rollout-')],
  ['gemini-cli', ({ hook_event_name: name }) => name === 'BeforeAgent' || name === 'AfterAgent'],
  ['gemini-cli', payload => transcriptHas(payload, '/.gemini/tmp/')],
  ['qwen-code', payload => 'submitted_prompt' in payload || transcriptHas(payload, '/.qwen/')],
  ['copilot-cli', payload => 'initial_prompt' in payload || 'stop_reason' in payload],
  ['copilot-cli', payload => transcriptHas(payload, '/.copilot/')],
  ['droid', payload => transcriptHas(payload, '/.factory/')],
  ['vscode', payload => 'hookEventName' in payload && 'sessionId' in payload],
  ['copilot-cli', payload => 'sessionId' in payload],
]

/**
 * Which host sent a payload, by its shape alone: environment markers leak into hosts that are
 * started from one another. Undefined for a plain payload, which is Claude Code's shape.
 */
export function detectHost(payload: Payload): HostName | undefined {
  return SIGNS.find(([, isSign]) => isSign(payload))?.[0]
}

function transcriptHas(payload: Payload, part: string): boolean {
  const path = payload.transcript_path
  return typeof path === 'string' && path.replaceAll('\\', '/').includes(part)
}
