import { basename } from 'node:path'
import type { Scope } from '../../../store/types.js'
import type { LostProject } from '../../scopes/list.js'
import type { UnusedInRepo } from '../../types.js'
import { toTerminal } from '../../text.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Stored text as one line without control characters. */
export function oneLine(text: string): string {
  return toTerminal(text.replace(/\s+/g, ' ')).trim()
}

/** Formats an age in four columns: `now`, `5m`, `3h`, `12d`, `4mo`, `2y`; `?` for no date. */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (Number.isNaN(age)) return '?'
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`
  if (age < DAY) return `${Math.floor(age / HOUR)}h`
  if (age < 60 * DAY) return `${Math.floor(age / DAY)}d`
  if (age < 730 * DAY) return `${Math.floor(age / (30.44 * DAY))}mo`
  return `${Math.floor(age / (365.25 * DAY))}y`
}

/** Tells how long ago something was: `just now`, `5m ago`. */
export function tellAge(iso: string, now: number): string {
  const age = formatAge(iso, now)
  return age === 'now' ? 'just now' : `${age} ago`
}

/** A timestamp in the local time zone: `2026-11-20 10:00`; the text itself where it is no date. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return oneLine(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** A scope in one word: `global`, or the base name of the project's folder. */
export function nameScope(scope: Scope): string {
  return scope.type === 'global' ? 'global' : oneLine(basename(scope.id) || scope.id)
}

/** A number with its noun: `1 item`, `3 items`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

/** Counts in words, zeros left out: `2 added, 1 skipped`; '' where all are zero. */
export function countEach(
  counts: readonly (readonly [number: number | undefined, what: string])[],
): string {
  return counts
    .filter(([number = 0]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(', ')
}

/** Scopes in words: a project's whole path, so that it is told from others of its name. */
export function nameScopes(scopes: readonly Scope[]): string {
  return scopes.map(scope => (scope.type === 'global' ? 'global' : oneLine(scope.id))).join(' or ')
}

/** Tells the offset of a list's next part; [] at its end, and if nothing is shown. */
export function tellRest(shown: number, total: number, offset: number): string[] {
  const next = offset + shown
  return shown > 0 && next < total ? [`${shown} of ${total}; --offset ${next} goes on`] : []
}

/** Tells in one line that a project's folder is gone, and what to do. */
export function describeLost({ project, path, found }: LostProject): string {
  const [folder, owner] = [oneLine(path), oneLine(project)]
  if (found !== undefined) {
    const where = `${folder} is not there, and the memories of ${owner} lie in ${found}`
    return `${where}: svc scope move ${basename(folder)} ${found} leads there`
  }
  const where = `${folder} is gone with the memories of ${owner}`
  return `${where}: restore it from git or a copy, or svc doctor --fix begins it anew`
}

/** Tells in one line that a project's folder is not where its pointer leads, and what to do. */
export function describeAbsent({ project, path }: LostProject): string {
  const where = `${oneLine(path)}, which is to hold the memories of ${oneLine(project)}, is not there`
  return `${where}: restore it from git or a copy, or see svc doctor`
}

/** Explains in a phrase why a `.svc` is not used, and what to do about it. */
export function describeUnused({
  reason,
  files,
  findings,
}: Pick<UnusedInRepo, 'reason' | 'files' | 'findings'>): string {
  if (reason === 'refused') return 'it holds symbolic links or is no folder'
  // Trust would refuse it.
  if (findings.length > 0) return 'holds symbolic links and is not used'
  return `untrusted, with ${count(files, 'file')}; svc trust shows and trusts it`
}

const UNSAFE = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * The value as one line of JSON that is safe on a terminal: what JSON itself leaves raw (C1
 * controls, line separators, bidi controls) is escaped too, which every reader decodes alike.
 */
export function formatJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes in words of two digits at least: `740 B`, `12 KB`, `3.4 GB`. */
export function tellBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}
