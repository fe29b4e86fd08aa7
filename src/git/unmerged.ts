import { basename } from 'node:path/posix'
import { hasConflict } from '../../store/document/problems.js'
import type { Git } from '../../store/git/git.js'
import { readObjects } from '../../store/git/read.js'
import { idOfFileName } from '../../store/names.js'
import type { MemoryDocument } from '../../store/types.js'
import { listMemoryFolders, toMemoryPath, withFolder, type LockedFolder } from '../merge/folder.js'
import { parseSide } from '../merge/text.js'
import { STAGES, type Home, type UnmergedFile, type UnmergedMemory } from '../merge/unmerged.js'
import { prefixOf, toStorePath, type GitStore } from './store.js'

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

/** Names that git may have for the other side of what is under way. */
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
 * Finds where memories lie otherwise, by id: those of which an unmerged file has only one side, and
 * those in a file that is named for another one. It looks in the rest of the store, and for the
 * latter also in what either side had committed.
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
    const id = idOfFileName(basename(path))
    if (id !== undefined && lost.includes(id) && !homes.has(id)) homes.set(id, { path })
  }
  return homes
}

/** Ids of memories in a file that is named for another one. */
function findStrangers({ path, ours, theirs }: UnmergedMemory): string[] {
  const own = idOfFileName(basename(path))
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

/**
 * Every file of the repository that is not merged: from the store's root, and those outside the
 * store from the work tree's, with a `/` before it.
 */
export async function listUnmerged(gitStore: GitStore): Promise<string[]> {
  const listed = await gitStore.git.read(['ls-files', '-u', '-z', '--full-name', ':/'])
  const paths = listed.split('\0').map(record => record.slice(record.indexOf('\t') + 1))
  const prefix = prefixOf(gitStore)
  return [...new Set(paths.filter(Boolean))].map(path => toStorePath(prefix, path) ?? `/${path}`)
}
