import { SvcError } from '../../store/errors.js'
import { gitDirectoryOf } from '../../store/git/repository.js'
import { toDataFolder, toInRepoFolder } from '../../store/scope-folders.js'
import { findInRepoProblem, isTrusted } from '../../store/scope-folders/in-repo.js'
import { findPointer } from '../../store/scope-folders/pointers.js'
import { toStamped } from '../../store/scope-folders/verified.js'
import type { Store } from '../../store/store.js'
import { inspectInRepo } from './inspect.js'
import { finishMoves, transfer, type MoveCounts, type MoveOptions } from './transfer.js'
import { makeProject, toPlaced, type ProjectScope } from './project.js'

const PART = { format: 1, isWhole: false } as const

/** Where the memories of a project lie. */
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
  const { key } = await makeProject(store, scope)
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
