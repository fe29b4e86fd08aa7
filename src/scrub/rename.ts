import { existsSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { fileStamp, moveDurable } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import type { HeldLock } from '../../store/files/lock.js'
import { disarmSkillWriter, disarmWriter } from '../../store/locks.js'
import { appendRevisions, readRevisions } from '../../store/memories/history.js'
import { idOfFileName, toStableId } from '../../store/names.js'
import { scopeLock, type Store } from '../../store/store.js'
import type { Finding } from './find.js'
import { withoutSecrets } from './names.js'
import { readBytes } from './places.js'

/** The new path of a file or a folder. */
export interface Rename {
  kind: Finding['kind']
  key?: string
  path: string
  to: string
}

/**
 * The new names of files and folders whose names hold secrets, each as long as the old one; the
 * innermost first. A memory that is known by its name alone bears its id from then on.
 */
export function planRenames(findings: readonly Finding[]): Rename[] {
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
  const text = readBytes(path)
  const head = text.startsWith('---') ? text.slice(0, text.indexOf('\n---', 3) + 1) : ''
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
export function withPlaceLock(
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
export function keepRevision(store: Store, key: string, { path, to, before }: Touched): void {
  const id = statedId(to) ?? idOfFileName(basename(path)) ?? toStableId(basename(path))
  const revision = readRevisions(store, key).get(id)
  if (revision?.stamp !== before) return
  appendRevisions(store, key, [{ ...revision, stamp: fileStamp(to) }])
}
