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
