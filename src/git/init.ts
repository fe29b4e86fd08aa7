import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { createDurable, readText, writeDurable } from '../../store/files/atomic.js'
import { toGitError, type Git, openGit, type Environment } from '../../store/git/git.js'
import { findRepository, gitIn } from '../../store/git/repository.js'
import { IGNORED, MEMORY_ATTRIBUTES, type Store, openStore } from '../../store/store.js'
import { parseConfig, openGitStore, findSetup, isStateTracked } from './store.js'

/** The files that make up this program, by absolute paths. */
export interface ProgramFiles {
  /** The Node that runs it. */
  node: string
  script: string
}

/** How the merge driver stands in a repository's configuration. */
export type DriverState = 'registered' | 'missing' | 'without its program'

const NAME = 'svc: memories, field by field'
/** The driver itself decided that a person must settle the file, and wrote what should stand. */
const DECIDED = 65

/**
 * The line that git runs to merge a memory. Where the program is missing or cannot do it, git's own
 * merge of lines takes its place: else git would keep "ours" without a sign of a conflict.
 */
export function formatDriver({ node, script }: ProgramFiles): string {
  const own = `test -f ${quote(script)} && ${quote(node)} ${quote(script)} git merge-driver %O %A %B %L %P`
  const plain = 'git merge-file -q --marker-size=%L %A %O %B'
  return `{ ${own}; } || { test $? -eq ${DECIDED} && exit 1; ${plain}; }`
}

/**
 * Registers the merge driver in the repository's own configuration, which linked worktrees share.
 * Changes nothing where it stands there already; true where it did. Throws GIT_FAILED.
 */
export async function registerDriver(git: Git, program: ProgramFiles): Promise<boolean> {
  const wanted = [
    ['merge.svc.name', NAME],
    ['merge.svc.driver', formatDriver(program)],
  ] as const
  const standing = parseConfig((await git.run(LIST)).stdout)
  const changed = wanted.filter(([key, value]) => standing.get(key)?.at(-1) !== value)
  for (const [key, value] of changed) {
    const args = ['config', '--local', '--replace-all', key, value]
    const { code, stderr } = await git.run(args)
    if (code !== 0) throw toGitError(args, stderr)
  }
  return changed.length > 0
}

const LIST = ['config', '--local', '-z', '--get-regexp', '^merge\\.svc\\.']

/** Whether a driver's line leads to programs that are there. */
export function stateOfDriver(line: string | undefined): DriverState {
  if (line === undefined || line.trim() === '') return 'missing'
  const paths = [...line.matchAll(/'((?:[^']|'\\'')*)'/g)].map(([, path = '']) => unquote(path))
  return paths.every(path => existsSync(path)) ? 'registered' : 'without its program'
}

/** One word of a shell in which git replaces nothing. */
function quote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
}

function unquote(path: string): string {
  return path.replaceAll(`'\\''`, "'").replaceAll('%%', '%')
}

/** What was added to a file of git's, or why it was not. */
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

/** At the end, where they count for what they name whatever stands before. */
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

/** A file of the store that git leaves out, and the rule that makes it do so. */
export interface IgnoredFile {
  /** From the store's root. */
  path: string
  /** The file that the rule stands in, as git names it, and its line: `.gitignore:3`. */
  place: string
  rule: string
}

/** Any memory has such a name; none has exactly this one. */
const MEMORIES = [
  'global/memories/any--aaaaaaaa.md',
  'projects/any-aaaaaaaaaa/memories/any--aaaaaaaa.md',
]
/** A store whose manifest is not committed would be no store elsewhere. */
const FILES = ['svc.json', '.gitattributes']

/** What of a store a rule of the person's keeps out of git; [] where nothing. */
export async function findIgnored(git: Git): Promise<IgnoredFile[]> {
  const input = [...FILES, ...MEMORIES].join('\0')
  const { stdout } = await git.run(['check-ignore', '-v', '-z', '--stdin'], { input })
  return parseIgnored(stdout)
}

/** The memories alone: as long as git leaves them out nothing is backed up. */
export async function findIgnoredMemories(git: Git): Promise<IgnoredFile[]> {
  return (await findIgnored(git)).filter(({ path }) => MEMORIES.includes(path))
}

/** Reads what `git check-ignore -v -z` prints: source, line, pattern and path of each file. */
function parseIgnored(text: string): IgnoredFile[] {
  const fields = text.split('\0')
  const files: IgnoredFile[] = []
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = '', line = '', rule = '', path = ''] = fields.slice(at, at + 4)
    // A rule with `!` takes a file in again.
    if (!rule.startsWith('!')) files.push({ path, rule, place: `${source}:${line}` })
  }
  return files
}

/** What a person should know and do about files that git leaves out; [] where there are none. */
export function describeIgnored(root: string, ignored: readonly IgnoredFile[]): string[] {
  const memory = ignored.find(({ path }) => MEMORIES.includes(path))
  const others = ignored.filter(({ path }) => !MEMORIES.includes(path))
  return [
    ...(memory === undefined
      ? []
      : [
          `git ignores the memories of this store: ${causeOf(memory)}; nothing new is backed up ` +
            `until that rule is gone (${gitIn(root)} check-ignore -v ${memory.path})`,
        ]),
    ...others.map(file => `git ignores ${file.path}: ${causeOf(file)}`),
  ]
}

function causeOf({ rule, place }: IgnoredFile): string {
  return `the rule ${rule} in ${place}`
}

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
  /** The repository around it, which ignores the store's folder: why it has one of its own. */
  around?: string
  /** What of the store git leaves out because of a rule of the person's. */
  ignored: IgnoredFile[]
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
  const made = await makeRepository(store, git)
  const prepared = await prepareStore(store, git, program)
  const gitStore = openGitStore(databasePath, { env })
  const { remote } = await findSetup(gitStore, undefined)
  return {
    store: store.root,
    workTree: gitStore.repository.workTree,
    ...made,
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

/** The branch that a new store begins with: what the person has set for new repositories, else `main`. */
export async function firstBranchOf(git: Git): Promise<string> {
  const { stdout } = await git.run(['config', '--get', 'init.defaultBranch'])
  return stdout.trim() || 'main'
}
