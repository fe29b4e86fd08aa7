import { hasConflict } from '../../store/document/problems.js'
import { findRepository, operationIn } from '../../store/git/repository.js'
import { idOfFileName, memoryFileName } from '../../store/names.js'
import { listScopes } from '../../store/projects/projects.js'
import type { Store } from '../../store/store.js'
import type { EventItem, MemoryDocument } from '../../store/types.js'
import { createEvent, logEvent, toEventItem } from '../activity/events.js'
import { readImportRows } from '../import/state.js'
import { readBrokenIds } from '../memories/collections.js'
import { loadFiles, type LoadedFile } from '../memories/folder.js'
import { isLiving } from '../memories/life.js'
import { mergeDocuments } from './document.js'
import { listMemoryFolders, withFolder, type LockedFolder, type MemoryFolder } from './folder.js'
import {
  planCopies,
  type CopyPlan,
  type NamedDocument,
  orderOfWriting,
  planSettlement,
  type Settlement,
  type TitleMerge,
} from './settlement.js'
import { splitConflict, formatMerged, mergeTexts, parseSide } from './text.js'

/** Outcome of a merge's conflicts. Paths are from the store's root. */
export interface Resolution {
  settled: { path: string; how: string }[]
  left: { path: string; reason: string }[]
}

/** A `Resolution` with all paths that were touched, also those of new and removed files. */
interface Settled extends Resolution {
  touched: string[]
  /** Number of memories that went into another one of their title. */
  merged: number
  /** Changes of memories of one title, as an event tells them. */
  items: EventItem[]
}

/** Limits of a settling; without them it settles everything, in every scope of the store. */
export interface SettleOptions {
  /** Paths, from the store's root, that are left as they are. */
  left?: ReadonlySet<string>
  folders?: readonly MemoryFolder[]
  /** Memories of one title stay as they are. */
  keepTitles?: boolean
}

/**
 * Settles what a merge left behind in memory files, without git: conflict markers, two files with
 * one id, tombstones that lead nowhere, memories of one title. While commits are replayed only the
 * markers: what else a step brings together waits for the end. It can be broken off anywhere and
 * repeated: what takes something in is written before that goes.
 */
export async function settleStore(
  store: Store,
  now: Date,
  { left = new Set(), folders = listMemoryFolders(store), keepTitles = false }: SettleOptions = {},
): Promise<Settled> {
  const all: Settled = { settled: [], left: [], touched: [], merged: 0, items: [] }
  for (const folder of folders) {
    const except = new Set([...left].flatMap(path => nameIn(folder, path) ?? []))
    const { living, ...settled } = await withFolder(store, folder, files => {
      return settleFolder(files, { except, keepTitles })
    })
    if (settled.merged > 0) tell(store, folder, { ...settled, living }, now)
    all.settled.push(...settled.settled)
    all.left.push(...settled.left)
    all.touched.push(...settled.touched)
    all.merged += settled.merged
    all.items.push(...settled.items)
  }
  return all
}

/** The name of a file of this folder; undefined for a path that lies elsewhere. */
function nameIn({ path: folder }: MemoryFolder, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}

/** A project that this machine knows no path of has no activity either. */
function tell(
  store: Store,
  { key }: MemoryFolder,
  { merged, living, items }: Pick<SettledFolder, 'merged' | 'living' | 'items'>,
  now: Date,
): void {
  const folder = listScopes(store).find(one => one.key === key)
  if (folder === undefined) return
  const before = living + readImportRows(store, folder.localKey).length
  const counts = { merged, before, after: before - merged, items }
  logEvent(store, createEvent('consolidate', folder.scope, now, counts))
}

/** A `Settled` of one folder. `living`: memories that lived before those of one title merged. */
interface SettledFolder extends Settled {
  living: number
}

async function settleFolder(
  files: LockedFolder,
  { except, keepTitles }: { except: ReadonlySet<string>; keepTitles: boolean },
): Promise<SettledFolder> {
  const settled: SettledFolder = {
    ...{ settled: [], left: [], touched: [], merged: 0, living: 0 },
    items: [],
  }
  let loaded = await load(files)
  for (const { file, problem } of loaded.values()) {
    if (problem === undefined || except.has(file.name)) continue
    const outcome = await settleMarkers(files, file.name)
    if (outcome !== undefined) note(settled, files, file.name, outcome)
  }
  if (isReplaying(files.directory)) return settled
  loaded = await load(files, loaded)
  const copies = planCopies(await documentsOf(files, loaded))
  for (const copy of copies) settleCopy(files, copy, settled)
  if (copies.length > 0) loaded = await load(files, loaded)
  const unreadable = new Set(unreadableIds(files, loaded))
  settleRest(files, await documentsOf(files, loaded), { keepTitles, unreadable, settled })
  return settled
}

/** A rebase and its like go through states each of which is only part of one. */
function isReplaying(directory: string): boolean {
  const repository = findRepository(directory)
  const operation = repository && operationIn(repository)
  return operation !== undefined && operation !== 'merge'
}

async function load(
  { directory }: LockedFolder,
  before: ReadonlyMap<string, LoadedFile> = new Map(),
): Promise<Map<string, LoadedFile>> {
  return (await loadFiles(directory, before)) ?? new Map<string, LoadedFile>()
}

async function documentsOf(
  files: LockedFolder,
  loaded: ReadonlyMap<string, LoadedFile>,
): Promise<NamedDocument[]> {
  const documents: NamedDocument[] = []
  for (const { file, document } of loaded.values()) {
    const { name } = file
    if (document === undefined) continue
    // A time that is not stated would be another one on every machine.
    const isStated = document.createdAt !== file.modifiedAt
    const parsed = isStated ? { document } : await parseSide(files.read(name)?.text ?? '', name)
    if ('document' in parsed) documents.push({ name, document: parsed.document })
  }
  return documents
}

function settleCopy(
  files: LockedFolder,
  { name, original, replacement }: CopyPlan,
  settled: Settled,
): void {
  if (replacement !== undefined) {
    const { name: fresh, document } = replacement
    files.write(fresh, formatMerged(document), files.read(fresh))
    settled.touched.push(`${files.folder.path}/${fresh}`)
  }
  const file = files.read(name)
  if (file) files.remove(name, file)
  const how =
    replacement === undefined
      ? `removed: a copy of ${original}`
      : `now ${replacement.name}: it had the id of ${original}, and says something else`
  note(settled, files, name, { how })
}

function unreadableIds(
  { directory }: LockedFolder,
  loaded: ReadonlyMap<string, LoadedFile>,
): string[] {
  const broken = [...loaded.values()].filter(({ problem }) => problem !== undefined)
  return broken.flatMap(({ file }) => readBrokenIds(directory, file.name))
}

interface RestOptions {
  keepTitles: boolean
  unreadable: ReadonlySet<string>
  settled: SettledFolder
}

function settleRest(
  files: LockedFolder,
  documents: readonly NamedDocument[],
  { keepTitles, unreadable, settled }: RestOptions,
): void {
  const names = new Map(documents.map(({ name, document }) => [document.id, name]))
  const whole = planSettlement(
    documents.map(({ document }) => document),
    unreadable,
  )
  const plan = keepTitles ? { ...whole, apart: [], merges: [] } : whole
  for (const document of orderOfWriting(plan)) {
    const name = names.get(document.id)!
    files.write(name, formatMerged(document), files.read(name))
    note(settled, files, name, { how: describe(plan, document.id) })
  }
  const revived = new Set(plan.revived.map(({ id }) => id))
  settled.living = documents.filter(({ document }) => {
    return isLiving(document) || revived.has(document.id)
  }).length
  settled.merged = plan.merges.flatMap(({ tombstones }) => tombstones).length
  settled.items.push(...plan.merges.flatMap(toItems))
}

function describe({ merges }: Settlement, id: string): string {
  const own = merges.find(({ survivor }) => survivor.id === id)
  if (own) return `took in ${own.tombstones.map(one => one.id).join(', ')}, of ${describeSame(own)}`
  const other = merges.find(({ tombstones }) => tombstones.some(one => one.id === id))
  if (other) return `archived: merged into ${other.survivor.id}, of the same title`
  return 'back from the archive: what it was merged into is gone; look at it'
}

function describeSame({ survivor }: TitleMerge): string {
  return isAgainstItself(survivor)
    ? `the same title; they contradict each other, ${REVIEW}`
    : 'the same title'
}

function isAgainstItself({ id, source: { contradicts } }: MemoryDocument): boolean {
  return Array.isArray(contradicts) && contradicts.includes(id)
}

function toItems({ survivor, tombstones }: TitleMerge): EventItem[] {
  return [
    toEventItem(survivor, isAgainstItself(survivor) ? 'marked' : 'updated'),
    ...tombstones.map(one => toEventItem(one, 'merged', survivor.id)),
  ]
}

function note(
  settled: Settled,
  { folder }: LockedFolder,
  name: string,
  outcome: { how: string } | { reason: string },
): void {
  const path = `${folder.path}/${name}`
  if ('reason' in outcome) settled.left.push({ path, ...outcome })
  else {
    settled.settled.push({ path, ...outcome })
    settled.touched.push(path)
  }
}

/** The way a file was settled, or the reason that it was not. */
type MarkerOutcome = { how: string } | { reason: string }

const REVIEW = 'look at it, and take its tag needs-review off'
const FLAGGED = `conflict markers merged; both sides changed the same, ${REVIEW}`

/**
 * Settles a memory file in which git's conflict markers were saved, also long ago and by others.
 * Undefined where it holds none. What cannot be taken apart surely is left as it is.
 */
async function settleMarkers(
  files: LockedFolder,
  name: string,
): Promise<MarkerOutcome | undefined> {
  const file = files.read(name)
  if (file === undefined || !hasConflict(file.text)) return undefined
  const split = splitConflict(file.text)
  if ('problem' in split) return { reason: `${split.problem}; edit it by hand` }
  const { base, ours, theirs } = split
  const merged = await mergeTexts(base, ours, theirs, name)
  if ('problem' in merged) {
    if (merged.isOfTwo === true) return settleApart(files, name, [ours, theirs])
    return { reason: `cannot be merged: the sides ${merged.problem}; edit it by hand` }
  }
  if (hasConflict(merged.text)) return { reason: 'has conflict markers in its front matter' }
  files.write(name, merged.text, file)
  return { how: merged.isFlagged ? FLAGGED : 'conflict markers merged' }
}

/** The sides are two memories: each goes into a file of its own, and this one last. */
async function settleApart(
  files: LockedFolder,
  name: string,
  texts: readonly string[],
): Promise<MarkerOutcome> {
  const sides: MemoryDocument[] = []
  for (const text of texts) {
    const parsed = await parseSide(text, name)
    if ('document' in parsed) sides.push(parsed.document)
  }
  const own = sides.find(({ id }) => idOfFileName(name) === id)
  for (const side of sides) if (side !== own) await place(files, side)
  const file = files.read(name)
  if (file && own) files.write(name, formatMerged(own), file)
  else if (file) files.remove(name, file)
  return { how: 'conflict markers taken out; the sides were two memories, each has its file' }
}

/** Puts a memory into the file of its name; what that says already stays in. */
async function place(files: LockedFolder, document: MemoryDocument): Promise<void> {
  const standing = files.names().find(one => idOfFileName(one) === document.id)
  const name = standing ?? memoryFileName(document.title, document.id)
  const file = files.read(name)
  const parsed = file && (await parseSide(file.text, name))
  const known = parsed && 'document' in parsed ? parsed.document : undefined
  const merged = known && mergeDocuments(undefined, known, document)
  const whole = merged && 'document' in merged ? merged.document : document
  files.write(name, formatMerged(whole), file)
}
