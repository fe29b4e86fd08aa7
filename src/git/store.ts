import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { createCommitTimes } from '../../store/git/commit-times.js'
import { openGit, type Environment, type Git } from '../../store/git/git.js'
import { findRepository, type Repository } from '../../store/git/repository.js'
import { withLock } from '../../store/lock.js'
import { openStore, type Store } from '../../store/store.js'
import { Collections } from '../collection/collections.js'

/** A store that lies in a git work tree: in its root, or in a folder of a larger one. */
export interface GitStore {
  store: Store
  collections: Collections
  repository: Repository
  /** Runs in the store's folder, so that `.` means the store. */
  git: Git
  now: () => Date
}

/** What a git store is opened with. */
export interface GitStoreOptions {
  /** The environment of the process: git reads it. */
  env: Environment
  now?: () => Date
}

/** Opens the store at a manifest path. Throws NOT_AVAILABLE where it lies in no repository. */
export function openGitStore(
  databasePath: string,
  { env, now = () => new Date() }: GitStoreOptions,
): GitStore {
  const store = openStore(databasePath)
  const repository = findRepository(store.root)
  if (repository === undefined) {
    throw new SvcError(
      'NOT_AVAILABLE',
      `${store.root} is in no git repository; svc git init makes it one`,
    )
  }
  const collections = new Collections(store, undefined, createCommitTimes(env))
  return { store, collections, repository, git: openGit(store.root, env), now }
}

/** Runs an action while no other svc commits, merges or pushes this store. */
export function withGitLock<T>(store: Store, action: () => Promise<T>): Promise<T> {
  return withLock(join(store.state, 'locks', 'git'), action)
}
