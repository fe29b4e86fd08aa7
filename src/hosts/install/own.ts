import { HOOK_TOOL, MCP_SERVER } from '../resident.js'
import { isObject } from './json-text.js'

const OWN_COMMAND = /(^|[\s/\\"'])svc-hook(\.[cm]?js|\.cmd)?(["'\s;]|$)/
const OWN_PROGRAM = /(^|[\s/\\"'])(svc(\.js|\.cmd)?|agent-memory-service(@\S+)?)$/

/** True for a command that runs svc-hook, wherever it lies. */
export function isOwnCommand(command: unknown): boolean {
  return typeof command === 'string' && OWN_COMMAND.test(command)
}

/** True for a handler that calls the `hook` tool of svc's own MCP server. */
export function isOwnTool(handler: unknown): boolean {
  return (
    isObject(handler) &&
    handler.type === 'mcp_tool' &&
    handler.server === MCP_SERVER &&
    handler.tool === HOOK_TOOL
  )
}

/** True for a host's entry of an MCP server that runs `svc mcp`, by whatever program. */
export function isOwnServer(entry: unknown): boolean {
  if (!isObject(entry)) return false
  const words = [entry.command, entry.args].flat().filter(word => typeof word === 'string')
  const at = words.indexOf('mcp')
  return at > 0 && words.slice(0, at).some(word => OWN_PROGRAM.test(word))
}

/** The absolute paths in a command line, quoted or not. */
export function readPaths(command: string): string[] {
  const words = [...command.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)]
  return words
    .map(([, quoted, plain = '']) => quoted?.replace(/\\(.)/g, '$1') ?? plain)
    .filter(word => /^(\/|[A-Za-z]:)/.test(word))
}

/** The data directory whose launcher a path is; undefined for any other path. */
export function dataDirOf(path: string): string | undefined {
  return /^(.+)[/\\]bin[/\\](svc|svc-hook|opencode\.mjs)$/.exec(path)?.[1]
}

/** By which means a model can save and look up. */
export type Tools = 'mcp' | 'cli'

/** A word as a shell reads it back, in double quotes where it needs any (as Windows knows them). */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replace(/["$`\\]/g, '\\$&')}"`
}

/** The words behind `svc-hook` in an installed command. */
export function formatHookFlags(host: string, tools: Tools, besideServer = false): string {
  return `--host ${host} --tools ${tools}${besideServer ? ' --beside-server' : ''}`
}

/** The notice of a project's hook if svc is not on the machine. */
export const MISSING =
  'svc is not on this machine, so the memory of this project is not used ' +
  '(svc-hook is not on the PATH). To have it: npm install -g agent-memory-service'

/**
 * A hook command for a file that a team shares: svc-hook from the PATH; where there is none it
 * prints `answer` (JSON of the host's own kind), or nothing, and the host goes on.
 */
export function formatSharedCommand(flags: string, answer?: string): string {
  const found = 'command -v svc-hook >/dev/null 2>&1'
  const otherwise = answer === undefined ? '' : ` else printf '%s\\n' '${answer}';`
  return `if ${found}; then exec svc-hook ${flags};${otherwise} fi`
}
