import { join, relative, sep, basename, dirname } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { parseTree, readCommits, type Commit, readObjects } from '../../store/git/read.js'
import { readForgotten } from '../../store/memories/history.js'
import { isId } from '../../store/names.js'
import type { MemoryDocument, Memory } from '../../store/types.js'
import { Usage } from '../activity/usage.js'
import { asHeld, changedFields, putBack, saysOther } from '../memories/archive.js'
import type { Collection } from '../memories/collection.js'
import { toMemory, type StoredMemory } from '../memories/life.js'
import { logWritten, toRestoredEvent } from '../memories/write.js'
import type { Seen } from '../types.js'
import {
  parseCommitted,
  readDocument,
  toStoreChanges,
  type FileTexts,
  type StoreChange,
  type StoreChangeKind,
} from './changes.js'
import { readFileTexts, type GitStore, prefixOf, toStorePath } from './store.js'

/** A commit that touched the store, and what it did to memories, skills and other files. */
export type StoreCommit = Omit<Commit, 'changes'> & { changes: StoreChange[] }

/** A commit that touched one memory. */
export interface MemoryCommit extends Omit<Commit, 'changes'> {
  /** `moved`: to another scope or name, with nothing else changed. */
  kind: StoreChangeKind | 'moved'
  title: string
  /** The fields that changed, named as in the file; [] where it came or went. */
  fields: string[]
  /** Relative to the store's root, after the commit or, if it is gone, before. */
  path: string
  /** Its path before, if it moved. */
  from?: string
}

/** The newest commits that touched the store, newest first. Throws GIT_FAILED, NOT_AVAILABLE. */
export async function readStoreLog(gitStore: GitStore, limit: number): Promise<StoreCommit[]> {
  const commits = await readCommits(gitStore.git, { limit })
  return withTexts(gitStore, commits, async (commit, texts) => {
    return { ...commit, changes: await toStoreChanges(texts) }
  })
}

/**
 * The newest commits that touched a memory, newest first, through all names and scopes that it
 * had; [] where it was never committed. Throws MEMORY_NOT_FOUND where it never was, NOT_AVAILABLE
 * where it lies in the repository of its project.
 */
export async function readMemoryLog(
  gitStore: GitStore,
  id: string,
  limit?: number,
): Promise<MemoryCommit[]> {
  const paths = await pathspecsOf(gitStore, id)
  const filter = { paths, isWhole: true, ...(limit !== undefined && { limit }) }
  const commits = await readCommits(gitStore.git, filter)
  const touching = commits.filter(({ changes }) => changes.length > 0)
  if (touching.length === 0 && !(await isKnown(gitStore, id))) throw neverSeen(id)
  return withTexts(gitStore, touching, toMemoryCommit)
}

/**
 * Pathspecs of one memory: its id is in its file's name, unless a person named it. Throws
 * MEMORY_NOT_FOUND for what is no id, NOT_AVAILABLE if it lies in its project's repository.
 */
async function pathspecsOf(gitStore: GitStore, id: string): Promise<string[]> {
  if (!isId(id)) throw neverSeen(id)
  const byHand = (await namesByHand(gitStore, id)).map(path => `:(literal)${path}`)
  return [`:(glob)**/*--${id}.md`, ...byHand]
}

async function namesByHand({ store, collections }: GitStore, id: string): Promise<string[]> {
  const all = await collections.all()
  const forgotten = readForgotten(store).get(id)
  return all.flatMap(collection => {
    const { directory, folder } = collection
    const gone = folder.key === forgotten?.key ? forgotten.name : undefined
    const name = collection.stored(id)?.file.name ?? gone
    if (name === undefined) return []
    const path = relative(store.root, join(directory, name)).split(sep).join('/')
    if (path.startsWith('..')) throw inProject(join(directory, name))
    return path.endsWith(`--${id}.md`) ? [] : [path]
  })
}

async function isKnown({ collections }: GitStore, id: string): Promise<boolean> {
  return (await collections.all()).some(collection => collection.has(id))
}

/** The texts of all commits are read in one run. */
async function withTexts<T>(
  gitStore: GitStore,
  commits: readonly Commit[],
  toEntry: (commit: Omit<Commit, 'changes'>, texts: FileTexts[]) => Promise<T>,
): Promise<T[]> {
  const owners = commits.flatMap((commit, at) => commit.changes.map(change => ({ at, change })))
  const entries: T[] = []
  const texts = await readFileTexts(
    gitStore,
    owners.map(({ change }) => change),
  )
  for (const [at, { changes: _, ...commit }] of commits.entries()) {
    entries.push(
      await toEntry(
        commit,
        texts.filter((_, index) => owners[index]?.at === at),
      ),
    )
  }
  return entries
}

async function toMemoryCommit(
  commit: Omit<Commit, 'changes'>,
  texts: FileTexts[],
): Promise<MemoryCommit> {
  const [change] = await toStoreChanges(texts)
  const before = await readFirst(texts, 'before')
  const after = await readFirst(texts, 'after')
  const fields = before && after ? changedFields(before, after) : []
  const from = texts.find(({ kind }) => kind === 'removed')?.path
  const { title = '', path = '', kind = 'changed' } = change ?? {}
  const isMoved = from !== undefined && from !== path
  const said = isMoved && fields.length === 0 ? 'moved' : kind
  return { ...commit, kind: said, title, fields, path, ...(isMoved && { from }) }
}

async function readFirst(
  texts: readonly FileTexts[],
  side: 'before' | 'after',
): Promise<MemoryDocument | undefined> {
  for (const { path, [side]: text } of texts) {
    const document = await readDocument(text, path)
    if (document !== undefined) return document
  }
  return undefined
}

/** A project's own repository is its team's: svc reads and writes files there, not commits. */
function inProject(path: string): SvcError {
  const message = `this memory lies in its project's repository; git log -- ${path} shows it`
  return new SvcError('NOT_AVAILABLE', message)
}

function neverSeen(id: string): SvcError {
  const name = JSON.stringify(String(id).slice(0, 80))
  return new SvcError('MEMORY_NOT_FOUND', `neither the store nor its commits have a memory ${name}`)
}

/** A memory that was brought back from a commit. It is written, and not committed. */
export interface GitRestored {
  memory: Memory
  /** The commit that it was taken from. */
  commit: string
  /** Ids of other memories of the scope that have its title. */
  sharesTitleWith: string[]
}

/** One committed version of a memory's file. */
interface Committed {
  commit: string
  /** Relative to the store's root. */
  path: string
  object: string
}

/**
 * Brings a memory back from git: one that is gone as it was last committed, a living one as it was
 * committed before its last change, and (`ID@REV`) either as it was at that revision. A title that
 * another memory has by now stands twice: refusing would leave the text where nobody reads it, and
 * `svc doctor --fix` makes one of the two without loss. Throws MEMORY_NOT_FOUND where there is no
 * such version, INVALID_REQUEST where it cannot be used, SCOPE_NOT_FOUND where its project is not
 * known here.
 */
export async function restoreFromGit(gitStore: GitStore, given: string): Promise<GitRestored> {
  const { restored, commit } = await restoreCommitted(gitStore, given)
  return report(gitStore, restored, commit)
}

/**
 * Restores as `restoreFromGit` does and logs nothing: the caller does. Throws CONFLICT if another
 * version than `revision` stands.
 */
export async function restoreCommitted(gitStore: GitStore, given: string, seen: Seen = {}) {
  const [id = '', ...rev] = given.split('@')
  const all = await gitStore.collections.all()
  const standing = all.flatMap(collection => collection.stored(id) ?? [])[0]
  const { version, document } =
    rev.length === 0
      ? await findLast(gitStore, id, standing?.document)
      : await findAt(gitStore, id, rev.join('@'))
  const collection = collectionOf(gitStore, all, version, standing)
  const fileName = basename(version.path)
  const restored = await putBack(collection, asHeld({ document, fileName }), gitStore.now, seen)
  return { restored, commit: version.commit }
}

function report(
  { store, now }: GitStore,
  { collection, memory, isNew }: Awaited<ReturnType<typeof putBack>>,
  commit: string,
): GitRestored {
  const { scope } = collection.folder
  const { id, title } = memory.document
  logWritten({ collection, memory, ...toRestoredEvent(isNew) }, now())
  const sharing = collection.sharingTitle(title).map(({ document }) => document.id)
  const uses = new Usage(store).refresh().get(id) ?? 0
  const sharesTitleWith = sharing.filter(other => other !== id)
  return { memory: toMemory(memory, scope, uses), commit, sharesTitleWith }
}

/** Finds a version that says something else: the one in HEAD, else the newest of all there were. */
async function findLast(gitStore: GitStore, id: string, standing: MemoryDocument | undefined) {
  const { git } = gitStore
  const paths = await pathspecsOf(gitStore, id)
  const commits = await readCommits(git, { paths, isWhole: true })
  const prefix = prefixOf(gitStore)
  const versions = commits.flatMap(({ hash, changes }) =>
    changes.flatMap(({ path, newId }) => {
      const inStore = toStorePath(prefix, path)
      if (newId === undefined || inStore === undefined) return []
      return [{ commit: hash, path: inStore, object: newId }]
    }),
  )
  const atHead = commits.length === 0 ? [] : await versionsAt(gitStore, 'HEAD', id)
  const texts = await readObjects(
    git,
    [...atHead, ...versions].map(({ object }) => object),
  )
  for (const version of [...atHead, ...versions]) {
    const document = await readCommitted(version, id, texts.get(version.object))
    if (saysOther(document, standing)) return { version, document }
  }
  throw notCommitted(id, standing === undefined ? 'no version' : 'no other version')
}

async function findAt(gitStore: GitStore, id: string, rev: string) {
  const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${rev}^{commit}`]
  const { code, stdout } = await gitStore.git.run(verify)
  if (code !== 0) {
    const name = JSON.stringify(rev.slice(0, 80))
    throw new SvcError('INVALID_REQUEST', `${name} names no commit; svc git log lists them`)
  }
  const commit = stdout.trim()
  const [version] = await versionsAt(gitStore, commit, id)
  if (version === undefined) throw notCommitted(id, `commit ${commit.slice(0, 10)} has no version`)
  const texts = await readObjects(gitStore.git, [version.object])
  return { version, document: await readCommitted(version, id, texts.get(version.object)) }
}

/** The files of a memory in a commit: one, unless somebody copied it. */
async function versionsAt(gitStore: GitStore, commit: string, id: string): Promise<Committed[]> {
  const named = (await pathspecsOf(gitStore, id)).map(path => path.replace(/^:\(literal\)/, ''))
  const listed = await gitStore.git.read(['ls-tree', '-r', '-z', commit, '--', '.'])
  return parseTree(listed).flatMap(({ path, mode, id: object }) => {
    const isOfMemory = path.endsWith(`--${id}.md`) || named.includes(path)
    return isOfMemory && mode.startsWith('100') ? [{ commit, path, object }] : []
  })
}

/** Throws INVALID_REQUEST where the version cannot be a memory: markers, no YAML, another id. */
async function readCommitted(
  { commit, path }: Committed,
  id: string,
  text = '',
): Promise<MemoryDocument> {
  const parsed = await parseCommitted(text, path)
  const problem = 'problem' in parsed ? parsed.problem : `is of ${parsed.document.id}`
  if ('document' in parsed && parsed.document.id === id) return parsed.document
  const what = `${path} in commit ${commit.slice(0, 10)} ${problem}`
  throw new SvcError('INVALID_REQUEST', `${what}; name another commit: svc git restore ${id}@REV`)
}

/** A memory stays in the scope where it is now; one that is gone comes back to its last one. */
function collectionOf(
  { store }: GitStore,
  all: readonly Collection[],
  { path }: Committed,
  standing: StoredMemory | undefined,
): Collection {
  const id = standing?.document.id ?? ''
  const holder = all.find(collection => standing !== undefined && collection.has(id))
  const folder = dirname(path)
  const toFolder = ({ directory }: Collection) =>
    relative(store.root, directory).split(sep).join('/')
  const found = holder ?? all.find(collection => toFolder(collection) === folder)
  if (found !== undefined) return found
  throw new SvcError(
    'SCOPE_NOT_FOUND',
    `the project of ${path} is not known on this machine; call svc in that project once, then again`,
  )
}

function notCommitted(id: string, what: string): SvcError {
  const where = `the commits of this store; svc git log ${id} shows them`
  return new SvcError('MEMORY_NOT_FOUND', `${what} of ${id} in ${where}`)
}

/** A version of a memory that was committed. */
export interface CommittedVersion extends Omit<Commit, 'changes'> {
  document: MemoryDocument
}

/**
 * Reads a memory as it was after each of the newest commits that touched it, newest first; leaves
 * out commits that removed it, and what cannot be read as this memory. [] if it was never
 * committed. Throws NOT_AVAILABLE if it lies in its project's repository or git is missing,
 * GIT_FAILED.
 */
export async function readCommittedVersions(
  gitStore: GitStore,
  id: string,
  limit: number,
): Promise<CommittedVersion[]> {
  const { git } = gitStore
  const paths = await pathspecsOf(gitStore, id)
  const commits = await readCommits(git, { paths, isWhole: true, limit })
  const objects = commits.flatMap(({ changes }) => changes.flatMap(({ newId }) => newId ?? []))
  const texts = await readObjects(git, objects)
  const versions: CommittedVersion[] = []
  for (const { changes, ...commit } of commits) {
    for (const { path, newId = '' } of changes) {
      const document = await readDocument(texts.get(newId), path)
      if (document?.id === id) versions.push({ ...commit, document })
    }
  }
  return versions
}
