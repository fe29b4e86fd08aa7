import { SvcError } from '../../../store/errors.js'
import { parseScopeKey, resolveProject } from '../../../store/projects/scope.js'
import { type ScopeFilter, GLOBAL_SCOPE, type Scope } from '../../../store/types.js'
import { CHANGED_MEMORY } from '../../memories/fields.js'
import { readEach, splitWords, type Asked, type Fields } from '../../memories/forms.js'
import { readSince as parseSince } from '../../past/since.js'
import type { MemoryPatch } from '../../types.js'
import { flagName, UsageError, type Call } from './command.js'

/** The project that the working directory lies in. */
export function currentProject(): Scope {
  return resolveProject(process.cwd())
}

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

/** The scope that a command writes to: `--scope`, else the working directory's project. */
export function writeScope(call: Call): Scope {
  return readScope(call) ?? currentProject()
}

/** The time that `--since` names: a date, or an age (`readSince` of past); undefined without it. Throws UsageError. */
export function readSince(call: Call): Date | undefined {
  const given = call.text('since')
  if (given === undefined) return undefined
  const since = parseSince(given, new Date())
  if (since !== undefined) return since
  throw new UsageError(
    '--since takes a date, or an age: 2026-01-31, 12h, 30d, 8w, 6m, 2y',
    call.command,
  )
}

/** The scopes that a command reads: `--scope`, else the working directory's project and global. */
export function readScopes(call: Call): Scope[] {
  const scope = readScope(call)
  return scope === undefined ? [currentProject(), GLOBAL_SCOPE] : [scope]
}

/** Scopes as a filter. */
export function toScopeFilter(scopes: Scope[]): ScopeFilter {
  const [only] = scopes
  return scopes.length === 1 && only !== undefined ? { scope: only } : { scopes }
}

/** Reads the flags of a filter. Throws UsageError on a list that names nothing. */
export function readFilter<T>(call: Call, fields: Fields<T>): Partial<T> {
  return readEach<T, Asked>(fields, (row, field) => {
    const value = readFlag(call, row, field)
    if (!Array.isArray(value) || value.length > 0) return value
    throw new UsageError(`--${flagName(row, field)} names nothing`, call.command)
  })
}

/** Reads the flags of what a memory is given; {} where there is none. */
export function readMemoryFlags(call: Call): MemoryPatch {
  return readEach<MemoryPatch, Asked>(CHANGED_MEMORY, (row, field) => readFlag(call, row, field))
}

function readFlag(call: Call, row: Asked, field: string): unknown {
  const name = flagName(row, field)
  if (row.flag === undefined) return undefined
  if (row.flag.kind === 'switch') return call.on(name) ? (row.flag.sets ?? true) : undefined
  const number = call.number(name)
  if (number !== undefined) return Math.min(number, row.most ?? number)
  const text = call.text(name)
  return row.type === 'list' && text !== undefined ? splitWords(text) : text
}

/** The fields that are given; those that are undefined are left out. */
export function givenOf<Fields extends object>(fields: Fields): Given<Fields> {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as Given<Fields>
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
