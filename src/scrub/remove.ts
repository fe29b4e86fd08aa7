import {
  closeSync,
  fsyncSync,
  openSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
  existsSync,
} from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { fileStamp, writeDurable, moveDurable } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import type { HeldLock } from '../../store/files/lock.js'
import { disarmSkillWriter, disarmWriter, withWorkLock } from '../../store/locks.js'
import { appendRevisions, readRevisions } from '../../store/memories/history.js'
import { idOfFileName, toStableId } from '../../store/names.js'
import { statePath, scopeLock, type Store } from '../../store/store.js'
import { isPacked, listParts, packPart } from '../past/parts.js'
import { refreshPast } from '../past/segments.js'
import { type Finding, maskName, withoutSecrets } from './find.js'
import { placesOf, readLatin } from './places.js'

/**
 * Takes secrets out of the files and names that hold them; durable when it resolves. A memory keeps
 * its id, its times and, but for the secret, its name; who tells a name that changes is changed with
 * it. What lies under `state/` is overwritten in place, as long as it was, so that who appends to it
 * loses nothing; past sessions are written anew, and so are indexes. The folder of a scope keeps its
 * name. Throws CONFLICT where a file was changed meanwhile, or a name is taken, and SCOPE_BUSY where turns
 * are being kept: what was removed before stays removed.
 */
export async function removeSecrets(store: Store, findings: readonly Finding[]): Promise<void> {
  const renames = planRenames(findings.filter(({ line, kind }) => line === 0 && kind !== 'scope'))
  const inTexts = findings.filter(({ line }) => line > 0)
  const changes = [...retell(store, renames), ...inTexts.map(toChange)]
  for (const inFile of groupByPath(changes).values()) await removeFrom(store, inFile)
  for (const rename of renames) await renamePlace(store, rename)
  if (findings.length > 0) rmSync(statePath(store, 'index'), { recursive: true, force: true })
  if (findings.some(({ kind }) => kind === 'past')) await refreshPast(store)
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
    const text = readLatin(place.path)
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
  // One that was set aside, to which nobody appends.
  if (kind === 'state' && isPacked(path)) return repack(path, changes)
  if (kind === 'state' || kind === 'history') return overwrite(path, changes)
  if (key === undefined) return rewrite(path, changes)
  if (kind === 'past') return rewritePast(store, key, changes)
  await withPlaceLock(store, { kind, path, key }, held => {
    const before = fileStamp(path)
    rewrite(path, changes, held)
    if (kind === 'memory') keepRevision(store, key, { path, to: path, before })
  })
}

/**
 * Its time is a new one: by that the index knows that it has changed. It may have been packed since it was
 * looked at: its turns stand in another part of the day then.
 */
function rewritePast(store: Store, key: string, changes: readonly Change[]): Promise<void> {
  const name = basename((changes as [Change])[0].path)
  return withWorkLock({ store, folder: { key } }, async lock => {
    for (const { day, path } of listParts(store, key))
      if (name.startsWith(day)) repack(path, changes, lock.assertHeld)
  })
}

function repack(path: string, changes: readonly Change[], fence?: () => void): void {
  const before = readLatin(path)
  const text = changes.reduce(replaceIn, before)
  if (text !== before) writeDurable(path, packPart(path, Buffer.from(text, 'latin1')), fence)
}

/** Writes the file anew, with its times: it was not changed, a secret was taken out of it. */
function rewrite(path: string, changes: readonly Change[], lock?: HeldLock): void {
  const stamp = fileStamp(path)
  const { atime, mtime } = statSync(path)
  const text = changes.reduce(replaceIn, readLatin(path))
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
      const whole = readLatin(path)
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

/** The new path of a file or a folder. */
interface Rename {
  kind: Finding['kind']
  key?: string
  path: string
  to: string
}

/**
 * The new names of files and folders whose names hold secrets, each as long as the old one; the
 * innermost first. A memory that is known by its name alone bears its id from then on.
 */
function planRenames(findings: readonly Finding[]): Rename[] {
  const paths = [...new Set(findings.map(({ path }) => path))]
  paths.sort((a, b) => b.length - a.length)
  return paths.map(path => {
    const here = findings.filter(one => one.path === path)
    const [{ kind, key }] = here as [Finding]
    const secrets = here.map(({ secret }) => secret)
    const to = withoutSecrets(path, secrets)
    return {
      kind,
      path,
      to: keepsId(kind, path) ? to : withId(to, basename(path)),
      ...(key !== undefined && { key }),
    }
  })
}

function keepsId(kind: Finding['kind'], path: string): boolean {
  const isMemory = (kind === 'memory' || kind === 'history') && path.endsWith('.md')
  return !isMemory || idOfFileName(basename(path)) !== undefined || statedId(path) !== undefined
}

/** The id that the front matter of a file states; undefined for none, and for a folder. */
function statedId(path: string): string | undefined {
  const text = readLatin(path)
  const head = text.slice(0, frontMatterEnd(text))
  return /^id:[ \t]*["']?([a-z][a-z0-9]{7,31})\b/m.exec(head)?.[1]
}

function withId(path: string, name: string): string {
  const tail = `--${toStableId(name)}`
  const stem = basename(path, '.md')
  return join(dirname(path), `${stem.slice(0, Math.max(1, stem.length - tail.length))}${tail}.md`)
}

/**
 * Gives a file or folder its new name; durable when it resolves. That svc wrote a memory last, and
 * when, stays known. Throws CONFLICT where the name is taken.
 */
export async function renamePlace(store: Store, rename: Rename): Promise<void> {
  const { kind, key, path } = rename
  if (!existsSync(path)) return
  if (key === undefined) return move(rename)
  await withPlaceLock(store, { kind, path, key }, () => {
    const before = fileStamp(path)
    move(rename)
    if (kind === 'memory') keepRevision(store, key, { path, to: rename.to, before })
  })
}

/** Runs an action on a memory, a skill, or what lies in one, while nobody else writes there. */
function withPlaceLock(
  store: Store,
  { kind, key, path }: Pick<Finding, 'kind' | 'path'> & { key: string },
  action: (lock: HeldLock) => void,
): Promise<void> {
  const isMemory = kind === 'memory'
  const scope = path.slice(0, path.lastIndexOf(`${sep}${isMemory ? 'memories' : 'skills'}${sep}`))
  const disarm = () =>
    isMemory ? disarmWriter(store, { key, path: scope }) : disarmSkillWriter({ path: scope })
  return withFence(scopeLock(store, isMemory ? 'write' : 'skills', key), disarm, action)
}

function move({ path, to }: Rename): void {
  if (existsSync(to))
    throw new SvcError(
      'CONFLICT',
      `${to} stands where ${path} should; rename one, then run svc scrub again`,
    )
  moveDurable(path, to)
}

/** A memory file as it is, or was, called, and its stamp before it was touched. */
interface Touched {
  path: string
  to: string
  before: string
}

/** Carries a file's revision over to its new name and stamp: svc stays known as its last writer. */
function keepRevision(store: Store, key: string, { path, to, before }: Touched): void {
  const id = statedId(to) ?? idOfFileName(basename(path)) ?? toStableId(basename(path))
  const revision = readRevisions(store, key).get(id)
  if (revision?.stamp !== before) return
  appendRevisions(store, key, [{ ...revision, stamp: fileStamp(to) }])
}
