import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import type { Git } from '../../store/git/git.js'
import {
  decodePath,
  isUtf8Path,
  parseRaw,
  readEmptyTree,
  readObjects,
  readSizes,
  type TreeFile,
} from '../../store/git/read.js'
import { formatOf, judgeManifest } from '../../store/store.js'
import { judgeFiles, needsStanding, readStandingFiles } from './judge.js'
import type { Standing, Verdict } from './judge.js'
import { findIdentity } from './store.js'

/** A version of the store as it may be taken in. */
export interface Cleared {
  /** The version itself, or a commit upon it that lacks what is unfit. */
  ref: string
  /** Sentences that name what was left out, why, and what becomes of it; [] for nothing. */
  notes: string[]
}

/** Options of clearing a version. */
interface ClearOptions {
  /** Name of the version for people: `origin/main`, the address of a clone. */
  origin: string
  /** Name of the manifest in the store's root. */
  manifest: string
  /** Version that stands here; undefined in a clone, where nothing does. */
  known?: string
}

/**
 * Looks at what a version of the store would bring, before any of it reaches the disk, and answers it
 * without the unfit: links and submodules where svc reads or writes, files of `state/`, which say whom
 * this machine trusts, or of `bin/`, which hosts start, what is too large, attributes that name
 * programs, and settings, manifests and project marks that are none. What stands here stays in their
 * place, else the last version there that was fit. Of a larger repository the store's part alone is
 * judged. `git` runs in the store's folder. Throws GIT_FAILED, INVALID_REQUEST where git cannot leave
 * it out.
 */
export async function clearIncoming(
  git: Git,
  ref: string,
  { origin, manifest, known }: ClearOptions,
): Promise<Cleared> {
  const files = await listDifferent(git, known, ref)
  const isAsked = known !== undefined && files.some(({ there }) => there && needsStanding(there))
  const own = isAsked ? await readStandingFiles(git, known) : { programs: new Set<string>() }
  const look: Look = { git, ref, standing: { manifest, ...own } }
  const unfit = await findUnfit(look, await withoutSettled(look, known, files))
  if (unfit.length === 0) return { ref, notes: [] }
  const commit = await commitWithout(look, unfit, files)
  const rest = await withoutSettled(look, known, await listDifferent(git, known, commit))
  const [left] = await findUnfit(look, rest)
  if (left === undefined) return { ref: commit, notes: tellUnfit(unfit, origin) }
  throw new SvcError(
    'INVALID_REQUEST',
    `${origin} has ${decodePath(left.path)}, which ${left.verdict.reason}, and git cannot leave it out; ` +
      'nothing was taken in: take it out of git there first',
  )
}

/** A version of the store that is looked at. */
interface Look {
  git: Git
  ref: string
  standing: Standing
}

/** A path at which two versions differ, with what each has there. */
interface Difference {
  /** Relative to the store's root. */
  path: string
  /** Relative to the root of the work tree. */
  fullPath: string
  here?: TreeFile
  there?: TreeFile
}

/** A path of which a version is not taken in. */
interface Unfit extends Difference {
  verdict: Verdict
}

/** Nothing but what differs can arrive. */
async function listDifferent(
  git: Git,
  known: string | undefined,
  ref: string,
): Promise<Difference[]> {
  const prefix = (await git.read(['rev-parse', '--show-prefix'], BYTES)).replace(/\n$/, '')
  const from = known ?? (await readEmptyTree(git))
  const how = ['-r', '--raw', '-z', '--no-renames', '--no-abbrev', '--no-ext-diff', ALL]
  const listed = await git.read(['diff-tree', ...how, from, ref, '--', '.'], BYTES)
  return parseDifferences(listed, prefix)
}

/** Without the files that a version has as they were before both: what was made of them here stays. */
async function withoutSettled(
  { git, ref }: Look,
  known: string | undefined,
  differences: Difference[],
): Promise<Difference[]> {
  if (known === undefined || differences.length === 0) return differences
  const { stdout } = await git.run(['merge-base', '--all', known, ref])
  const [base, ...others] = stdout.split('\n').filter(Boolean)
  if (base === undefined || others.length > 0) return differences
  const changed = new Set((await listDifferent(git, base, ref)).map(({ fullPath }) => fullPath))
  return differences.filter(({ fullPath }) => changed.has(fullPath))
}

/** A name of a file need not be UTF-8. */
const BYTES = { encoding: 'latin1' } as const
/** A repository can name submodules that git passes over. */
const ALL = '--ignore-submodules=none'

/** Reads what git prints with `--raw -z --no-renames`. */
function parseDifferences(text: string, prefix: string): Difference[] {
  const own = parseRaw(text).filter(({ path }) => path.startsWith(prefix))
  return own.map(({ path: fullPath, oldMode, newMode, oldId, newId }) => {
    const path = fullPath.slice(prefix.length)
    const here = oldMode === NONE ? {} : { here: { path, mode: oldMode, id: oldId } }
    const there = newMode === NONE ? {} : { there: { path, mode: newMode, id: newId } }
    return { path, fullPath, ...here, ...there }
  })
}

/** The mode of what is not there. */
const NONE = '000000'

async function findUnfit(
  { git, standing }: Look,
  differences: readonly Difference[],
): Promise<Unfit[]> {
  const coming = differences.filter(({ there }) => there !== undefined)
  const verdicts = await judgeFiles(
    git,
    coming.flatMap(({ there }) => there ?? []),
    standing,
  )
  return coming.flatMap((one, at) => {
    const verdict = verdicts[at]
    return verdict === undefined ? [] : [{ ...one, verdict }]
  })
}

/** Makes a commit upon a version that has other files in the place of the unfit, or none. */
async function commitWithout(
  look: Look,
  unfit: readonly Unfit[],
  differences: readonly Difference[],
): Promise<string> {
  const { git, ref } = look
  const kept = await findKept(look, unfit, differences)
  const folder = mkdtempSync(join(tmpdir(), 'svc-incoming-'))
  try {
    const indexFile = join(folder, 'index')
    const run = (args: readonly string[], input = '') => {
      const options = { indexFile, input: Buffer.from(input, 'latin1') }
      return git.read([...QUIET, ...args], options)
    }
    await run(['read-tree', ref])
    const gone = unfit.map(({ fullPath, there }) => {
      return `0 ${'0'.repeat(there?.id.length ?? 0)}\t${fullPath}\0`
    })
    const put = kept.map(({ fullPath, mode, id }) => `${mode} ${id} 0\t${fullPath}\0`)
    await run(['update-index', '-z', '--index-info'], [...gone, ...put].join(''))
    const tree = (await run(['write-tree'])).trim()
    const { args } = await findIdentity(git)
    return (await git.read([...args, 'commit-tree', tree, '-p', ref, '-m', MESSAGE])).trim()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Tells the commits that leave something out. */
const MESSAGE = 'Leave out what a store does not take in'

/** No hook of a person's is told of an index that is gone at once. */
const QUIET = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.splitIndex=false']

/** A file that takes an unfit one's place. */
type Kept = Pick<TreeFile, 'mode' | 'id'> & { fullPath: string }

async function findKept(
  look: Look,
  unfit: readonly Unfit[],
  differences: readonly Difference[],
): Promise<Kept[]> {
  const kept: Kept[] = []
  const orphans: Unfit[] = []
  for (const one of unfit) {
    const { path, fullPath, here, verdict } = one
    const displaced = findDisplaced(path, differences)
    if (verdict.mended !== undefined) {
      kept.push({ fullPath, mode: '100644', id: await writeObject(look.git, verdict.mended) })
    } else if (here !== undefined) kept.push({ ...here, fullPath })
    else if (displaced.length > 0) kept.push(...displaced)
    else if (verdict.isLocal !== true) orphans.push(one)
  }
  return [...kept, ...(await findEarlier(look, orphans))]
}

/** The files here that lie below a path or in the place of a folder above it, and would go for it. */
function findDisplaced(path: string, differences: readonly Difference[]): Kept[] {
  return differences.flatMap(({ path: other, fullPath, here, there }) => {
    const isInTheWay = other.startsWith(`${path}/`) || path.startsWith(`${other}/`)
    return here !== undefined && there === undefined && isInTheWay ? [{ ...here, fullPath }] : []
  })
}

async function writeObject(git: Git, text: string): Promise<string> {
  return (await git.read(['hash-object', '-w', '--stdin'], { input: text })).trim()
}

/** Paths and versions of each that are looked at, where nothing stands here. */
const MOST = { paths: 100, versions: 20 }

/**
 * The last fit version of files that do not stand here: who has them by then would lose them for
 * somebody's mistake.
 */
async function findEarlier(look: Look, orphans: readonly Unfit[]): Promise<Kept[]> {
  const { git, ref, standing } = look
  const named = orphans.filter(({ path }) => isUtf8Path(path)).slice(0, MOST.paths)
  if (named.length === 0) return []
  const how = ['--format=', '--raw', '-z', '--no-abbrev', '--no-renames', '-m', '--full-history']
  const paths = named.map(({ path }) => decodePath(path))
  const args = ['--literal-pathspecs', 'log', ...how, '--no-ext-diff', '--no-show-signature', ALL]
  const listed = await git.read([...args, '--max-count=1000', ref, '--', ...paths], BYTES)
  const versions = parseDifferences(listed, '')
  const kept: Kept[] = []
  for (const { path, fullPath } of named) {
    const own = versions.filter(one => one.fullPath === fullPath)
    const earlier = own.flatMap(({ there }) => (there ? [{ ...there, path }] : []))
    const some = earlier.slice(0, MOST.versions)
    const verdicts = await judgeFiles(git, some, standing)
    const fit = some.find((_, at) => verdicts[at] === undefined)
    if (fit !== undefined) kept.push({ ...fit, fullPath })
  }
  return kept
}

const NAMED = 20

function tellUnfit(unfit: readonly Unfit[], origin: string): string[] {
  const lines = unfit.slice(0, NAMED).map(({ path, verdict, here }) => {
    const what = `${origin} has ${decodePath(path)}, which ${verdict.reason}`
    const part = verdict.mended === undefined ? 'it' : 'that'
    const stays = here === undefined ? '' : ', what stands here stays'
    const isKept = verdict.isLater === true || verdict.isTheirs === true
    const then = isKept ? '' : ', and the next push puts it right there'
    return `${what}: ${part} was left out${stays}${then}`
  })
  const more = unfit.length - NAMED
  return more > 0 ? [...lines, `${origin} has ${more} more files that were left out`] : lines
}

/**
 * Tells as a phrase what a push onto a version would take from everybody, though it was only left out
 * here: files that this machine does not take in and others may use. Undefined for nothing. Throws
 * GIT_FAILED.
 */
export async function findTakenAway(
  git: Git,
  ref: string,
  manifest: string,
): Promise<string | undefined> {
  const only = ['--max-count=1', '--format=%H', '--no-show-signature', '--fixed-strings']
  const leaving = await git.read(['log', ...only, `--grep=${MESSAGE}`, `${ref}..HEAD`, '--'])
  if (leaving.trim() === '') return undefined
  const standing = { manifest, ...(await readStandingFiles(git, 'HEAD')) }
  const unfit = await findUnfit({ git, ref, standing }, await listDifferent(git, 'HEAD', ref))
  const theirs = unfit.filter(({ verdict }) => verdict.isTheirs === true)
  if (theirs.length === 0) return undefined
  const named = theirs
    .slice(0, NAMED)
    .map(({ path, verdict }) => `${decodePath(path)}, which ${verdict.reason}`)
  const more = theirs.length > NAMED ? `; and ${theirs.length - NAMED} more` : ''
  return `${named.join('; ')}${more}`
}

/**
 * Tells that a remote's manifest is of a later format than this svc writes, as a phrase; undefined
 * where it is not, and where nothing stands there. Throws GIT_FAILED.
 */
export async function findLaterFormat(
  git: Git,
  ref: string,
  manifest: string,
): Promise<string | undefined> {
  const found = judgeManifest((await readManifestText(git, ref, manifest)) ?? '')
  return typeof found === 'object' && found.is === 'later' ? found.problem : undefined
}

/**
 * Tells as a phrase that HEAD's manifest is of an earlier format than a remote's: a push would turn
 * everybody's back. Undefined where it is not. Throws GIT_FAILED.
 */
export async function findDowngrade(
  git: Git,
  ref: string,
  manifest: string,
): Promise<string | undefined> {
  const formatIn = async (version: string) =>
    formatOf((await readManifestText(git, version, manifest)) ?? '')
  const [own, theirs] = [await formatIn('HEAD'), await formatIn(ref)]
  const isLower = own !== undefined && theirs !== undefined && own < theirs
  return isLower ? `has format ${theirs} there, and still format ${own} here` : undefined
}

/** Undefined where there is none, and where it is too large to be one. */
async function readManifestText(
  git: Git,
  ref: string,
  manifest: string,
): Promise<string | undefined> {
  const asked = await git.run(['rev-parse', '-q', '--verify', `${ref}:./${manifest}`])
  const id = asked.stdout.trim()
  if (asked.code !== 0 || ((await readSizes(git, [id])).get(id) ?? Infinity) > MOST_MANIFEST)
    return undefined
  return (await readObjects(git, [id])).get(id)
}

/** Larger ones are none (bytes). */
const MOST_MANIFEST = 65_536
