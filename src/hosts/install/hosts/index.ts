import { claudeCode } from './claude-code.js'
import { codex } from './codex.js'
import { copilotCli } from './copilot-cli.js'
import { cursor } from './cursor.js'
import { droid } from './droid.js'
import { geminiCli } from './gemini-cli.js'
import type { Host } from './host.js'
import { opencode } from './opencode.js'
import { qwenCode } from './qwen-code.js'

/** Every host that svc can be installed in, in the order in which they are shown. */
export const HOSTS: readonly Host[] = [
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  copilotCli,
  cursor,
  opencode,
  droid,
]

/** The host of a name or a short name; undefined for none. */
export function findHost(name: string): Host | undefined {
  return HOSTS.find(host => host.name === name || host.aliases.includes(name))
}
