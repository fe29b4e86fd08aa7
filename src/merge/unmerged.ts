import { basename } from 'node:path/posix'
import { formatMemoryDocument } from '../../store/document/format.js'
import { idOfFileName, memoryFileName } from '../../store/names.js'
import type { MemoryDocument } from '../../store/types.js'
import { isLiving, withReviewTag } from '../memories/life.js'
import { mergeDocuments } from './document.js'
import { mergeLines } from './lines.js'
import { mapSides, mergeKeys, pick, preferSmaller, type Sides } from './sides.js'

/** The memory in each version of an unmerged file, and as its file stands now. */
export interface UnmergedMemory {
  /** Relative to the store's root, with `/`. */
  path: string
  base?: MemoryDocument
  ours?: MemoryDocument
  theirs?: MemoryDocument
  standing?: MemoryDocument
}

/** Files to write, to remove and to leave after a merge. */
export interface UnmergedPlan {
  written: { path: string; document: MemoryDocument; how: string }[]
  removed: { path: string; how: string }[]
  left: { path: string; reason: string }[]
}

type Settled = { document: MemoryDocument; how: string } | { reason: string }

/** Another place of a memory whose name no unmerged file bears. */
export type Home = { path: string; document?: MemoryDocument }

type Versions = Omit<UnmergedMemory, 'path'> & { paths: string[] }

/** The versions of a file, in the order of git's stages. */
export const STAGES = ['base', 'ours', 'theirs'] as const
const REVIEW = 'look at it, and take its tag needs-review off'

/**
 * Plans what becomes of memories that git could not merge. They are told apart by their ids, not
 * by their files: git may have taken a forgotten one and a new one for one file that was renamed.
 * Every id that a side had alive is in one file afterwards, of its name where it can be. Pure.
 */
export function planUnmerged(
  files: readonly UnmergedMemory[],
  homes: ReadonlyMap<string, Home>,
): UnmergedPlan {
  const plan: UnmergedPlan = { written: [], removed: [], left: [] }
  for (const [id, versions] of toVersions(files)) {
    const home = homes.get(id)
    const settled = settle(versions, home?.document)
    if (settled === undefined) continue
    if ('reason' in settled) plan.left.push(...versions.paths.map(path => ({ path, ...settled })))
    else plan.written.push({ path: placeOf(settled.document, versions, home), ...settled })
  }
  // A file that holds what could not be settled stays, whatever else it has to do with.
  const isLeft = (path: string) => plan.left.some(one => one.path === path)
  plan.written = plan.written.filter(({ path }) => !isLeft(path))
  const taken = new Set(plan.written.map(({ path }) => path))
  for (const { path } of files) {
    const isGone = !taken.has(path) && !isLeft(path)
    if (isGone) plan.removed.push({ path, how: 'removed: no side has it any more' })
  }
  return plan
}

/** The versions of each id, from whatever files they are in. */
function toVersions(files: readonly UnmergedMemory[]): Map<string, Versions> {
  const byId = new Map<string, Versions>()
  const of = (id: string, path?: string) => {
    const versions = byId.get(id) ?? { paths: [] }
    byId.set(id, versions)
    if (path !== undefined && !versions.paths.includes(path)) versions.paths.push(path)
    return versions
  }
  for (const file of files) {
    for (const stage of STAGES) {
      const document = file[stage]
      if (document === undefined) continue
      const versions = of(document.id, stage === 'base' ? undefined : file.path)
      versions[stage] = mergeCopies(undefined, versions[stage], document)
    }
    const { standing } = file
    if (standing && isEdited(standing, file)) of(standing.id, file.path).standing = standing
  }
  return byId
}

/** Git leaves one of the versions, or one with markers; anything else is a person's work. */
function isEdited(standing: MemoryDocument, file: UnmergedMemory): boolean {
  const versions = STAGES.map(stage => file[stage]).filter(one => one !== undefined)
  return !versions.some(one => isSame(one, standing))
}

function settle(
  { base, ours, theirs, standing }: Versions,
  elsewhere: MemoryDocument | undefined,
): Settled | undefined {
  if (standing) return { document: standing, how: 'kept as it was edited by hand' }
  const only = ours ?? theirs
  const other = ours && theirs ? theirs : elsewhere
  if (only === undefined) return undefined
  if (other !== undefined) return merge(base, only, other)
  if (base === undefined) return { document: only, how: 'kept: it is new' }
  if (isSame(base, only)) return undefined
  if (!isLiving(only)) return { document: only, how: 'kept in the archive' }
  const document = { ...only, tags: withReviewTag(only.tags) }
  return { document, how: `kept: forgotten on one side, changed on the other; ${REVIEW}` }
}

function merge(
  base: MemoryDocument | undefined,
  ours: MemoryDocument,
  theirs: MemoryDocument,
): Settled {
  const merged = mergeDocuments(base, ours, theirs)
  if ('problem' in merged) return { reason: `the sides ${merged.problem}` }
  const { document, isFlagged } = merged
  const how = isFlagged ? `merged; both sides changed the same, ${REVIEW}` : 'merged'
  return { document, how }
}

function mergeCopies(
  base: MemoryDocument | undefined,
  known: MemoryDocument | undefined,
  document: MemoryDocument,
): MemoryDocument {
  const merged = known && merge(base, known, document)
  return merged && 'document' in merged ? merged.document : document
}

/**
 * Chooses the file of a memory: where the other side has it now; else one that bears the id; else
 * one named by hand; else where the memory lay before.
 */
function placeOf(document: MemoryDocument, { paths }: Versions, home: Home | undefined): string {
  const { id, title } = document
  const named = paths.filter(path => idOfFileName(basename(path)) === id).sort()[0]
  const free = paths.filter(path => idOfFileName(basename(path)) === undefined).sort()[0]
  const [first = ''] = paths
  const folder = first.slice(0, -basename(first).length)
  if (home?.document !== undefined) return home.path
  return named ?? home?.path ?? free ?? folder + memoryFileName(title, id)
}

function isSame(a: MemoryDocument, b: MemoryDocument): boolean {
  return formatMemoryDocument(a) === formatMemoryDocument(b)
}

/** A file that git could not merge: its text in each version that has it. */
export interface UnmergedFile {
  /** Relative to the store's root, with `/`. */
  path: string
  base?: string
  ours?: string
  theirs?: string
  /** The reason that there are no texts to merge. */
  problem?: string
}

const LINE_FILES = ['.gitignore', '.gitattributes']
const SCOPE = /^projects\/[^/]+\/scope\.json$/

/**
 * Merges a file of the store that is no memory: `scope.json` by its keys, git's own files by their
 * lines; what one side removed and the other one has stays. Undefined for every other file, and
 * where a version cannot be read. Pure.
 */
export function mergeOther({ path, base, ours, theirs }: UnmergedFile): string | undefined {
  const isLines = LINE_FILES.includes(path)
  if (!isLines && !SCOPE.test(path)) return undefined
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  const [first = '', second = ''] = [ours, theirs].sort()
  const sides = { base, ours: first, theirs: second }
  return isLines ? mergeLineFile(sides) : mergeJson(sides)
}

function mergeLineFile(sides: Sides<string>): string {
  const { value } = mergeLines(mapSides(sides, text => text.replace(/\r\n?/g, '\n').trimEnd()))
  return `${value}\n`
}

type Json = Record<string, unknown>

function mergeJson(sides: Sides<string>): string | undefined {
  const { base, ours, theirs } = mapSides(sides, parseObject)
  if (ours === undefined || theirs === undefined) return undefined
  const merged = mergeKeys({ base, ours, theirs }, values => pick(values, preferSmaller).value)
  return JSON.stringify(merged, null, 2) + '\n'
}

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined
  } catch {
    return undefined
  }
}
