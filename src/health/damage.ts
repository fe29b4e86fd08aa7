import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { putAside } from '../../store/aside.js'
import { orElse, succeeds } from '../../store/errors.js'
import { makePrivate } from '../../store/files/atomic.js'
import { lstatIfThere, listEntries } from '../../store/files/read.js'
import { listSpool, readFromSpool } from '../../store/files/spool.js'
import {
  foldersAt,
  placesOf,
  readManifest,
  remakeManifest,
  shapeInState,
} from '../../store/store.js'
import { dropLostProjects, findLostProjects } from '../scopes/list.js'
import { type Check, type Examined, type Found, failure, fixable, remark } from './check.js'

/** A failure that `fix` settles by setting aside what is at the path. */
export function settingAside({ store, fix, now }: Fixing, path: string, message: string): Found {
  if (!fix) return fixable(failure(path, message, 'svc doctor --fix sets it aside'))
  const place = putAside(store, path, now)
  return { ...failure(path, `${message}; it lies in ${place} now`), fixed: true }
}

type Fixing = Pick<Examined, 'store' | 'fix' | 'now'>

/** The manifest: damaged, or of a later format, and nothing is written into the store. */
export const manifest: Check = {
  name: 'manifest',
  run: ({ store, fix, now }) => {
    const found = readManifest(store.manifest)
    if (typeof found === 'string') return []
    const message = found.problem
    if (found.is === 'later') return [failure(store.manifest, message)]
    const path = store.manifest
    if (!fix)
      return [fixable(failure(path, message.replace(/;.*/, ''), 'svc doctor --fix makes it anew'))]
    remakeManifest(store, () => void putAside(store, path, now))
    return [{ ...failure(path, 'was damaged and is made anew'), fixed: true }]
  },
}

/** Files where folders should be, folders where files should be, and what this user may not use. */
export const misplaced: Check = {
  name: 'misplaced',
  run: examined =>
    [...unsound(examined.store.root, '')].map(({ path, message, mode }) =>
      mode === undefined
        ? settingAside(examined, path, message)
        : makingUsable({ path, message, mode }, examined.fix),
    ),
}

/** A path in the way; `mode` tells the way in which its owner could use it. */
interface Unsound {
  path: string
  message: string
  mode?: 'file' | 'directory'
}

function makingUsable({ path, message, mode }: Unsound, fix: boolean): Found {
  if (!isOwn(path)) return failure(path, message, 'make it yours: chown')
  if (!fix) return fixable(failure(path, message, 'svc doctor --fix makes it readable'))
  makePrivate(path, mode ?? 'file')
  return { ...failure(path, message), fixed: true }
}

function isOwn(path: string): boolean {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
  return process.getuid === undefined || owner === process.getuid()
}

/** Everything below a folder of the store, by its path there, that is not as svc puts it. */
function* unsound(root: string, below: string): Generator<Unsound> {
  for (const entry of listEntries(join(root, below))) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    const kind = kindOf(name)
    if (kind === undefined) continue
    const path = join(root, name)
    const message = problemOf(path, kind)
    const mode = message === undefined ? unusable(path, kind) : undefined
    // A worker takes queued turns away while this looks at them.
    if ((message ?? mode) !== undefined && lstatIfThere(path) === undefined) continue
    if (message !== undefined) yield { path, message }
    else if (mode !== undefined) yield { path, message: 'may not be used by this user', mode }
    else if (kind === 'directory') yield* unsound(root, name)
  }
}

function problemOf(path: string, kind: 'file' | 'directory'): string | undefined {
  const should = kind === 'file' ? 'a file' : 'a folder'
  // A link may lead in a circle.
  const stats = orElse(() => statSync(path, { throwIfNoEntry: false }), undefined)
  if (stats === undefined) return `is a link that leads nowhere, where ${should} should be`
  const isRight = kind === 'file' ? stats.isFile() : stats.isDirectory()
  if (isRight) return undefined
  const is = stats.isDirectory()
    ? 'a folder'
    : stats.isFile()
      ? 'a file'
      : 'neither file nor folder'
  return `is ${is}, where ${should} should be`
}

function unusable(path: string, kind: 'file' | 'directory'): 'file' | 'directory' | undefined {
  const needed = kind === 'file' ? constants.R_OK : constants.R_OK | constants.X_OK
  return succeeds(() => accessSync(path, needed)) ? undefined : kind
}

const PROJECT = '(?:global|projects/[^/]+)'
const FILES: readonly RegExp[] = [
  /^(?:config\.json|\.gitignore|\.gitattributes)$/,
  new RegExp(`^${PROJECT}/scope\\.json$`),
  new RegExp(`^${PROJECT}/memories/[^/.][^/]*\\.md$`),
  new RegExp(`^${PROJECT}/skills/[^/]+/SKILL\\.md$`),
]
const FOLDERS: readonly RegExp[] = [
  /^(?:global|projects|state)$/,
  /^projects\/[^/.][^/]*$/,
  new RegExp(`^${PROJECT}/(?:memories|skills)$`),
  new RegExp(`^${PROJECT}/skills/[^/.][^/]*$`),
]

/** The kind of thing that svc keeps at a path of the store; undefined for none. */
function kindOf(path: string): 'file' | 'directory' | undefined {
  if (path.startsWith('state/')) return shapeInState(path.slice('state/'.length))
  if (FILES.some(pattern => pattern.test(path))) return 'file'
  return FOLDERS.some(pattern => pattern.test(path)) ? 'directory' : undefined
}

/** Queued turns and batches that are no JSON: nobody can distil what they held. */
export const brokenEntry: Check = {
  name: 'broken-entry',
  run: examined =>
    placesOf('queues')
      .flatMap(place => foldersAt(examined.store, place))
      .flatMap(folder =>
        listSpool(folder)
          .filter(name => !isObject(readFromSpool(folder, name)))
          .map(name => join(folder, `${name}.json`))
          .filter(path => lstatIfThere(path) !== undefined),
      )
      .map(path => settingAside(examined, path, UNREADABLE)),
}

const UNREADABLE = 'is queued and cannot be read as JSON'

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Projects whose memories are gone with their folder, or not where they are looked for. */
export const lostProject: Check = {
  name: 'lost-project',
  run: async ({ store, fix }) => {
    const lost = await findLostProjects(store)
    if (fix) await dropLostProjects(store)
    return lost.map(({ project, path, found }): Found => {
      if (found !== undefined) {
        const where = `is not there, and the memories of ${project} lie in ${found}`
        return failure(path, where, `svc scope move ${basename(path)} ${found} leads there`)
      }
      const message = `is gone with the memories of ${project}`
      if (fix) return { ...remark(path, `${message}, which begins anew`), fixed: true }
      const mend = 'restore it from git or a copy, or svc doctor --fix lets the project begin anew'
      return fixable(failure(path, message, mend))
    })
  },
}
