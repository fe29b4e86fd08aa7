import { formatMemoryDocument } from '../../store/document/format.js'
import { SvcError } from '../../store/errors.js'
import type { MemoryDocument } from '../../store/types.js'
import { readLearned } from '../activity/learned.js'
import { joinGit } from '../git/store.js'
import { readCommittedVersions, type CommittedVersion } from '../git/log.js'
import { changedFields, readOldVersions, traceMemory, type Traced } from '../memories/archive.js'
import { readFields, toFields } from '../memories/forms.js'
import { compareLines } from '../merge/lines.js'
import type { OverviewContext } from './context.js'
import { DIFF_RANGE } from './filters.js'
import { toLearnedFrom } from './learned.js'
import type {
  DiffRange,
  KnownVersion,
  LearnedFrom,
  MemoryDiff,
  MemoryVersions,
  VersionText,
} from './types.js'

/** Commits that are asked for; a memory that changed more often has older ones in git alone. */
const MOST_COMMITS = 100

/** A version with what it says. */
interface Version extends Pick<KnownVersion, 'name' | 'origin' | 'at' | 'author' | 'subject'> {
  document: MemoryDocument
}

/** All versions of a memory that are known, newest first. */
interface Known {
  traced: Traced
  versions: Version[]
  isInGit: boolean
}

/**
 * The versions of a memory, newest first: what stands, what was committed, and what this machine
 * keeps beside that. An import row has none. Throws MEMORY_NOT_FOUND.
 */
export async function readVersions(context: OverviewContext, id: string): Promise<MemoryVersions> {
  if (await isRow(context, id)) return { versions: [], isInGit: false, learned: [] }
  const { traced, versions, isInGit } = await findVersions(context, id)
  const told = withoutRepeats(versions)
  return {
    versions: told.map((version, at) => describe(version, told[at + 1])),
    isInGit,
    learned: findLearned(context, traced, id),
  }
}

/**
 * Compares two versions of a memory. The first version of all is compared with one without a name
 * that says nothing. Throws MEMORY_NOT_FOUND where one of them is not known, INVALID_REQUEST.
 */
export async function compareVersions(
  context: OverviewContext,
  id: string,
  range: DiffRange = {},
): Promise<MemoryDiff> {
  const given = toFields(range, 'the range must be an object')
  const { from, to } = readFields<DiffRange>(given, DIFF_RANGE)
  const { versions } = await findVersions(context, id)
  const newer = to === undefined ? versions[0] : pickVersion(versions, to)
  if (newer === undefined) return unknownVersion('now')
  const older = from === undefined ? findOlder(versions, newer) : pickVersion(versions, from)
  const [before, after] = [toText(older), toText(newer)]
  const changed = older === undefined ? [] : changesBetween(older, newer)
  const lines = compareLines(before.content, after.content)
  return { from: before, to: after, changed, lines }
}

async function isRow({ collections }: OverviewContext, id: string): Promise<boolean> {
  const all = await collections.all()
  const isOwn = all.some(({ memories, tombstones }) => memories.has(id) || tombstones.has(id))
  return !isOwn && all.some(({ rows }) => rows.has(id))
}

async function findVersions(context: OverviewContext, id: string): Promise<Known> {
  const traced = traceMemory(await context.collections.tracing(id), id)
  const old = await readOldVersions(traced, id)
  const kept = old.map(({ document, writtenAt }, at): Version => {
    return { name: String(at + 1), origin: 'local', at: writtenAt, document }
  })
  const committed = await readCommitted(context, id)
  const commits = committed?.map(({ hash, ...version }): Version => {
    return { name: hash, origin: 'git', ...version }
  })
  const versions = [
    ...toStanding(traced),
    ...withoutCommitted(kept, commits ?? []),
    ...(commits ?? []),
  ]
  return { traced, versions, isInGit: commits !== undefined }
}

function toStanding({ standing }: Traced): Version[] {
  if (standing === undefined) return []
  const { document, updatedAt } = standing
  return [{ name: 'now', origin: 'standing', at: updatedAt, document }]
}

/** Undefined where git cannot tell: the store, or this memory, lies in no repository of its own. */
async function readCommitted(
  { collections, env, now }: OverviewContext,
  id: string,
): Promise<CommittedVersion[] | undefined> {
  try {
    return await readCommittedVersions(joinGit(collections, { env, now }), id, MOST_COMMITS)
  } catch (error) {
    const isWithout = error instanceof SvcError && /^(NOT_AVAILABLE|GIT_FAILED)$/.test(error.code)
    if (isWithout) return undefined
    throw error
  }
}

/** Local versions that are newer than the last commit, and were not committed as they are. */
function withoutCommitted(kept: readonly Version[], commits: readonly Version[]): Version[] {
  const last = commits[0]?.at ?? ''
  const committed = new Set(commits.map(textOf))
  return kept.filter(version => version.at > last && !committed.has(textOf(version)))
}

/** A file that states no creation is as old as whoever reads it says. */
function textOf({ document }: Version): string {
  return formatMemoryDocument({ ...document, createdAt: '' })
}

/** Keeps the oldest of equal versions in a row; the standing one gets the commit of that. */
function withoutRepeats(versions: readonly Version[]): Version[] {
  const told: Version[] = []
  for (const version of [...versions].reverse()) {
    const older = told.at(-1)
    if (older === undefined || textOf(older) !== textOf(version)) told.push(version)
    else if (version.origin === 'standing') told.splice(-1, 1, { ...older, ...version })
  }
  return told.reverse()
}

function describe({ document, ...version }: Version, older: Version | undefined): KnownVersion {
  const { title, kind } = document
  const changed = older === undefined ? [] : changesBetween(older, { document })
  return { ...version, title, kind, changed }
}

function changesBetween(before: Pick<Version, 'document'>, after: Pick<Version, 'document'>) {
  const { createdAt } = after.document
  return changedFields({ ...before.document, createdAt }, after.document)
}

function findOlder(versions: readonly Version[], newer: Version): Version | undefined {
  const rest = versions.slice(versions.indexOf(newer) + 1)
  return rest.find(version => textOf(version) !== textOf(newer))
}

const SHORT_COMMIT = /^[0-9a-f]{7,}$/

/** A version by its name, a commit also by how its name begins. Throws MEMORY_NOT_FOUND. */
function pickVersion(versions: readonly Version[], name: string): Version {
  const isNamed = (version: Version) =>
    version.name === name ||
    (version.origin === 'git' && SHORT_COMMIT.test(name) && version.name.startsWith(name))
  return versions.find(isNamed) ?? unknownVersion(name)
}

function unknownVersion(name: string): never {
  const what = JSON.stringify(name.slice(0, 80))
  throw new SvcError('MEMORY_NOT_FOUND', `there is no version ${what} of this memory`)
}

const NOTHING = { title: '', kind: '', tags: [], aliases: [], pinned: false, content: '' }

function toText(version: Version | undefined): VersionText {
  if (version === undefined) return { name: '', ...NOTHING }
  const { title, kind, tags, aliases, pinned, content } = version.document
  return { name: version.name, title, kind, tags, aliases, pinned, content }
}

/** Lists the words that a memory, and those merged into it, were learned from, newest first. */
function findLearned(
  { store, now }: OverviewContext,
  { collection: { folder }, standing }: Traced,
  id: string,
): LearnedFrom[] {
  const ids = new Set([id, ...(standing?.document.source.mergedFrom ?? [])])
  const { lines } = readLearned(store, now())
  const own = lines.filter(line => line.key === folder.key && ids.has(line.id))
  return own.map(line => toLearnedFrom(line, folder.scope)).reverse()
}
