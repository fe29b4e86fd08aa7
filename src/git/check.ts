import { lstatSync, readdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename } from 'node:path/posix'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { hasConflict, MAX_FILE_BYTES, TOO_LARGE } from '../../store/document/problems.js'
import { isMissing, orElse, SvcError } from '../../store/errors.js'
import { readBytes } from '../../store/files/read.js'
import { idOfFileName } from '../../store/names.js'
import { STORE_FORMAT } from '../../store/store.js'
import type { MemoryDocument } from '../../store/types.js'
import { compareAge } from '../memories/collection.js'
import { isLiving, RESTORED_AT } from '../memories/life.js'
import { findSecrets } from '../redact/index.js'
import type { DoctorFinding } from '../report.js'
import { titleKey } from '../text.js'

/** One thing wrong with the files of a store; `path` is from the checked folder, with `/`. */
export type CheckFinding = DoctorFinding & { path: string }

/** Result of a check; `ok` is false if there is a failure. */
export interface CheckReport {
  ok: boolean
  /** Files that were read. */
  files: number
  findings: CheckFinding[]
}

/** A file of a store with its text. */
interface StoreFile {
  /** Relative to the checked folder, with `/`. */
  path: string
  text: string
  /** ISO 8601. */
  modifiedAt: string
}

/** A memory file that can be read. */
interface MemoryEntry {
  path: string
  /** The folder of its scope: `global`, `projects/<name>`, or '' for that of a project itself. */
  scope: string
  text: string
  document: MemoryDocument
}

const MEMORY_FILE = /^(?:(global|projects\/[^/]+)\/)?memories\/([^/]+\.md)$/
/** One of these makes a folder a store, or a project's part of one. */
const SIGNS = ['svc.json', 'scope.json', 'global', 'projects', 'memories']

/**
 * Checks the files of a store, or of a project's `.svc` folder, against what svc and git need.
 * Reads only: nothing is made, locked or noted, and git is not asked. Findings are in the order of
 * paths. Throws INVALID_REQUEST where the folder holds no store.
 */
export async function checkStore(root: string): Promise<CheckReport> {
  if (!SIGNS.some(name => existsSync(join(root, name)))) {
    throw new SvcError('INVALID_REQUEST', `${root} holds no store of svc`)
  }
  const { files, findings } = walkStore(root)
  const entries: MemoryEntry[] = []
  for (const file of files) {
    findings.push(...checkText(file), ...checkDocument(file))
    const read = await readMemory(file)
    if (read === undefined) continue
    if ('document' in read) entries.push(read)
    else findings.push(read)
  }
  findings.push(...checkMemories(entries), ...checkProjects(root, entries))
  findings.sort(byPlace)
  return { ok: findings.every(({ level }) => level === 'remark'), files: files.length, findings }
}

/** Undefined for what is no memory file, and for markers, which are reported as such. */
async function readMemory({
  path,
  text,
  modifiedAt,
}: StoreFile): Promise<MemoryEntry | CheckFinding | undefined> {
  const [, scope = '', fileName] = MEMORY_FILE.exec(path) ?? []
  if (fileName === undefined) return undefined
  const parsed = await parseMemoryDocument(text, { fileName, modifiedAt })
  if ('document' in parsed) return { path, scope, text, document: parsed.document }
  if (parsed.problem.includes('conflict markers')) return undefined
  return { level: 'failure', check: 'unreadable', path, message: parsed.problem }
}

/** Finds projects without a `scope.json`: nothing else tells a clone which project they are. */
function checkProjects(root: string, entries: readonly MemoryEntry[]): CheckFinding[] {
  const scopes = [...new Set(entries.map(({ scope }) => scope))]
  return scopes
    .filter(scope => scope.startsWith('projects/') && !existsSync(join(root, scope, 'scope.json')))
    .map(scope => {
      const message = 'has no scope.json: a clone cannot tell which project this is'
      return { level: 'remark', check: 'document', path: scope, message }
    })
}

function byPlace(a: CheckFinding, b: CheckFinding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0)
}

/** Folders and documents of a store; whatever else lies beside them is none of its files. */
const FOLDERS = ['global', 'projects', 'memories', 'skills']
const DOCUMENTS = ['svc.json', 'scope.json', 'config.json']

/** The files of a store, and what keeps others from being read. */
interface Walked {
  files: StoreFile[]
  findings: CheckFinding[]
}

/** Reads every file of a store in the order of paths. Links are reported and not followed. */
function walkStore(root: string): Walked {
  const walked: Walked = { files: [], findings: [] }
  for (const name of [...DOCUMENTS, ...FOLDERS]) visit(root, name, walked)
  return walked
}

function visit(root: string, path: string, walked: Walked): void {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (stats === undefined) return
  if (stats.isSymbolicLink())
    report(walked, path, 'link', 'is a symbolic link; put the file itself')
  else if (stats.isDirectory()) visitFolder(root, path, walked)
  else if (stats.size > MAX_FILE_BYTES) report(walked, path, 'unreadable', TOO_LARGE)
  else if (stats.isFile()) read(root, path, stats.mtime.toISOString(), walked)
  else report(walked, path, 'unreadable', 'is no file')
}

function visitFolder(root: string, path: string, walked: Walked): void {
  const names = readdirSync(join(root, path)).sort()
  for (const name of names) if (!name.startsWith('.')) visit(root, `${path}/${name}`, walked)
}

function read(root: string, path: string, modifiedAt: string, walked: Walked): void {
  try {
    const text = readBytes(join(root, path), MAX_FILE_BYTES).toString()
    walked.files.push({ path, text, modifiedAt })
  } catch (error) {
    if (isMissing(error)) return
    const reason = error instanceof Error ? error.message : 'unknown'
    report(walked, path, 'unreadable', `cannot be read: ${reason}`)
  }
}

function report({ findings }: Walked, path: string, check: string, message: string): void {
  findings.push({ level: 'failure', check, path, message })
}

const MEMORY = /(?:^|\/)memories\/[^/]+\.md$/

/** Finds conflict markers and secrets in a file of any kind. */
function checkText({ path, text }: StoreFile): CheckFinding[] {
  if (text.includes('\0')) return []
  const findings: CheckFinding[] = findSecrets(text).map(({ rule, ...place }) => {
    const message = `holds a secret (${rule}); take it out, and change it: it is in the commits`
    return { level: 'failure', check: 'secret', path, ...place, message }
  })
  if (!hasConflict(text)) return findings
  const line = lineOf(text, /^<{7} /m) ?? 1
  const how = MEMORY.test(path)
    ? 'svc git resolve, or svc doctor --fix, settles them'
    : 'settle them by hand'
  const message = `has conflict markers; ${how}`
  return [...findings, { level: 'failure', check: 'conflict-markers', path, line, message }]
}

/** Checks `svc.json`, `scope.json` or `config.json`; finds nothing in any other file. */
function checkDocument({ path, text }: StoreFile): CheckFinding[] {
  const check = CHECKS.find(([pattern]) => pattern.test(path))?.[1]
  const message = check?.(parseJson(text))
  return message === undefined ? [] : [{ level: 'failure', check: 'document', path, message }]
}

type Fields = Record<string, unknown>

const CHECKS: readonly [RegExp, (value: unknown) => string | undefined][] = [
  [/^svc\.json$/, checkManifest],
  [/^(?:projects\/[^/]+\/)?scope\.json$/, checkScope],
  [/^config\.json$/, value => (Array.isArray(value) ? undefined : 'is not a JSON list of entries')],
]

function checkManifest(value: unknown): string | undefined {
  const { format } = toFields(value)
  if (format === STORE_FORMAT) return undefined
  if (typeof format === 'number') return `has format ${format}; this svc reads ${STORE_FORMAT}`
  return 'is not a manifest of svc'
}

function checkScope(value: unknown): string | undefined {
  const { type, id, remote, rootCommit, placement } = toFields(value)
  const names = [id, remote, rootCommit, placement]
  const isNamed = names.some(name => typeof name === 'string' && name !== '')
  return type === 'project' && isNamed ? undefined : 'does not say which project this is'
}

function parseJson(text: string): unknown {
  return orElse<unknown, undefined>(() => JSON.parse(text.replace(/^\ufeff/, '')), undefined)
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** Everything that shows only where memories are held against each other. */
function checkMemories(entries: readonly MemoryEntry[]): CheckFinding[] {
  const byId = new Map<string, MemoryEntry>()
  const findings = [...entries].sort(originalsFirst).flatMap(entry => checkId(entry, byId))
  findings.push(...checkTitles([...byId.values()].filter(({ document }) => isLiving(document))))
  for (const entry of byId.values()) findings.push(...checkSuccessor(entry, byId))
  return findings
}

/** A copy made by hand keeps the id inside: the file whose name bears the id is the original. */
function originalsFirst(a: MemoryEntry, b: MemoryEntry): number {
  return Number(bearsItsId(b)) - Number(bearsItsId(a)) || (a.path < b.path ? -1 : 1)
}

function bearsItsId({ path, document }: MemoryEntry): boolean {
  return idOfFileName(basename(path)) === document.id
}

function checkId(entry: MemoryEntry, byId: Map<string, MemoryEntry>): CheckFinding[] {
  const { path, text, document } = entry
  const { id } = document
  const holder = byId.get(id)
  if (holder !== undefined) {
    const message = `has the id ${id} of ${holder.path}; give one of them a new id`
    return [{ level: 'failure', check: 'duplicate-id', path, ...atKey(text, 'id'), message }]
  }
  byId.set(id, entry)
  const named = idOfFileName(basename(path))
  if (named === undefined || named === id) return []
  const message = `is named after ${named} and has the id ${id}`
  return [{ level: 'remark', check: 'file-name', path, ...atKey(text, 'id'), message }]
}

/** The oldest has the title. What was taken out of the archive stands beside it on purpose. */
function checkTitles(living: readonly MemoryEntry[]): CheckFinding[] {
  const holders = new Map<string, MemoryEntry>()
  const byAge = [...living].sort((a, b) => compareAge(a.document, b.document))
  return byAge.flatMap(entry => {
    const { path, text, document, scope } = entry
    const key = `${scope}\0${titleKey(document.title)}`
    const holder = holders.get(key)
    if (holder === undefined) {
      holders.set(key, entry)
      return []
    }
    const isMeant = [entry, holder].some(one => one.document.extra[RESTORED_AT] !== undefined)
    const level = isMeant ? 'remark' : 'failure'
    const message = `has the title of ${holder.path}; svc doctor --fix makes one of them`
    return [{ level, check: 'duplicate-title', path, ...atKey(text, 'title'), message } as const]
  })
}

/** Follows what a memory was merged into: it must end at one that is no part of the way. */
function checkSuccessor(
  entry: MemoryEntry,
  byId: ReadonlyMap<string, MemoryEntry>,
): CheckFinding[] {
  const { path, text, document } = entry
  const next = document.supersededBy
  if (next === undefined) return []
  const place = { level: 'failure', path, ...atKey(text, 'supersededBy') } as const
  if (!byId.has(next)) {
    const message = `was merged into ${next}, which is not there; svc doctor --fix settles it`
    return [{ ...place, check: 'dangling-successor', message }]
  }
  const seen = new Set<string>()
  let id: string | undefined = document.id
  for (; id !== undefined && !seen.has(id); id = byId.get(id)?.document.supersededBy) seen.add(id)
  if (id !== document.id) return []
  const message = `was merged into ${next}, and that into this one again`
  return [{ ...place, check: 'circular-successor', message }]
}

/** The line, from 1, on which a pattern is first found; undefined where it is not. */
function lineOf(text: string, pattern: RegExp): number | undefined {
  const at = text.search(pattern)
  return at === -1 ? undefined : text.slice(0, at).split('\n').length
}

/** The line of a key in the front matter, as a field to spread; {} where it is not stated. */
function atKey(text: string, key: string): { line?: number } {
  const line = lineOf(text, new RegExp(`^${key}:`, 'm'))
  return line === undefined ? {} : { line }
}
