import { openGit, type Environment, type Git } from '../../store/git/git.js'
import { findRepository } from '../../store/git/repository.js'
import { openStore, type Store } from '../../store/store.js'
import { registerDriver, type ProgramFiles } from './driver.js'
import { openGitStore } from './git-store.js'
import { completeIgnoreFiles, type FileNote } from './ignore-files.js'
import { findSetup, isStateTracked } from './setup.js'

/** What a store is put into git with. */
export interface InitOptions {
  /** The environment of the process: git reads it. */
  env: Environment
  program: ProgramFiles
}

/** What `svc git init` did. */
export interface InitResult {
  /** The store's folder. */
  store: string
  /** The root of the work tree, which the store is or lies in. */
  workTree: string
  /** True where the repository was made now. */
  created: boolean
  /** True where the merge driver was registered, or registered anew, now. */
  driver: boolean
  /** What was missing in .gitignore and .gitattributes. */
  files: FileNote[]
  /** True where git tracks `state/`, which belongs to one machine. */
  stateTracked: boolean
  /** What of the store git leaves out because of a rule of the person's. */
  ignored: string[]
  /** The remote that `svc git sync` will use; undefined where there is none yet. */
  remote?: string
}

/**
 * Makes the data directory a git work tree, or prepares the one that it lies in. Commits nothing,
 * and changes nothing where everything is in place. Throws NOT_AVAILABLE without git, GIT_FAILED.
 */
export async function initStore(
  databasePath: string,
  { env, program }: InitOptions,
): Promise<InitResult> {
  const store = openStore(databasePath)
  const git = openGit(store.root, env)
  const created = await makeRepository(store, git)
  const prepared = await prepareStore(store, git, program)
  const gitStore = openGitStore(databasePath, { env })
  const { remote } = await findSetup(gitStore, undefined)
  return {
    store: store.root,
    workTree: gitStore.repository.workTree,
    created,
    ...prepared,
    stateTracked: await isStateTracked(gitStore),
    ignored: await findIgnored(git),
    ...(remote !== undefined && { remote }),
  }
}

/** Completes git's files in a store that lies in a repository, and registers the merge driver. */
export async function prepareStore(
  store: Store,
  git: Git,
  program: ProgramFiles,
): Promise<Pick<InitResult, 'driver' | 'files'>> {
  return { driver: await registerDriver(git, program), files: completeIgnoreFiles(store) }
}

/** A store whose manifest or memories are not committed would be no store elsewhere. */
async function findIgnored(git: Git): Promise<string[]> {
  const probes = ['svc.json', '.gitattributes', 'global/memories/any--aaaaaaaa.md']
  const { stdout } = await git.run(['check-ignore', '--', ...probes])
  return stdout.split('\n').filter(Boolean)
}

/** A repository that ignores the store's folder is not one that the store could live in. */
async function makeRepository({ root }: Store, git: Git): Promise<boolean> {
  const around = findRepository(root)
  if (around?.workTree === root) return false
  if (around !== undefined && (await git.run(['check-ignore', '-q', '.'])).code !== 0) return false
  const { stdout } = await git.run(['config', '--get', 'init.defaultBranch'])
  await git.read(['init', '-q', ...(stdout.trim() === '' ? ['-b', 'main'] : [])])
  return true
}
