import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegularFile } from '../../store/files/read.js'
import { gitDirectoryOf } from '../../store/git/repository.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import type { ImportResult } from '../types.js'
import { isIgnored, readIgnoreRules, type Steps } from './ignored.js'
import { importProject, type ImportOptions } from './index.js'
import { isFirstName, isOpenFolder } from './rules.js'

/** Agent files are looked for so many folders below the root. */
const MOST_DEPTH = 8
/** Names that are looked at: in one folder, in all of them. */
const MOST_NAMES = 10_000
const MOST_ENTRIES = 100_000
/** Comparisons with rules of what git ignores; the walk ends where they are used up. */
const MOST_STEPS = 50_000_000
/** More folders with agent files are not told of. */
const MOST_FOLDERS = 1_000
const MOST_IGNORE_BYTES = 64 * 1024

/** A folder of the work tree, relative to the root, with the rules of what git ignores on the way. */
interface Visited {
  folder: string
  rules: readonly FolderRules[]
}

/** The rules of a folder, for the paths that begin in it. */
interface FolderRules {
  folder: string
  rules: ReturnType<typeof readIgnoreRules>
}

/** Names that a walk goes by in a folder. */
interface Seen {
  folders: readonly string[]
  mayHold: boolean
  isRepository: boolean
}

/**
 * The folders of a git work tree (a real path) that may have agent files of their own, relative to
 * it, the nearest to the root first; [] for what is no work tree. Left out are folders that git
 * ignores, of other repositories, of dependencies and products, and hidden ones; no link is followed.
 * Throws what `signal` was aborted with.
 */
export async function findNestedFolders(
  workspace: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const git = gitDirectoryOf(workspace)
  if (git === undefined) return []
  const found: string[] = []
  const excluded = { folder: '', rules: readRules(git, join(git, 'info', 'exclude')) }
  let level: Visited[] = [{ folder: '', rules: [excluded] }]
  const names = { left: MOST_ENTRIES }
  const steps = { left: MOST_STEPS }
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth++) {
    const next: Visited[] = []
    for (const visited of level) {
      signal?.throwIfAborted()
      const { folder } = visited
      const seen = await look(workspace, folder, names)
      if (seen.isRepository && folder !== '') continue
      if (seen.mayHold && folder !== '') found.push(folder)
      if (found.length >= MOST_FOLDERS || steps.left < 0) return found
      next.push(...enter(workspace, visited, seen.folders, steps))
    }
    level = next
  }
  return found
}

/** Reads which folders a folder has; what is gone or cannot be read has none. */
async function look(workspace: string, folder: string, names: { left: number }): Promise<Seen> {
  const folders: string[] = []
  const directory = join(workspace, folder)
  let [mayHold, isRepository] = [false, false]
  let room = MOST_NAMES
  for await (const entry of entriesOf(directory)) {
    if (--names.left < 0 || --room < 0) break
    if (entry.name === '.git') isRepository = gitDirectoryOf(directory) !== undefined
    if (isFirstName(entry.name)) mayHold = true
    if (entry.isDirectory()) folders.push(entry.name)
  }
  return { folders: folders.sort(), mayHold, isRepository }
}

async function* entriesOf(directory: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(directory, { bufferSize: 256 })
  } catch {
    // A folder that cannot be read has nothing for svc.
  }
}

function enter(
  workspace: string,
  { folder, rules }: Visited,
  names: readonly string[],
  steps: Steps,
): Visited[] {
  const open = names.filter(isOpenFolder)
  if (open.length === 0) return []
  const own = readRules(workspace, join(workspace, folder, '.gitignore'))
  const all = own.length === 0 ? rules : [{ folder, rules: own }, ...rules]
  return open
    .map(name => (folder === '' ? name : `${folder}/${name}`))
    .filter(path => !isLeftOut(path, all, steps))
    .map(path => ({ folder: path, rules: all }))
}

/** True where git ignores a folder: the nearest rules that say something of it count. */
function isLeftOut(path: string, all: readonly FolderRules[], steps: Steps): boolean {
  for (const { folder, rules } of all) {
    const said = isIgnored(rules, folder === '' ? path : path.slice(folder.length + 1), steps)
    if (said !== undefined) return said
  }
  return steps.left < 0
}

function readRules(root: string, path: string): FolderRules['rules'] {
  const read = readRegularFile(root, path, { maxBytes: MOST_IGNORE_BYTES })
  return 'skip' in read ? [] : readIgnoreRules(read.bytes.toString())
}

/**
 * Imports a project as `importProject` does, with its nested folders; with `isRest` what a start of a
 * session has left out, or all where none has imported the project.
 */
export async function importWhole(
  store: Store,
  folder: ScopeFolder,
  options: Omit<ImportOptions, 'nested'>,
): Promise<ImportResult> {
  return importProject(store, folder, { ...options, nested: findNestedFolders })
}
