import { SvcError } from '../../../store/errors.js'
import { parseScopeKey, resolveProject } from '../../../store/projects/scope.js'
import { type ScopeFilter, GLOBAL_SCOPE, type Scope } from '../../../store/types.js'
import { UsageError, type Call } from '../cli/command.js'
import { oneLine } from '../terminal/words.js'

/** The scope that `--scope` names, or undefined without it. Throws UsageError. */
export function readScope(call: Call): Scope | undefined {
  const key = call.text('scope')
  if (key === undefined) return undefined
  if (key === 'project') return currentProject()
  try {
    return parseScopeKey(key)
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    throw new UsageError(
      '--scope must be global, project, or project: and an absolute path',
      call.command,
    )
  }
}

/** Where a command writes: `--scope`, else the working directory's project. */
export function writeScope(call: Call): Scope {
  return readScope(call) ?? currentProject()
}

/** What a command reads: `--scope`, else the working directory's project and global. */
export function readScopes(call: Call): Scope[] {
  const scope = readScope(call)
  return scope === undefined ? [currentProject(), GLOBAL_SCOPE] : [scope]
}

/** `readScopes` as a filter. */
export function scopeFilter(call: Call): ScopeFilter {
  const scopes = readScopes(call)
  const [only] = scopes
  return scopes.length === 1 && only !== undefined ? { scope: only } : { scopes }
}

/** The project that the working directory lies in. */
export function currentProject(): Scope {
  return resolveProject(process.cwd())
}

/** The scopes of a call in words, for an answer that has nothing to show. */
export function describeScopes(call: Call): string {
  return readScopes(call)
    .map(scope => (scope.type === 'global' ? 'global' : oneLine(scope.id)))
    .join(' or ')
}

/** A comma list as its parts, blank ones left out; undefined where the flag is not given. */
export function splitList(value: string | undefined): string[] | undefined {
  return value
    ?.split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

const MAX_LIMIT = 1000
/** Memories and skills listed without --limit, as over HTTP. */
export const DEFAULT_LIMIT = 100
/** Events listed without --limit, as over HTTP. */
export const DEFAULT_EVENTS_LIMIT = 50

/** `--limit`, at most 1000 as over HTTP. */
export function readLimit(call: Call, fallback: number): number {
  return Math.min(call.number('limit') ?? fallback, MAX_LIMIT)
}

/** A comma list that filters; undefined where the flag is not given. Throws UsageError on an empty one. */
export function filterList(call: Call, flag: string): string[] | undefined {
  const parts = splitList(call.text(flag))
  if (parts?.length === 0) throw new UsageError(`--${flag} names nothing`, call.command)
  return parts
}

const MOST_BYTES = 1024 * 1024

/** The operand itself, or standard input where it is `-`. */
export async function readContent(operand: string): Promise<string> {
  return operand === '-' ? readInput(process.stdin) : operand
}

/**
 * All of a stream as UTF-8, without one final newline. Throws BODY_TOO_LARGE over 1 MiB and
 * INVALID_REQUEST where it is not UTF-8.
 */
export async function readInput(input: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk))
    bytes += chunk.length
    if (bytes > MOST_BYTES) {
      throw new SvcError(
        'BODY_TOO_LARGE',
        'standard input is longer than 1 MiB; nothing was stored',
      )
    }
  }
  return decode(Buffer.concat(chunks)).replace(/\r?\n$/, '')
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SvcError('INVALID_REQUEST', 'standard input is not UTF-8 text', { cause })
  }
}
