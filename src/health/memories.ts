import { join } from 'node:path'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { decodeMemoryFile } from '../../store/document/problems.js'
import { listEntries, readBytes } from '../../store/files/read.js'
import { idOfFileName, memoryFileName, toStableId } from '../../store/names.js'
import { findReturned, tellChoice, tellReturned } from '../git/returned.js'
import type { Collection } from '../memories/collection.js'
import { type StoredMemory, isForReview, isLiving, REVIEW_TAG } from '../memories/life.js'
import { inTransaction, nameText, type WriteTransaction } from '../memories/transaction.js'
import { settleStore } from '../merge/settle.js'
import { type TitleMerge, planTitleMerges } from '../merge/settlement.js'
import { redactText } from '../redact/index.js'
import { type Check, failure, fixable, remark, type Found } from './check.js'

/**
 * Memory files that cannot be used: unparsable, with conflict markers, or with a taken id. They are a
 * person's text, and perhaps tracked: nothing but that person changes them or moves them away.
 */
export const unreadableMemory: Check = {
  name: 'unreadable-memory',
  run: ({ collections }) =>
    collections
      .flatMap(({ problems }) => problems)
      .map(({ path, reason, isForbidden }) =>
        isForbidden ? failure(path, reason, MAKE_YOURS) : tellUnreadable(path, reason),
      ),
}

const MAKE_YOURS = 'make it yours (chown), or readable (chmod u+r)'

/** Some reasons say themselves what to do. */
function tellUnreadable(path: string, told: string): Found {
  // A parser ends with a colon where it would quote the line.
  const reason = told.replace(/:$/, '')
  if (reason.startsWith('has conflict markers')) {
    return fixable(failure(path, 'has conflict markers', 'svc doctor --fix merges the two sides'))
  }
  const saysHow = /: save it|; give one/.test(reason)
  return failure(path, reason, saysHow ? undefined : 'correct it in an editor, or remove it')
}

/** The mend for a symbolic link. */
export const FILE_ITSELF = 'put the file itself in its place'

/** Symbolic links among the memory files: in a store that was cloned they could lead anywhere. */
export const linkedMemory: Check = {
  name: 'linked-memory',
  run: ({ collections }) =>
    collections
      .flatMap(({ directory }) => linksIn(directory))
      .map(path => remark(path, 'is a symbolic link, which is not followed', FILE_ITSELF)),
}

/** Files of which macOS and Windows keep only one: their names differ in case or composition. */
export const clashingName: Check = {
  name: 'clashing-name',
  run: ({ collections }) =>
    collections.flatMap(({ directory }) =>
      clashesAmong(listEntries(directory).map(({ name }) => name)).map(([name, other]) =>
        remark(
          join(directory, name),
          `has the name ${other} where case does not count: macOS and Windows keep only one of the two`,
          'rename it',
        ),
      ),
    ),
}

function linksIn(directory: string): string[] {
  return listEntries(directory)
    .filter(entry => entry.isSymbolicLink() && entry.name.endsWith('.md'))
    .map(({ name }) => join(directory, name))
}

/** Each name that comes second on a system that ignores case, with the first. */
function clashesAmong(names: readonly string[]): [name: string, other: string][] {
  const first = new Map<string, string>()
  const clashes: [string, string][] = []
  for (const name of [...names].sort()) {
    const folded = name.normalize('NFC').toLowerCase()
    const other = first.get(folded)
    if (other === undefined) first.set(folded, name)
    else clashes.push([name, other])
  }
  return clashes
}

/** A memory among those of one id, in different scopes. */
interface Namesake {
  /** Names the scope; clones of one project share it. */
  key: string
  /** Absolute path of its file. */
  path: string
  /** True where the file itself says the id; else it follows from the file's name. */
  isStated: boolean
}

interface Holder extends Namesake {
  collection: Collection
  memory: StoredMemory
}

/**
 * Memories of different scopes with one id, as files written by hand under one name have: nothing
 * could tell which one `svc forget ID` means. All but one get an id of their own.
 */
export const duplicateId: Check = {
  name: 'duplicate-id',
  run: async ({ collections, fix, now }) => {
    const found: Found[] = []
    for (const holders of await findHolders(collections)) {
      const [first, ...others] = planIdHolders(holders)
      for (const other of others) {
        const { id } = other.memory.document
        const fresh = fix ? await giveNewId(other, now) : undefined
        if (fresh === undefined) found.push(tellTaken(other.path, id, first!.path))
        else {
          const message = `had the id ${id} of ${first!.path}, now ${fresh}`
          found.push({ ...failure(other.path, message), fixed: true })
        }
      }
    }
    return found
  },
}

function tellTaken(path: string, id: string, holder: string): Found {
  const mend = 'svc doctor --fix gives it a new one'
  return fixable(failure(path, `has the id ${id} of ${holder}`, mend))
}

/**
 * The one that keeps the id comes first, with its clones left out: a file that states the id, else
 * the global one, else the first by path. The rest are those that need another id. Pure.
 */
export function planIdHolders<T extends Namesake>(holders: readonly T[]): T[] {
  const [first, ...rest] = [...holders].sort(firstHolderFirst)
  return first === undefined ? [] : [first, ...rest.filter(({ key }) => key !== first.key)]
}

/** The same for the same text under the same name, so that clones of a project agree. */
function toOwnId(key: string, name: string, { title, content }: StoredMemory['document']): string {
  return toStableId(`${key}/${name}\n${title}\n${content}`)
}

function firstHolderFirst(a: Namesake, b: Namesake): number {
  if (a.isStated !== b.isStated) return a.isStated ? -1 : 1
  const [x, y] = [a, b].map(({ key }) => key === 'global')
  if (x !== y) return x ? -1 : 1
  return a.path < b.path ? -1 : 1
}

/** Those of each id that more than one scope has. */
async function findHolders(collections: readonly Collection[]): Promise<Holder[][]> {
  const byId = new Map<string, Collection[]>()
  for (const collection of collections) {
    for (const id of collection.memories.keys()) {
      byId.set(id, [...(byId.get(id) ?? []), collection])
    }
  }
  const shared = [...byId].filter(([, some]) => {
    return new Set(some.map(({ folder }) => folder.key)).size > 1
  })
  return Promise.all(
    shared.map(([id, some]) => Promise.all(some.map(collection => toHolder(collection, id)))),
  )
}

async function toHolder(collection: Collection, id: string): Promise<Holder> {
  const memory = collection.memories.get(id)!
  const path = join(collection.directory, memory.file.name)
  const isStated = idOfFileName(memory.file.name) === id || (await statesId(path, id))
  return { key: collection.folder.key, path, isStated, collection, memory }
}

/** Read under another name, so that an id that follows from the name is another one. */
async function statesId(path: string, id: string): Promise<boolean> {
  const read = decodeMemoryFile(readBytes(path))
  if ('problem' in read) return false
  const parsed = await parseMemoryDocument(read.text, {
    fileName: `other than ${id}.md`,
    modifiedAt: new Date(0).toISOString(),
  })
  return 'document' in parsed && parsed.document.id === id
}

/** The new id; undefined where the memory is gone by now. */
async function giveNewId({ collection, memory }: Holder, now: Date): Promise<string | undefined> {
  const { id } = memory.document
  const at = () => now
  return inTransaction(collection, at, transaction => {
    const standing = collection.memories.get(id)
    return standing && renumber(transaction, standing)
  })
}

/** Gives a memory a new id, and all references to it; the old file goes last: nothing is lost. */
function renumber(transaction: WriteTransaction, old: StoredMemory): string {
  const { collection } = transaction
  const { document, file } = old
  let id = toOwnId(collection.folder.key, file.name, document)
  while (collection.has(id) && !isCopy(collection.stored(id), document)) id = toStableId(id)
  const modifiedAt = new Date(old.updatedAt)
  const name = memoryFileName(document.title, id)
  // Two of one title may have been made one since.
  const copy = collection.stored(id)
  if (copy === undefined || !isLiving(copy.document))
    transaction.put({ ...document, id }, copy, { modifiedAt, name })
  for (const part of [...collection.tombstones.values()]) {
    if (part.document.supersededBy !== document.id) continue
    transaction.mark({ ...part.document, supersededBy: id }, part)
  }
  transaction.remove(old)
  return id
}

/** True for what a run that was killed has written under the new id already. */
function isCopy(standing: StoredMemory | undefined, document: StoredMemory['document']): boolean {
  if (standing === undefined) return false
  const { title, content, tags } = document
  const written = { ...document, title: redactText(title), content: redactText(content) }
  const isTagged = standing.document.tags.join() === tags.map(redactText).join()
  return isTagged && nameText(standing.document) === nameText(written)
}

/** Memories of a scope that share a title, as merges of branches leave them. */
export const duplicateTitle: Check = {
  name: 'duplicate-title',
  run: async ({ collections, fix, now }) => {
    const found: Found[] = []
    for (const collection of collections) {
      const merges = planMerges(collection)
      if (merges.length === 0) continue
      if (fix) await settle(collection, now)
      const left = new Set(fix ? planMerges(collection).map(({ survivor }) => survivor.id) : [])
      for (const merge of merges) {
        const isFixed = fix && !left.has(merge.survivor.id)
        const finding = describe(merge, collection)
        const mend = 'svc doctor --fix makes them one'
        found.push(isFixed ? { ...finding, fixed: true } : fixable({ ...finding, mend }))
      }
    }
    return found
  },
}

function planMerges({ memories }: Collection): TitleMerge[] {
  return planTitleMerges([...memories.values()].map(({ document }) => document))
}

function describe({ survivor, tombstones }: TitleMerge, { directory }: Collection): Found {
  const ids = [survivor, ...tombstones].map(({ id }) => id)
  const title = JSON.stringify(survivor.title)
  const message = `${ids.length} memories have the title ${title}: ${ids.join(', ')}`
  return { level: 'remark', message, path: directory }
}

/** Merges again, after a break too; not in a rebase, until its end. */
async function settle(collection: Collection, now: Date): Promise<void> {
  const { store, folder, directory } = collection
  await settleStore(store, now, { folders: [{ key: folder.key, path: directory }] })
  collection.markChanged({ isForced: true })
  await collection.refresh()
}

/** Memories that a merge left for a person to look at. */
export const needsReview: Check = {
  name: 'needs-review',
  run: ({ store, collections }) => {
    const count = collections
      .flatMap(({ memories }) => [...memories.values()])
      .filter(({ document }) => isForReview(document.tags)).length
    if (count === 0) return []
    const what = count === 1 ? '1 memory is' : `${count} memories are`
    const way = `svc list --tags ${REVIEW_TAG} shows those of a project, svc edit takes the tag off`
    return [remark(store.root, `${what} tagged ${REVIEW_TAG}`, way)]
  },
}

/** Memories that were forgotten on this machine and that a merge brought back. */
export const returnedMemory: Check = {
  name: 'returned-memory',
  run: ({ store, collections }) =>
    findReturned(store, collections).map(returned =>
      remark(returned.path, tellReturned(returned), tellChoice(returned)),
    ),
}
