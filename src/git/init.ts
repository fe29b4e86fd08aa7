import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { createDurable, readText, writeDurable } from '../../store/files/atomic.js'
import { type Git, openGit, type Environment } from '../../store/git/git.js'
import { readGitStatus } from '../../store/git/read.js'
import { findRepository } from '../../store/git/repository.js'
import { IGNORED, MEMORY_ATTRIBUTES, type Store, openStore } from '../../store/store.js'
import { acceptStanding } from '../settings/accepted.js'
import { findIgnored, type IgnoredFile } from './ignored.js'
import { registerDriver, type ProgramFiles } from './driver.js'
import { guardLocal, isLocalTracked } from './local.js'
import { openGitStore, findSetup } from './store.js'

/** Options of putting a store into git. */
export interface InitOptions {
  /** The environment of the process: git reads it. */
  env: Environment
  program: ProgramFiles
}

/** Result of `svc git init`. */
export interface InitResult {
  /** The store's folder. */
  store: string
  /** The root of the work tree, which the store is or lies in. */
  workTree: string
  /** True where the repository was made now. */
  created: boolean
  /** True where the merge driver was registered, or registered anew, now. */
  driver: boolean
  /** True where git was kept now from writing into what belongs to one machine. */
  isGuarded: boolean
  /** Lines that were missing in .gitignore and .gitattributes. */
  files: FileNote[]
  /** True where git tracks something of `bin/` or `state/`, which belong to one machine. */
  localTracked: boolean
  /** The repository around it, which ignores the store's folder: why it has one of its own. */
  around?: string
  /** Paths of the store that git leaves out because of a rule of the person's. */
  ignored: IgnoredFile[]
  /** The remote that `svc git sync` will use; undefined where there is none yet, or none is chosen. */
  remote?: string
  /** Names of several remotes, if nothing says which one is meant. */
  undecided?: string[]
}

/**
 * Makes the data directory a git work tree, or prepares the one that it lies in. Settings that stand
 * there and did not come with git are accepted. Commits nothing, and changes nothing where everything
 * is in place. Throws NOT_AVAILABLE without git, GIT_FAILED.
 */
export async function initStore(
  databasePath: string,
  { env, program }: InitOptions,
): Promise<InitResult> {
  const store = openStore(databasePath, env)
  const git = openGit(store.root, env)
  const made = await makeRepository(store, git)
  // A config.json that git has not brought was written here, by a person.
  if (made.created || !(await isTracked(git, 'config.json'))) acceptStanding(store.root)
  const prepared = await prepareStore(store, git, program)
  const gitStore = openGitStore(databasePath, { env })
  const isGuarded = await guardLocal(gitStore)
  const { branch } = await readGitStatus(gitStore.git)
  const { remote, undecided } = await findSetup(gitStore, branch)
  return {
    store: store.root,
    workTree: gitStore.repository.workTree,
    ...made,
    ...prepared,
    isGuarded,
    localTracked: await isLocalTracked(gitStore),
    ignored: await findIgnored(git),
    ...(remote !== undefined && { remote }),
    ...(undecided && { undecided }),
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

/** A repository that ignores the store's folder is not one that the store could live in. */
async function makeRepository(
  { root }: Store,
  git: Git,
): Promise<Pick<InitResult, 'created' | 'around'>> {
  const around = findRepository(root)?.workTree
  if (around === root) return { created: false }
  const isIgnored = async () => (await git.run(['check-ignore', '-q', '.'])).code === 0
  if (around !== undefined && !(await isIgnored())) return { created: false }
  await git.read(['init', '-q', '-b', await firstBranchOf(git)])
  return { created: true, ...(around !== undefined && { around }) }
}

async function isTracked(git: Git, name: string): Promise<boolean> {
  return (await git.run(['ls-files', '-z', '--', name])).stdout !== ''
}

/** The branch that a new store begins with: what the person has set for new repositories, else `main`. */
export async function firstBranchOf(git: Git): Promise<string> {
  const { stdout } = await git.run(['config', '--get', 'init.defaultBranch'])
  return stdout.trim() || 'main'
}

/** The lines added to a file of git's, or the reason that they were not. */
interface FileNote {
  name: string
  /** The lines that were missing. */
  lines: string[]
  /** True where the file is a symbolic link: then it is the person's to add them. */
  isLink: boolean
}

/** Adds to .gitignore and .gitattributes what is missing there; other lines stay as they are. */
function completeIgnoreFiles({ root }: Store): FileNote[] {
  const ignored = IGNORED.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return [
    addLines(root, '.gitignore', ignored),
    addLines(root, '.gitattributes', MEMORY_ATTRIBUTES),
  ].filter(({ lines }) => lines.length > 0)
}

/** Adds the lines at the end, where they count whatever stands before. */
function addLines(root: string, name: string, wanted: readonly string[]): FileNote {
  const path = join(root, name)
  const text = readText(path) ?? ''
  const lines = planLines(text, wanted)
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (lines.length === 0 || isLink) return { name, lines, isLink }
  const added = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`
  if (text !== '' || !createDurable(path, added)) writeDurable(path, added)
  return { name, lines, isLink }
}

/** The wanted lines that a text does not have; white space between words does not matter. */
export function planLines(text: string, wanted: readonly string[]): string[] {
  const toWords = (line: string) => line.trim().split(/\s+/).join(' ')
  const standing = new Set(text.split('\n').map(toWords))
  return wanted.filter(line => !standing.has(toWords(line)))
}
