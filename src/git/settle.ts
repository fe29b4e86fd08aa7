import { hasConflict } from '../../store/document/problems.js'
import { idOfFileName, memoryFileName } from '../../store/names.js'
import type { MemoryDocument } from '../../store/types.js'
import { readBrokenIds } from '../memories/collections.js'
import { loadFiles, type LoadedFile } from '../memories/folder.js'
import { mergeDocuments } from '../merge/document.js'
import {
  planCopies,
  type CopyPlan,
  type NamedDocument,
  orderOfWriting,
  planSettlement,
  type Settlement,
} from '../merge/settlement.js'
import { splitConflict, formatMerged, mergeTexts, parseSide } from '../merge/text.js'
import type { LockedFolder } from './folder.js'
import type { GitStore } from './store.js'

/** What became of a file with conflict markers: how it was settled, or why not. */
export type MarkerOutcome = { how: string } | { reason: string }

const FLAGGED =
  'conflict markers merged; both sides changed the same, look at it, and take its tag needs-review off'

/**
 * Settles a memory file in which git's conflict markers were saved, also long ago and by others.
 * Undefined where it holds none. What cannot be taken apart surely is left as it is.
 */
export async function settleMarkers(
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

/** What is settled in a folder; all of it where nothing is said. */
export interface SettleOptions {
  /** Names of files that are left as they are. */
  except?: ReadonlySet<string>
  /** Only conflict markers, as while a rebase goes through one commit after the other. */
  onlyMarkers?: boolean
  /** Memories of one title stay as they are. */
  keepTitles?: boolean
}

/** As `Resolution`, with all paths that were touched, also those of new and removed files. */
export interface Settled extends Resolution {
  touched: string[]
  /** How many memories went into another one of their title. */
  merged: number
}

/**
 * Settles what a merge left behind in the files of a folder: conflict markers, two files with one
 * id, tombstones that lead nowhere, memories of one title. It can be broken off anywhere and
 * repeated: what takes something in is written before that goes.
 */
export async function settleFolder(
  files: LockedFolder,
  { except = new Set(), onlyMarkers = false, keepTitles = false }: SettleOptions = {},
): Promise<Settled> {
  const settled: Settled = { settled: [], left: [], touched: [], merged: 0 }
  let loaded = await load(files)
  for (const { file, problem } of loaded.values()) {
    if (problem === undefined || except.has(file.name)) continue
    const outcome = await settleMarkers(files, file.name)
    if (outcome !== undefined) note(settled, files, file.name, outcome)
  }
  if (onlyMarkers) return settled
  loaded = await load(files, loaded)
  const copies = planCopies(await documentsOf(files, loaded))
  for (const copy of copies) settleCopy(files, copy, settled)
  if (copies.length > 0) loaded = await load(files, loaded)
  const unreadable = new Set(unreadableIds(files, loaded))
  settleRest(files, await documentsOf(files, loaded), { keepTitles, unreadable, settled })
  return settled
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
  settled: Settled
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
  const plan = keepTitles ? { ...whole, merges: [] } : whole
  for (const document of orderOfWriting(plan)) {
    const name = names.get(document.id)!
    files.write(name, formatMerged(document), files.read(name))
    note(settled, files, name, { how: describe(plan, document.id) })
  }
  settled.merged = plan.merges.flatMap(({ tombstones }) => tombstones).length
}

function describe({ merges }: Settlement, id: string): string {
  const own = merges.find(({ survivor }) => survivor.id === id)
  if (own) return `took in ${own.tombstones.map(one => one.id).join(', ')}, of the same title`
  const other = merges.find(({ tombstones }) => tombstones.some(one => one.id === id))
  if (other) return `archived: merged into ${other.survivor.id}, of the same title`
  return 'back from the archive: what it was merged into is gone; look at it'
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

/** What became of a merge's conflicts. Paths are from the store's root. */
export interface Resolution {
  settled: { path: string; how: string }[]
  left: { path: string; reason: string }[]
}

/** Settles what a merge left open, and what it brought together that does not belong together. */
export type Resolve = (gitStore: GitStore) => Promise<Resolution>
