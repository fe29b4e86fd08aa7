import { isDeepStrictEqual } from 'node:util'
import { hasConflict, MAX_FILE_BYTES } from '../../store/document/problems.js'
import { orElse } from '../../store/errors.js'
import type { Git } from '../../store/git/git.js'
import {
  decodePath,
  parseTree,
  readObjects,
  readSizes,
  type TreeFile,
} from '../../store/git/read.js'
import { findScopeFaults } from '../../store/projects/scope.js'
import { judgeManifest } from '../../store/store.js'
import { mergeEntries } from '../settings/entries.js'
import { findBadValues, isEntryList, withoutBadValues } from '../settings/faults.js'
import { isLocalPath } from './local.js'

/** Reason that a file is not taken in. */
export interface Verdict {
  /** Phrase that follows the path. */
  reason: string
  /** The file without what is wrong in it; absent where all of it is left out. */
  mended?: string
  /** Set where it belongs to one machine: no version of it does. */
  isLocal?: true
  /** Set where it may be of use where it came from: it is not for here, and nobody takes it away there. */
  isTheirs?: true
  /** Set where a later svc may have written it: nobody else's file is put right. */
  isLater?: true
}

/** The version that stands here, against which files are judged. */
export interface Standing {
  /** Name of the manifest in the store's root. */
  manifest: string
  /** Programs that the attributes here name already: `filter=lfs`. */
  programs: ReadonlySet<string>
  /** Entries of the config.json here; undefined where there are none. */
  entries?: unknown
}

const OURS = /^(?:global|projects)(?:\/|$)/
const ATTRIBUTES = /(?:^|\/)\.gitattributes$/
const SCOPE_FILE = /^projects\/[^/]+\/scope\.json$/
const FOLDER = /^(?:global|projects|(?:global|projects\/[^/]+)\/(?:memories|skills))$/
const DOCUMENTS = ['svc.json', 'config.json', '.gitignore', '.gitattributes']
/** A file beside a SKILL.md is not read, and may be a picture (bytes). */
const MOST_BESIDE = 16 * MAX_FILE_BYTES
const BESIDE = /^(?:global|projects\/[^/]+)\/skills\/[^/]+\/(?!skill\.md$)/

/**
 * Judges files that a version of the store would bring, in their order, their paths relative to its root
 * with one character a byte; undefined for one that may be
 * taken in, and for one that svc never reads. Nothing is read before its size is known. Throws
 * GIT_FAILED.
 */
export async function judgeFiles(
  git: Git,
  files: readonly TreeFile[],
  standing: Standing,
): Promise<(Verdict | undefined)[]> {
  const named = files.map(file => ({ ...file, name: foldName(file.path) }))
  const verdicts = named.map(({ name, mode }) => judgePlace(name, mode, standing.manifest))
  const bounded = named.filter(
    ({ name }, at) => verdicts[at] === undefined && boundOf(name, standing),
  )
  const sizes = await readSizes(
    git,
    bounded.map(({ id }) => id),
  )
  const isTooLarge = ({ id, name }: { id: string; name: string }) =>
    (sizes.get(id) ?? 0) > (boundOf(name, standing) ?? Infinity)
  const read = bounded.filter(file => judgeOf(file.name, standing) && !isTooLarge(file))
  const texts = await readObjects(
    git,
    read.map(({ id }) => id),
  )
  return named.map((file, at) => {
    if (verdicts[at] !== undefined) return verdicts[at]
    if (isTooLarge(file)) return toTooLarge(file.name, standing)
    const text = texts.get(file.id)
    return text === undefined ? undefined : judgeOf(file.name, standing)?.(text, standing)
  })
}

/** The name as a disk that knows no case takes it. */
function foldName(path: string): string {
  return decodePath(path).normalize('NFKC').toLowerCase()
}

function isDocument(name: string, manifest: string): boolean {
  return DOCUMENTS.includes(name) || name === foldName(manifest)
}

/** By its place and kind alone. */
function judgePlace(name: string, mode: string, manifest: string): Verdict | undefined {
  if (isLocalPath(name)) return { reason: 'belongs to one machine', isLocal: true }
  const [first = '', ...below] = name.split('/')
  if (below.length > 0 && isDocument(first, manifest))
    return { reason: 'lies where a file should be' }
  const isOurs = OURS.test(name) || isDocument(name, manifest) || ATTRIBUTES.test(name)
  if (isOurs && !mode.startsWith('100')) return { reason: 'is no plain file' }
  return FOLDER.test(name) ? { reason: 'is a file where a folder should be' } : undefined
}

/** Most bytes of a file; undefined where svc never reads it. */
function boundOf(name: string, { manifest }: Standing): number | undefined {
  if (BESIDE.test(name)) return MOST_BESIDE
  const isRead = OURS.test(name) || isDocument(name, manifest) || ATTRIBUTES.test(name)
  return isRead ? MAX_FILE_BYTES : undefined
}

function toTooLarge(name: string, standing: Standing): Verdict {
  const reason = `is larger than ${(boundOf(name, standing) ?? 0) / MAX_FILE_BYTES} MiB`
  const isGarbage = judgeOf(name, standing) !== undefined && !ATTRIBUTES.test(name)
  return { reason, ...(!isGarbage && { isTheirs: true }) }
}

type Judge = (text: string, standing: Standing) => Verdict | undefined

/** The judge of a file's text; undefined where any text may be taken in. */
function judgeOf(name: string, { manifest }: Standing): Judge | undefined {
  if (name === foldName(manifest)) return judgeManifestText
  if (name === 'config.json') return judgeSettings
  if (SCOPE_FILE.test(name)) return judgeScope
  return ATTRIBUTES.test(name) ? judgeAttributes : undefined
}

function judgeManifestText(text: string): Verdict | undefined {
  const found = judgeManifest(text)
  if (found === 'sound') return undefined
  if (found.is === 'damaged') return { reason: 'is not a manifest of svc' }
  return { reason: found.problem.replace(/;.*/, ''), isLater: true }
}

/** The settings with values that none takes are taken in without these: what stands here stays. */
function judgeSettings(text: string, { entries: own }: Standing): Verdict | undefined {
  const entries = parseJson(text)
  if (!isEntryList(entries)) {
    const isOpen = hasConflict(text)
    return {
      reason: isOpen ? 'has conflict markers' : 'is not a list of entries {id, name, config}',
    }
  }
  const bad = findBadValues(mergeEntries(entries))
  if (bad.length === 0) return undefined
  const named = bad.map(({ key, expects }) => `${key} ${expects}`).join('; ')
  const reason = `has a value that no setting takes (${named})`
  const settings = isEntryList(own) ? mergeEntries(own) : {}
  const mended = withoutBadValues(entries, settings)
  if (isDeepStrictEqual(mended, own)) return { reason }
  return { reason, mended: `${JSON.stringify(mended, null, 2)}\n` }
}

function judgeScope(text: string): Verdict | undefined {
  const faults = findScopeFaults(parseJson(text))
  return faults.length === 0
    ? undefined
    : { reason: `does not name a project: ${faults.join('; ')}` }
}

/** Undefined also for what nobody could write again: it is nested too deeply. */
function parseJson(text: string): unknown {
  const value = orElse<unknown, undefined>(() => JSON.parse(text.replace(/^\ufeff/, '')), undefined)
  return isNestedWithin(value, MOST_LEVELS) ? value : undefined
}

/** Settings and projects have four at most. */
const MOST_LEVELS = 100

function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every(inner => isNestedWithin(inner, levels - 1))
}

/** Whoever can push would choose which program of this machine's configuration is run on it. */
function judgeAttributes(text: string, { programs }: Standing): Verdict | undefined {
  const foreign = findPrograms(text).filter(program => !programs.has(program))
  if (foreign.length === 0) return undefined
  const reason = `names a program of your git configuration (${foreign.join(', ')})`
  return { reason, isTheirs: true }
}

/** Merges that git does itself, and svc's own. */
const PLAIN = new Set(['merge=svc', 'merge=text', 'merge=binary', 'merge=union'])
const NAMING = /^(?:filter|merge)=/

/**
 * Lists attributes that ask a program for something: `filter=lfs`, `merge=ours`. Blanks and comments
 * are git's: it takes a line as it stands that begins with another kind of blank. Pure.
 */
export function findPrograms(text: string): string[] {
  const lines = text.split('\n').filter(line => !/^[ \t\r]*#/.test(line))
  const words = lines.flatMap(line => line.split(/[ \t\r]+/))
  return [...new Set(words.filter(word => NAMING.test(word) && !PLAIN.has(word)))]
}

/** True for a file that is judged by what stands here. */
export function needsStanding({ path }: TreeFile): boolean {
  const name = foldName(path)
  return name === 'config.json' || ATTRIBUTES.test(name)
}

/** Reads what stands in a version of the store. Throws GIT_FAILED. */
export async function readStandingFiles(
  git: Git,
  version: string,
): Promise<Pick<Standing, 'programs' | 'entries'>> {
  const args = ['ls-tree', '-r', '-z', version, '--', '.']
  const listed = await git.read(args, { encoding: 'latin1' })
  const files = parseTree(listed)
  const ids = (some: readonly TreeFile[]) => some.map(({ id }) => id)
  const wanted = files.filter(file => file.mode.startsWith('100') && needsStanding(file))
  const sizes = await readSizes(git, ids(wanted))
  const small = wanted.filter(({ id }) => (sizes.get(id) ?? Infinity) <= MAX_FILE_BYTES)
  const texts = await readObjects(git, ids(small))
  const textOf = ({ id }: TreeFile) => texts.get(id) ?? ''
  const attributes = small.filter(({ path }) => ATTRIBUTES.test(foldName(path)))
  const config = small.find(({ path }) => path === 'config.json')
  return {
    programs: new Set(attributes.flatMap(file => findPrograms(textOf(file)))),
    ...(config && { entries: parseJson(textOf(config)) }),
  }
}
