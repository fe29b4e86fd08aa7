import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import type { Git } from '../../store/git/git.js'
import { gitDirectoryOf } from '../../store/git/repository.js'
import {
  recordScope,
  toDataFolder,
  toInRepoFolder,
  toStamped,
} from '../../store/projects/folder.js'
import { openProject } from '../../store/projects/identity.js'
import {
  findInRepoProblem,
  findPointer,
  IN_REPO,
  isTrusted,
  toTrust,
  toUnplaced,
  removePointer,
  writePointer,
  type Pointer,
} from '../../store/projects/pointers.js'
import { makeScope } from '../../store/projects/projects.js'
import type { Store } from '../../store/store.js'
import type { ProjectScope } from '../../store/types.js'
import { loadFiles, type LoadedFile } from '../memories/folder.js'
import { isLiving } from '../memories/life.js'
import type { InRepoContents } from '../types.js'
import { inspectInRepo, countMemoryFiles } from './list.js'
import { finishMoves, transfer, type MoveCounts, type MoveOptions } from './transfer.js'

/** A move of memories and skills alone: the project stays the one that it is. */
const PART = { format: 1, isWhole: false } as const

/** Place of a project's memories. */
export type Placement = 'in-repo' | 'data-dir'

/**
 * Moves a project's memories and skills into its work tree, or back into the data directory. What
 * lies there already stays. Repeating it goes on where it was interrupted. Throws INVALID_REQUEST
 * outside of git, CONFLICT where a `.svc` is there that nobody trusted, has links, or cannot be
 * written; nothing is moved then.
 */
export async function placeProject(
  store: Store,
  scope: ProjectScope,
  placement: Placement,
  options: MoveOptions,
): Promise<MoveCounts> {
  await finishMoves(store, options.now)
  if (placement === 'in-repo') checkWorkTree(store, scope)
  const { key } = await makeScope(store, scope)
  const inside = toInRepoFolder(store, { path: scope.id, folder: key })
  const outside = toDataFolder(store, scope, key)
  if (placement === 'in-repo') {
    const pointer = toPlaced(scope.id, key)
    return transfer(store, { ...PART, from: [outside], to: inside, pointer }, options)
  }
  if (!isClosable(store, scope)) return { memories: 0, skills: 0, queued: 0, left: [] }
  const pointer = toStamped({ path: scope.id, folder: key })
  return transfer(store, { ...PART, from: [inside], to: outside, pointer }, options)
}

function checkWorkTree(store: Store, { id }: ProjectScope): void {
  if (gitDirectoryOf(id) === undefined) {
    throw new SvcError(
      'INVALID_REQUEST',
      `${id} is no git work tree; memories lie in a project only where git keeps them`,
    )
  }
  const problem = findInRepoProblem(id)
  if (problem !== undefined) throw new SvcError('CONFLICT', `${problem.path} ${problem.problem}`)
  const pointer = findPointer(store, id)
  const isOurs = pointer !== undefined && isTrusted(pointer)
  if (isOurs || (inspectInRepo(id)?.files ?? 0) === 0) return
  throw new SvcError(
    'CONFLICT',
    `${id} has a .svc already that is not trusted; look at it with svc trust first`,
  )
}

/** False where the memories lie in the data directory already. */
function isClosable(store: Store, { id }: ProjectScope): boolean {
  const pointer = findPointer(store, id)
  if (pointer?.placement !== 'in-repo') return false
  if (isTrusted(pointer)) return true
  throw new SvcError('CONFLICT', `the .svc of ${id} is not trusted; svc trust comes first`)
}

/** Contents of a `.svc` that somebody is about to trust. */
export interface InRepoView extends InRepoContents {
  /** Living memories. */
  items: number
  /** Titles of the first ten of them, by title. */
  titles: string[]
  /** Memory files that cannot be used. */
  problems: string[]
}

/** Consequences of trust for the project's memories in the data directory. */
export interface TrustOutcome {
  /** Memory files in the data directory that are not read while the work tree's are. */
  setAside: number
}

const TITLES_SHOWN = 10

/** Reads what the `.svc` of a work tree holds. Throws SCOPE_NOT_FOUND where there is none. */
export async function readInRepo({ id }: ProjectScope): Promise<InRepoView> {
  const contents = inspectInRepo(id)
  if (contents === undefined) {
    throw new SvcError('SCOPE_NOT_FOUND', `there is no .svc in ${id}, so there is nothing to trust`)
  }
  const isSound = contents.findings.length === 0
  const titles: string[] = []
  const problems: string[] = []
  if (isSound) {
    for (const { file, document, problem } of await readFiles(contents.path)) {
      if (document === undefined) problems.push(`${file.name} ${problem}`)
      else if (isLiving(document)) titles.push(document.title)
    }
  }
  titles.sort()
  const shown = titles.slice(0, TITLES_SHOWN)
  return { ...contents, items: titles.length, titles: shown, problems }
}

/**
 * Makes the `.svc` of a project count, as long as its remote stays the same. Nothing is moved.
 * Throws CONFLICT if it holds symbolic links.
 */
export async function trustProject(store: Store, scope: ProjectScope): Promise<TrustOutcome> {
  const findings = inspectInRepo(scope.id)?.findings ?? []
  if (findings[0] !== undefined) {
    throw new SvcError('CONFLICT', `${findings[0]}; remove it, a .svc with links is never used`)
  }
  // A damaged one says nothing against it.
  if (findPointer(store, scope.id) === undefined) removePointer(store, scope.id)
  const { key } = await makeScope(store, scope)
  writePointer(store, toPlaced(scope.id, key))
  return { setAside: countMemoryFiles(toDataFolder(store, scope, key).path) }
}

/** The `.svc` of a project no longer counts; its files stay, and those of the data directory count. */
export function revokeTrust(store: Store, scope: ProjectScope): { wasTrusted: boolean } {
  const pointer = findPointer(store, scope.id)
  const wasTrusted = pointer?.placement === 'in-repo'
  if (wasTrusted) {
    // Its memories were known: without a folder it would be taken for a lost project.
    recordScope(toDataFolder(store, scope, pointer.folder))
    writePointer(store, toUnplaced(pointer))
  }
  return { wasTrusted }
}

/** The pointer of a work tree that is trusted as it is now, and holds its memories. */
function toPlaced(path: string, folder: string): Pointer {
  const project = openProject(path)
  return toStamped({ path, folder, placement: 'in-repo', ...toTrust(project) }, project)
}

/** Reads the files without a collection: a look leaves no trace in what is known of a project. */
async function readFiles(path: string): Promise<LoadedFile[]> {
  const files = await loadFiles(join(path, 'memories'), new Map())
  return [...(files?.values() ?? [])]
}

/** Any memory has such a name; none has exactly this one. */
const MEMORY = `${IN_REPO}/memories/any--aaaaaaaa.md`

/** True where git leaves out what lies in the `.svc` of a work tree; false without git. */
export async function isInRepoIgnored(git: Git): Promise<boolean> {
  try {
    return (await git.run(['check-ignore', '-q', '--', MEMORY])).code === 0
  } catch (error) {
    if (error instanceof SvcError) return false
    throw error
  }
}
