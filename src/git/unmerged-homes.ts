import { idOfFileName } from '../../store/file-name.js'
import { hasConflict } from '../../store/memory-document/problems.js'
import type { MemoryDocument } from '../../store/types.js'
import { parseSide } from '../merge/text.js'
import type { GitStore } from './git-store.js'
import { listMemoryFolders, toMemoryPath, withFolder, type LockedFolder } from './memory-folder.js'
import type { Home, UnmergedMemory } from './unmerged-plan.js'

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
