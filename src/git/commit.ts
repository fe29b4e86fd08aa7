import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { hasConflict } from '../../store/document/problems.js'
import { succeeds, SvcError } from '../../store/errors.js'
import { readSmallFile } from '../../store/files/read.js'
import { toGitError, type Git, type GitResult } from '../../store/git/git.js'
import { readGitStatus, type FileChange, type GitStatus } from '../../store/git/read.js'
import { operationIn, gitIn } from '../../store/git/repository.js'
import { pathIn } from '../../store/names.js'
import { redact } from '../redact/index.js'
import { keepBounds } from '../settings/accepted.js'
import { type FileTexts, formatCommitMessage, toStoreChanges, type StoreChange } from './changes.js'
import { findIgnoredMemories, type IgnoredFile } from './ignored.js'
import { ADD_ALL, isLocalPath } from './local.js'
import { recoverMerge } from './merge.js'
import {
  prefixOf,
  readFileTexts,
  toStorePath,
  type GitStore,
  findIdentity,
  type Identity,
} from './store.js'

const NAMED = 10

/**
 * Names the problem by which a text must not get into a commit, or undefined. A binary file is not
 * looked into. A merge lets secrets through: stopping here would not keep back what others have
 * shared.
 */
export function findUnfit(text: string, isMerge = false): string | undefined {
  if (text.includes('\0')) return undefined
  if (hasConflict(text)) return 'holds conflict markers'
  if (isMerge) return undefined
  const { rules } = redact(text)
  return rules.length === 0 ? undefined : `holds a secret (${rules.join(', ')})`
}

/** Throws CONFLICT naming the files that must not get into a commit, each with its reason. */
function refuseUnfit(files: readonly FileTexts[], isMerge: boolean): void {
  const unfit = files.flatMap(({ path, after }) => {
    const reason = after === undefined ? undefined : findUnfit(after, isMerge)
    return reason === undefined ? [] : [`${path} ${reason}`]
  })
  if (unfit.length === 0) return
  const more = unfit.length > NAMED ? `; and ${unfit.length - NAMED} more` : ''
  throw new SvcError(
    'CONFLICT',
    `nothing was committed: ${unfit.slice(0, NAMED).join('; ')}${more}. ` +
      'Edit the file (svc git resolve settles markers in memories), or commit it with git itself',
  )
}

const HOOKS = ['pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'commit-msg']
/** Git itself ends with 128 where it cannot do something. */
const REFUSED = 1

/** The GIT_FAILED of a commit, with git's words; where a hook of the repository refused it, naming it. */
async function toCommitError(git: Git, { code, stdout, stderr }: GitResult): Promise<SvcError> {
  const hooks = code === REFUSED ? await findHooks(git) : []
  const cause =
    hooks.length === 0 ? '' : `a hook of the repository refused it (${hooks.join(', ')})`
  return toGitError(['commit'], `${cause}\n${stderr}\n${stdout}`)
}

/** The hooks that could have refused a commit, by name. */
async function findHooks(git: Git): Promise<string[]> {
  const { stdout } = await git.run(['rev-parse', '--git-path', 'hooks'])
  const folder = resolve(git.directory, stdout.replace(/\n$/, ''))
  return HOOKS.filter(name => succeeds(() => accessSync(resolve(folder, name), constants.X_OK)))
}

const NOTHING = /^(?:nothing to commit|no changes added to commit|nothing added to commit)/m

/** Result of a commit. */
export interface CommitResult {
  /** The new commit; undefined where there was nothing to commit. */
  commit?: string
  changes: StoreChange[]
  /** Something that the person should know about it. */
  note?: string
  /** Rules by which git leaves the memories out, if that is why there was nothing to commit. */
  ignored?: IgnoredFile[]
}

/** Options of a commit. */
export interface CommitOptions {
  /** Its message; without it, one that names what changed. */
  message?: string
  /** Stands before the message that names what changed, as its first line. */
  subject?: string
}

/**
 * Commits what changed in the store and nothing beside it, or, where a merge waits to be concluded,
 * the whole merge. Call it inside `withGitLock`. Throws CONFLICT where files are not merged, hold
 * conflict markers or a secret, where HEAD is detached, and where an open merge holds nothing of the
 * other side; INVALID_REQUEST where the message holds a secret; GIT_FAILED where git or a hook
 * refuses: then nothing is lost.
 */
export async function commitStore(
  gitStore: GitStore,
  options: CommitOptions = {},
): Promise<CommitResult> {
  const { git, repository } = gitStore
  keepBounds(gitStore.store.root)
  await recoverMerge(gitStore)
  const status = await readGitStatus(git)
  refuseOpen(gitStore, status)
  if (options.message !== undefined) refuseSecret(options.message)
  const isMerge = operationIn(repository) === 'merge'
  const own = withoutLocal(gitStore, status.changes)
  if (own.length === 0 && !isMerge) return { changes: [], ...(await findLeftOut(gitStore)) }
  const files = await readFileTexts(gitStore, own)
  refuseUnfit(files, isMerge)
  const changes = await toStoreChanges(files)
  await addAll(git)
  const identity = await findIdentity(git)
  const input = messageOf(changes, isMerge && hasMergeMessage(gitStore), options)
  const isDone = await runCommit(gitStore, identity, { isMerge, input })
  if (!isDone) return { changes: [] }
  const commit = (await git.read(['rev-parse', 'HEAD'])).trim()
  const note = identity.note === undefined ? {} : { note: identity.note }
  const isSeen = changes.some(({ what }) => what === 'memory')
  return { commit, changes, ...note, ...(isSeen ? {} : await findLeftOut(gitStore)) }
}

/** Git only warns of a folder that it cannot read, and leaves out what is new in it. */
async function addAll(git: Git): Promise<void> {
  const { code, stderr } = await git.run(ADD_ALL)
  // Git names what is left out and ignored too, and adds the rest.
  const isDone = code === 0 || (code === 1 && /^\s*$/.test(stderr.replace(LEFT_OUT, '')))
  if (!isDone || /^warning: could not open directory/m.test(stderr))
    throw toGitError(['add', '-A', '--', '.'], stderr)
}

const LEFT_OUT =
  /^(?:warning: .*|The following paths are ignored by one of your .*\n(?:(?:.*\/)?(?:state|bin)\n)+)/gim

/** Changes without what lies new in a folder of one machine, which is not committed. */
function withoutLocal(gitStore: GitStore, changes: readonly FileChange[]): FileChange[] {
  const prefix = prefixOf(gitStore)
  return changes.filter(({ kind, path }) => {
    return kind !== 'added' || !isLocalPath(toStorePath(prefix, path) ?? '')
  })
}

/** Memories that git may not see, if no memory is committed. */
async function findLeftOut({ git }: GitStore): Promise<Pick<CommitResult, 'ignored'>> {
  const ignored = await findIgnoredMemories(git)
  return ignored.length > 0 ? { ignored } : {}
}

/** A merge that was cut off can have none, and git commits nothing without. */
function hasMergeMessage({ repository }: GitStore): boolean {
  const message = readSmallFile(pathIn(repository.gitDirectory, 'MERGE_MSG')) ?? ''
  return message.split('\n').some(line => line.trim() !== '' && !line.startsWith('#'))
}

/** Undefined: the one that git has ready. */
function messageOf(
  changes: readonly StoreChange[],
  isReady: boolean,
  { message, subject }: CommitOptions,
): string | undefined {
  if (message !== undefined) return message
  if (isReady) return undefined
  const told = formatCommitMessage(changes)
  return subject === undefined ? told : `${subject}\n\n${told}`
}

/** Throws INVALID_REQUEST where a person's message holds a secret: a commit is there for good. */
function refuseSecret(message: string): void {
  const { rules } = redact(message)
  if (rules.length === 0) return
  throw new SvcError(
    'INVALID_REQUEST',
    `nothing was committed: the message holds a secret (${rules.join(', ')}); say it without`,
  )
}

/** False where git finds that nothing differs after all: line ends that it writes in one way. */
async function runCommit(
  { git, store, repository }: GitStore,
  { args }: Identity,
  { isMerge, input }: { isMerge: boolean; input: string | undefined },
): Promise<boolean> {
  const text =
    input === undefined ? ['--no-edit', '--cleanup=strip'] : ['-F', '-', '--cleanup=whitespace']
  // In a larger repository a person may have staged something else.
  const isPart = !isMerge && store.root !== repository.workTree
  const only = isPart ? ['--only', '--', '.'] : []
  const options = input === undefined ? {} : { input }
  const result = await git.run([...args, 'commit', '--quiet', ...text, ...only], options)
  if (result.code === 0) return true
  if (NOTHING.test(result.stdout)) return false
  throw await toCommitError(git, result)
}

/** Throws CONFLICT where something is under way that a commit of the store would disturb. */
export function refuseOpen(
  gitStore: GitStore,
  { unmerged, branch }: Pick<GitStatus, 'unmerged' | 'branch'>,
): void {
  if (unmerged.length > 0) {
    const prefix = prefixOf(gitStore)
    const names = unmerged.slice(0, NAMED).map(path => toStorePath(prefix, path) ?? path)
    const more = unmerged.length > NAMED ? ` and ${unmerged.length - NAMED} more` : ''
    throw new SvcError(
      'CONFLICT',
      `not merged yet: ${names.join(', ')}${more}; svc git resolve settles memories, and takes ` +
        'other files as they are once you have edited the conflict markers out',
    )
  }
  const operation = operationIn(gitStore.repository)
  if (operation === undefined || operation === 'merge') return refuseDetached(gitStore, branch)
  throw new SvcError(
    'CONFLICT',
    `a ${operation} is in progress; finish it (git ${operation} --continue) or give it up ` +
      `(git ${operation} --abort), then try again`,
  )
}

/** Refuses a detached HEAD: a commit on no branch is lost to sight with the next switch. */
function refuseDetached({ store }: GitStore, branch: string | undefined): void {
  if (branch !== undefined) return
  const git = gitIn(store.root)
  throw new SvcError(
    'CONFLICT',
    `HEAD is detached: switch to a branch first (${git} switch main), or make one here ` +
      `(${git} checkout -b NAME)`,
  )
}
