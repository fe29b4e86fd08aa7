import { closeSync, fsyncSync, openSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { fileStamp, writeDurable } from '../../store/files/atomic.js'
import type { HeldLock } from '../../store/files/lock.js'
import { statePath, type Store } from '../../store/store.js'
import type { Finding } from './find.js'
import { maskName } from './names.js'
import { placesOf, readBytes } from './places.js'
import { keepRevision, planRenames, renamePlace, withPlaceLock, type Rename } from './rename.js'

/**
 * Takes secrets out of the files and names that hold them; durable when it resolves. A memory keeps
 * its id, its times and, but for the secret, its name; who tells a name that changes is changed with
 * it. What lies under `state/` is overwritten in place, as long as it was, so that who appends to it
 * loses nothing; indexes are made anew. The folder of a scope keeps its name. Throws CONFLICT where a
 * file was changed meanwhile, or a name is taken: what was removed before stays removed.
 */
export async function removeSecrets(store: Store, findings: readonly Finding[]): Promise<void> {
  const renames = planRenames(findings.filter(({ line, kind }) => line === 0 && kind !== 'scope'))
  const inTexts = findings.filter(({ line }) => line > 0)
  const changes = [...retell(store, renames), ...inTexts.map(toChange)]
  for (const inFile of groupByPath(changes).values()) await removeFrom(store, inFile)
  for (const rename of renames) await renamePlace(store, rename)
  if (findings.length > 0) rmSync(statePath(store, 'index'), { recursive: true, force: true })
}

/** A replacement in one file. Texts have a character for each byte. */
interface Change extends Pick<Finding, 'kind' | 'path' | 'key'> {
  text: string
  /** In a text that people read; in front matter and documents a bracket would begin a list. */
  mark: string
  plain: string
}

function toChange({ kind, path, key, secret, rule, isOfName }: Finding): Change {
  const mask = isOfName ? maskName(secret) : undefined
  const [mark, plain] = [mask ?? `[redacted:${rule}]`, mask ?? `redacted-${rule}`]
  return { kind, path, ...(key !== undefined && { key }), text: secret, mark, plain }
}

/** Replacements for all that tells the name of a file that is renamed. */
function* retell(store: Store, renames: readonly Rename[]): Generator<Change> {
  const names = renames.map(({ path, to }) => [basename(path), basename(to)].map(toBytes))
  if (names.length === 0) return
  for (const place of placesOf(store)) {
    const text = readBytes(place.path)
    for (const [from = '', to = ''] of names)
      if (text.includes(from)) yield { ...place, text: from, mark: to, plain: to }
  }
}

function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function groupByPath(changes: readonly Change[]): Map<string, Change[]> {
  const groups = new Map<string, Change[]>()
  for (const one of changes) groups.set(one.path, [...(groups.get(one.path) ?? []), one])
  return groups
}

async function removeFrom(store: Store, changes: readonly Change[]): Promise<void> {
  const [{ kind, path, key }] = changes as [Change]
  if (kind === 'state' || kind === 'history') return overwrite(path, changes)
  if (key === undefined) return rewrite(path, changes)
  await withPlaceLock(store, { kind, path, key }, held => {
    const before = fileStamp(path)
    rewrite(path, changes, held)
    if (kind === 'memory') keepRevision(store, key, { path, to: path, before })
  })
}

/** Writes the file anew, with its times: it was not changed, a secret was taken out of it. */
function rewrite(path: string, changes: readonly Change[], lock?: HeldLock): void {
  const stamp = fileStamp(path)
  const { atime, mtime } = statSync(path)
  const text = changes.reduce(replaceIn, readBytes(path))
  writeDurable(path, Buffer.from(text, 'latin1'), () => {
    lock?.assertHeld()
    if (fileStamp(path) === stamp) return
    throw new SvcError('CONFLICT', `${path} was changed meanwhile; run svc scrub again`)
  })
  utimesSync(path, atime, mtime)
}

function replaceIn(whole: string, { kind, text, mark, plain }: Change): string {
  const end = kind === 'document' ? whole.length : frontMatterEnd(whole)
  const head = whole.slice(0, end).replaceAll(text, () => plain)
  return head + whole.slice(end).replaceAll(text, () => mark)
}

function frontMatterEnd(text: string): number {
  return text.startsWith('---') ? text.indexOf('\n---', 3) + 1 : 0
}

function overwrite(path: string, changes: readonly Change[]): void {
  const { atime, mtime } = statSync(path)
  const file = openSync(path, 'r+')
  try {
    for (const { text, mark, plain } of changes) {
      const whole = readBytes(path)
      const head = frontMatterEnd(whole)
      for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + text.length))
        writeSync(file, toLength(at < head ? plain : mark, text.length), at, 'latin1')
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  utimesSync(path, atime, mtime)
}

function toLength(mark: string, length: number): string {
  return mark.slice(0, length).padEnd(length, '*')
}
