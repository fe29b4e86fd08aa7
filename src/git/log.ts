import { join, relative, sep } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { readCommits, type Commit } from '../../store/git/commits.js'
import { isId, parseMemoryDocument } from '../../store/memory-document.js'
import { readForgotten } from '../../store/forgotten.js'
import type { MemoryDocument } from '../../store/types.js'
import { changedFields } from '../memory-changes.js'
import { readFileTexts } from './file-texts.js'
import type { GitStore } from './git-store.js'
import {
  toStoreChanges,
  type FileTexts,
  type StoreChange,
  type StoreChangeKind,
} from './store-change.js'

/** A commit that touched the store, and what it did to memories, skills and other files. */
export type StoreCommit = Omit<Commit, 'changes'> & { changes: StoreChange[] }

/** A commit that touched one memory. */
export interface MemoryCommit extends Omit<Commit, 'changes'> {
  /** `moved`: to another scope or name, with nothing else changed. */
  kind: StoreChangeKind | 'moved'
  title: string
  /** The fields that changed, named as in the file; [] where it came or went. */
  fields: string[]
  /** From the store's root, after the commit or, where it is gone, before. */
  path: string
  /** Where it was before, where it moved. */
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

/** What git is asked for of one memory. Its id is in its file's name, unless a person named it. */
export async function pathspecsOf(gitStore: GitStore, id: string): Promise<string[]> {
  if (!isId(id)) throw neverSeen(id)
  const byHand = (await namesByHand(gitStore, id)).map(path => `:(literal)${path}`)
  return [`:(glob)**/*--${id}.md`, ...byHand]
}

async function namesByHand({ store, collections }: GitStore, id: string): Promise<string[]> {
  const all = await collections.all()
  const forgotten = readForgotten(store).get(id)
  return all.flatMap(({ memories, tombstones, directory, folder }) => {
    const standing = memories.get(id) ?? tombstones.get(id)
    const gone = folder.key === forgotten?.key ? forgotten.name : undefined
    const name = standing?.file.name ?? gone
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
    if (text === undefined) continue
    const origin = { fileName: path.split('/').at(-1) ?? '', modifiedAt: new Date(0).toISOString() }
    const parsed = await parseMemoryDocument(text, origin)
    if ('document' in parsed) return parsed.document
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
