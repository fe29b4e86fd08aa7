import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readRemote } from '../store/git/remote.js'
import { commonDirectoryOf, gitDirectoryOf } from '../store/git/repository.js'
import { needsRootCommit, type ProjectIdentity, type ScopeFolder } from '../store/scope-folders.js'
import { readScopeDocument } from '../store/scope-folders/document.js'
import { completeDocument } from '../store/scope-folders/identity.js'
import type { Store } from '../store/store.js'
import type { Scope } from '../store/types.js'

/** How long a look at a history may take (milliseconds). */
const LOOK_MS = 1_000
/** As much of it as a hook has. */
export const HOOK_LOOK_MS = 800

/** Root commits by repository, of this process: a history keeps its beginning. */
const learned = new Map<string, readonly string[]>()

/** What a project is known by besides its path; root commits where this process has looked. */
export function identify(scope: Scope): ProjectIdentity {
  if (scope.type === 'global') return {}
  const repository = repositoryOf(scope.id)
  const rootCommits = repository && learned.get(repository.identity)
  return { remote: readRemote(scope.id), ...(rootCommits && { rootCommits }) }
}

/**
 * Looks at a project's root commits where nothing else could tell which folder of the store is
 * its own. Runs no process where that is known, or where no folder could be it.
 */
export async function learnIdentity(
  store: Store,
  scope: Scope,
  timeoutMs = LOOK_MS,
): Promise<void> {
  // Asked first, because a pointer that is there answers it at once.
  if (scope.type === 'global' || !needsRootCommit(store, scope, () => identify(scope))) return
  if (!isLearned(scope.id)) await learn(scope.id, timeoutMs)
}

/** Looks at a project's root commits where its `scope.json` is to gain something. */
export async function learnToRecord({ scope, path, placement }: ScopeFolder): Promise<void> {
  if (scope.type === 'global' || placement === 'in-repo' || isLearned(scope.id)) return
  const document = readScopeDocument(dirname(path), basename(path))
  const { remote } = identify(scope)
  const isComplete =
    document?.rootCommit !== undefined &&
    completeDocument(document, { remote, rootCommits: [document.rootCommit] }) === undefined
  if (!isComplete) await learn(scope.id, LOOK_MS)
}

function isLearned(path: string): boolean {
  const repository = repositoryOf(path)
  return repository === undefined || learned.has(repository.identity)
}

async function learn(path: string, timeoutMs: number): Promise<void> {
  const repository = repositoryOf(path)
  if (repository === undefined) return
  // Of a shallow clone the history begins somewhere.
  const isShallow = existsSync(join(repository.common, 'shallow'))
  const commits = isShallow ? [] : await readCommits(repository.gitDirectory, timeoutMs)
  // One without a commit yet gets its first some day.
  if (isShallow || commits.length > 0) learned.set(repository.identity, commits)
}

async function readCommits(gitDirectory: string, timeoutMs: number): Promise<string[]> {
  // Starting processes is more than a hook loads without need.
  const { readRootCommits } = await import('../store/git/root-commit.js')
  return readRootCommits(gitDirectory, timeoutMs)
}

/** Its git directory and what tells it from one that stood at this path before. */
function repositoryOf(path: string) {
  const gitDirectory = gitDirectoryOf(path)
  if (gitDirectory === undefined) return undefined
  const stats = statSync(gitDirectory, { throwIfNoEntry: false, bigint: true })
  if (stats === undefined) return undefined
  const common = commonDirectoryOf({ workTree: path, gitDirectory })
  return { gitDirectory, common, identity: `${path} ${stats.ino}-${stats.birthtimeNs}` }
}
