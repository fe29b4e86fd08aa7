import { formatMemoryDocument } from '../../store/document/format.js'
import { hasConflict } from '../../store/document/problems.js'
import type { Git } from '../../store/git/git.js'
import { readObjects } from '../../store/git/read.js'
import { idOfFileName, memoryFileName } from '../../store/names.js'
import type { MemoryDocument } from '../../store/types.js'
import { withReviewTag } from '../memories/life.js'
import { mergeDocuments, isTombstone } from '../merge/document.js'
import { mergeLines } from '../merge/lines.js'
import { arrange, mapSides, pick, preferSmaller, type Sides } from '../merge/sides.js'
import { parseSide } from '../merge/text.js'
import { listMemoryFolders, toMemoryPath, withFolder, type LockedFolder } from './folder.js'
import type { GitStore } from './store.js'

/** The memory in each version of an unmerged file, and as its file stands now. */
export interface UnmergedMemory {
  /** From the store's root, with `/`. */
  path: string
  base?: MemoryDocument
  ours?: MemoryDocument
  theirs?: MemoryDocument
  standing?: MemoryDocument
}

/** What stands where after a merge. */
export interface UnmergedPlan {
  written: { path: string; document: MemoryDocument; how: string }[]
  removed: { path: string; how: string }[]
  left: { path: string; reason: string }[]
}

type Settled = { document: MemoryDocument; how: string } | { reason: string }

/** Where a memory lies that no unmerged file bears the name of. */
export type Home = { path: string; document?: MemoryDocument }

type Versions = Omit<UnmergedMemory, 'path'> & { paths: string[] }

const STAGES = ['base', 'ours', 'theirs'] as const
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
      versions[stage] = both(undefined, versions[stage], document)
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
  if (isTombstone(only)) return { document: only, how: 'kept in the archive' }
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

function both(
  base: MemoryDocument | undefined,
  known: MemoryDocument | undefined,
  document: MemoryDocument,
): MemoryDocument {
  const merged = known && merge(base, known, document)
  return merged && 'document' in merged ? merged.document : document
}

/** Where the other side has it now; else a file that bears the id; else one named by hand; else where the memory lay before. */
function placeOf(document: MemoryDocument, { paths }: Versions, home: Home | undefined): string {
  const { id, title } = document
  const named = paths.filter(path => idOfFileName(nameOf(path)) === id).sort()[0]
  const free = paths.filter(path => idOfFileName(nameOf(path)) === undefined).sort()[0]
  const [first = ''] = paths
  const folder = first.slice(0, -nameOf(first).length)
  if (home?.document !== undefined) return home.path
  return named ?? home?.path ?? free ?? folder + memoryFileName(title, id)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function isSame(a: MemoryDocument, b: MemoryDocument): boolean {
  return formatMemoryDocument(a) === formatMemoryDocument(b)
}

/** A file that git could not merge: its text in each version that has it. */
export interface UnmergedFile {
  /** From the folder of `git`, with `/`. */
  path: string
  base?: string
  ours?: string
  theirs?: string
  /** Why there are no texts to merge. */
  problem?: string
}
const RECORD = /^(\d{6}) ([0-9a-f]+) ([123])\t([^]+)$/
const REGULAR = /^100/

/** The files below git's folder that wait to be merged, in two runs of git; [] where none do. */
export async function readUnmerged(git: Git): Promise<UnmergedFile[]> {
  const listed = await git.read(['ls-files', '-u', '-z', '--', '.'])
  const records = listed.split('\0').flatMap(record => toRecord(record) ?? [])
  const texts = await readObjects(
    git,
    records.map(({ id }) => id),
  )
  const files = new Map<string, UnmergedFile>()
  for (const { path, mode, id, stage } of records) {
    const file = files.get(path) ?? { path }
    files.set(path, file)
    const text = texts.get(id)
    if (!REGULAR.test(mode) || text === undefined) file.problem = 'is not a file in every version'
    else if (text.includes('\0')) file.problem = 'is binary'
    else if (text.includes('\ufffd')) file.problem = 'is not UTF-8 text'
    else file[stage] = text
  }
  return [...files.values()]
}

function toRecord(record: string) {
  const [, mode = '', id = '', stage = '', path] = RECORD.exec(record) ?? []
  return path === undefined ? undefined : { mode, id, path, stage: STAGES[Number(stage) - 1]! }
}

/** What git may call the other side of what is under way. */
const HEADS = ['HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD', 'REVERT_HEAD']

/** The memory that a file holds as it stands; undefined where it cannot be read as one. */
export async function readStanding(
  files: LockedFolder,
  name: string,
): Promise<MemoryDocument | undefined> {
  const file = files.read(name)
  if (file === undefined || hasConflict(file.text)) return undefined
  const parsed = await parseSide(file.text, name)
  return 'document' in parsed ? parsed.document : undefined
}

/**
 * Where memories lie by id, of which an unmerged file has only one side, or which are in a file that
 * is named for another one: elsewhere in the store, or where either side had committed them.
 */
export async function findHomes(
  gitStore: GitStore,
  memories: readonly UnmergedMemory[],
): Promise<Map<string, Home>> {
  const homes = new Map<string, Home>()
  const unmerged = new Set(memories.map(({ path }) => path))
  const strangers = new Set(memories.flatMap(findStrangers))
  const isHalf = (one: UnmergedMemory) => !one.ours || !one.theirs
  const halves = memories.filter(isHalf).flatMap(one => (one.ours ?? one.theirs)?.id ?? [])
  for (const id of new Set([...strangers, ...halves])) {
    const home = await findInStore(gitStore, id, unmerged)
    if (home) homes.set(id, home)
  }
  const lost = [...strangers].filter(id => !homes.has(id))
  for (const path of lost.length === 0 ? [] : await listCommitted(gitStore)) {
    const id = idOfFileName(path.slice(path.lastIndexOf('/') + 1))
    if (id !== undefined && lost.includes(id) && !homes.has(id)) homes.set(id, { path })
  }
  return homes
}

/** Ids of memories in a file that is named for another one. */
function findStrangers({ path, ours, theirs }: UnmergedMemory): string[] {
  const own = idOfFileName(path.slice(path.lastIndexOf('/') + 1))
  const ids = [ours?.id, theirs?.id].filter(id => id !== undefined)
  return own === undefined ? [] : ids.filter(id => id !== own)
}

async function findInStore(
  { store }: GitStore,
  id: string,
  unmerged: ReadonlySet<string>,
): Promise<Home | undefined> {
  for (const folder of listMemoryFolders(store)) {
    const home = await withFolder(store, folder, async files => {
      const isElsewhere = (name: string) => !unmerged.has(`${folder.path}/${name}`)
      const name = files.names().find(one => idOfFileName(one) === id && isElsewhere(one))
      const document = name === undefined ? undefined : await readStanding(files, name)
      return document && { path: `${folder.path}/${name}`, document }
    })
    if (home) return home
  }
  return undefined
}

/** The memory files of both sides, as they were committed. */
async function listCommitted({ git }: GitStore): Promise<string[]> {
  const paths = []
  for (const head of HEADS) {
    const { code, stdout } = await git.run(['ls-tree', '-r', '-z', '--name-only', head])
    if (code === 0) paths.push(...stdout.split('\0').filter(path => toMemoryPath(path)))
  }
  return paths
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
  const objects: Sides<Json> = { base, ours, theirs }
  const names = mapSides(objects, object => Object.keys(object))
  const all = new Set([...(names.base ?? []), ...names.ours, ...names.theirs])
  const values = new Map<string, unknown>()
  for (const key of all) {
    const { value } = pick(
      mapSides(objects, object => object[key]),
      preferSmaller,
    )
    if (value !== undefined) values.set(key, value)
  }
  const order = arrange(names, new Set(values.keys()))
  return (
    JSON.stringify(Object.fromEntries(order.map(key => [key, values.get(key)])), null, 2) + '\n'
  )
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
