import { toGitError, type Git } from './git.js'

/** A file of a commit, the index or the work tree, against another one. */
export interface FileChange {
  kind: 'added' | 'changed' | 'removed'
  /** Relative to the root of the work tree, with `/`. */
  path: string
  /** Object of the old text; undefined where the file is new. */
  oldId?: string
  /** Object of the new text, where it is in git already and not only in the work tree. */
  newId?: string
}

/** A path at which two trees differ, as git tells it: modes and objects of both, zeros for none. */
export interface RawChange {
  path: string
  oldMode: string
  newMode: string
  oldId: string
  newId: string
  /** `A`, `D`, `M`, `T`, or `U` where it is not merged. */
  letter: string
}

/** Reads what git prints with `--raw -z --no-renames --no-abbrev`; commits among it are passed over. */
export function parseRaw(text: string): RawChange[] {
  const parts = text.split('\0')
  const changes: RawChange[] = []
  for (let at = 0; at + 1 < parts.length; at++) {
    const meta = (parts[at] ?? '').trimStart()
    if (!meta.startsWith(':')) continue
    const [oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = meta
      .slice(1)
      .split(' ')
    changes.push({ path: parts[++at] ?? '', oldMode, newMode, oldId, newId, letter })
  }
  return changes
}

/** Reads what `git diff --raw -z --no-renames --no-abbrev` prints. */
export function parseRawDiff(text: string): FileChange[] {
  return parseRaw(text).flatMap(({ path, oldId, newId, letter }) => {
    return toFileChange(path, oldId, letter === 'D', newId) ?? []
  })
}

/** A file of a commit or a tree. */
export interface TreeFile {
  /** The path that git gives; in `latin1` one character is a byte: a name need not be UTF-8. */
  path: string
  /** Git's mode: `100644`, `120000` for a link, `160000` for a submodule. */
  mode: string
  /** The object that holds it. */
  id: string
}

/** Reads what `git ls-tree -r -z` prints. */
export function parseTree(text: string): TreeFile[] {
  return text
    .split('\0')
    .filter(Boolean)
    .map(record => {
      const [meta = '', path = ''] = record.split('\t')
      const [mode = '', , id = ''] = meta.split(' ')
      return { path, mode, id }
    })
}

/** A path whose bytes are one character each, for people; what is no UTF-8 has marks in its place. */
export function decodePath(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** True where the bytes of a path, one character each, are UTF-8. */
export function isUtf8Path(bytes: string): boolean {
  return Buffer.from(decodePath(bytes), 'utf8').toString('latin1') === bytes
}

/** The id of the tree without a file, of which there need be no object. Throws GIT_FAILED. */
export async function readEmptyTree(git: Git): Promise<string> {
  return (await git.read(['hash-object', '-t', 'tree', '--stdin'])).trim()
}

/** A change of a file that has (or had) this old object; undefined where it neither was nor is. */
function toFileChange(
  path: string,
  oldId: string,
  isGone: boolean,
  newId?: string,
): FileChange | undefined {
  const old = isNone(oldId) ? {} : { oldId }
  if (isGone) return isNone(oldId) ? undefined : { kind: 'removed', path, ...old }
  const fresh = newId === undefined || isNone(newId) ? {} : { newId }
  return { kind: isNone(oldId) ? 'added' : 'changed', path, ...old, ...fresh }
}

/** Git writes zeros for an object that is not there. */
function isNone(id: string): boolean {
  return /^0*$/.test(id)
}

/** A commit with the files that it changed; of a merge those that are as in none of its parents. */
export interface Commit {
  hash: string
  /** Commit time, ISO 8601. */
  at: string
  author: string
  subject: string
  /** Paths from the root of the work tree. */
  changes: FileChange[]
}

/** Selects the commits to read. */
interface CommitFilter {
  /** Most commits to read, the newest ones. */
  limit?: number
  /** Pathspecs, from the folder that git runs in; the folder itself where not given. */
  paths?: readonly string[]
  /** True to read also those of side branches that left no trace in what was merged. */
  isWhole?: boolean
}

/** Reads commits, the newest first; [] before the first one. Throws GIT_FAILED, NOT_AVAILABLE. */
export async function readCommits(
  git: Git,
  { limit, paths = ['.'], isWhole = false }: CommitFilter,
): Promise<Commit[]> {
  const how = ['-c', '--raw', '--no-abbrev', '--no-renames', '--no-show-signature', '-z']
  const some = limit === undefined ? [] : [`--max-count=${limit}`]
  const all = isWhole ? ['--full-history'] : []
  // A mark that no author knows, so that nobody can put a commit of his own into the list.
  const mark = globalThis.crypto.randomUUID()
  const format = `--format=${mark}%H%x1f%cI%x1f%an%x1f%s`
  const args = ['log', ...how, ...some, ...all, format, '--', ...paths]
  const { code, stdout, stderr } = await git.run(args)
  if (code === 0) return parseCommits(stdout, mark)
  if (stderr.includes('does not have any commits yet')) return []
  throw toGitError(args, stderr)
}

/** Reads what `git log --raw -z` prints in the format above, each commit after the mark. */
function parseCommits(text: string, mark: string): Commit[] {
  return text.split(mark).slice(1).map(parseCommit)
}

function parseCommit(text: string): Commit {
  const [head = '', ...parts] = text.split('\0')
  const [hash = '', at = '', author = '', ...subject] = head.split('\x1f')
  const commit = { hash, at: toIsoTime(at), author, subject: subject.join(' ') }
  const changes: FileChange[] = []
  const first = parts.findIndex(part => part.trimStart().startsWith(':'))
  for (let index = first; index !== -1 && index + 1 < parts.length; index += 2) {
    const change = parseChange(parts[index]?.trimStart() ?? '', parts[index + 1] ?? '')
    if (change !== undefined) changes.push(change)
  }
  return { ...commit, changes }
}

/** Converts a time to UTC; the time of a commit that no clock tells becomes that of the epoch. */
function toIsoTime(time: string): string {
  const at = new Date(time)
  return (Number.isNaN(at.getTime()) ? new Date(0) : at).toISOString()
}

/** `:` and two modes and objects, the old one and the new; of a merge one more for each parent. */
function parseChange(line: string, path: string): FileChange | undefined {
  const parents = /^:+/.exec(line)?.[0].length ?? 1
  const ids = line.split(' ').slice(parents + 1, -1)
  const newId = ids.at(-1) ?? ''
  const oldId = ids.slice(0, -1).find(id => !isNone(id)) ?? ''
  return toFileChange(path, oldId, isNone(newId), newId)
}

/** Result of `git status` for a folder, without asking any remote. */
export interface GitStatus {
  /** The commit that HEAD names; undefined before the first one. */
  head?: string
  /** The branch; undefined where HEAD is detached. */
  branch?: string
  /** Files that differ from HEAD, staged or not, or untracked. Paths from the work tree's root. */
  changes: FileChange[]
  /** Files of a merge that are not settled, from the work tree's root. */
  unmerged: string[]
}

/** Looks at the folder that git runs in, in one run. Throws GIT_FAILED, NOT_AVAILABLE. */
export async function readGitStatus(git: Git): Promise<GitStatus> {
  const all = ['--untracked-files=all', '--ignore-submodules=all', '--no-renames']
  const how = ['--porcelain=v2', '--branch', '-z', ...all]
  // Looking must not write the index: a person's own git may be at work.
  return parseGitStatus(await git.read(['--no-optional-locks', 'status', ...how, '--', '.']))
}

/** Reads what `git status --porcelain=v2 --branch -z --no-renames` prints. */
export function parseGitStatus(text: string): GitStatus {
  const status: GitStatus = { changes: [], unmerged: [] }
  for (const record of text.split('\0')) takeRecord(status, record)
  return status
}

function takeRecord(status: GitStatus, record: string): void {
  const [sign, ...fields] = record.split(' ')
  const from = (count: number) => fields.slice(count).join(' ')
  if (sign === '#') takeHeader(status, fields)
  else if (sign === '?') takeUntracked(status, from(0))
  else if (sign === 'u') status.unmerged.push(from(9))
  else if (sign === '1') {
    const isGone = fields[4] === '000000'
    const change = toFileChange(from(7), fields[5] ?? '', isGone)
    if (change !== undefined) status.changes.push(change)
  }
}

/** A file that was taken out of the index and still lies there is told twice. */
function takeUntracked({ changes }: GitStatus, path: string): void {
  const removed = changes.find(change => change.path === path)
  if (removed === undefined) changes.push({ kind: 'added', path })
  else removed.kind = 'changed'
}

function takeHeader(status: GitStatus, [name, value = '']: string[]): void {
  if (name === 'branch.oid' && value !== '(initial)') status.head = value
  if (name === 'branch.head' && value !== '(detached)') status.branch = value
}

/** Objects that one run of git is asked for: it is not read beyond half a gigabyte. */
const AT_ONCE = 256

/**
 * The texts of objects by id, in one run of git for 256 of them; an object that is not there is left
 * out. With `latin1` one character of a text is one byte. Throws GIT_FAILED.
 */
export async function readObjects(
  git: Git,
  ids: readonly string[],
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)]
  const texts = new Map<string, string>()
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const input = toLines(wanted.slice(at, at + AT_ONCE))
    const output = await git.read(['cat-file', '--batch'], { input, encoding: 'latin1' })
    takeObjects(texts, output, encoding)
  }
  return texts
}

/** The sizes of objects in bytes by id, in one run of git; an object that is not there is left out. */
export async function readSizes(
  git: Git,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const input = toLines([...new Set(ids)])
  const lines = (await git.read(['cat-file', '--batch-check'], { input })).split('\n')
  return new Map(
    lines.flatMap(line => {
      const [id = '', , size] = line.split(' ')
      return size === undefined ? [] : [[id, Number(size)] as const]
    }),
  )
}

function toLines(ids: readonly string[]): string {
  return ids.map(id => `${id}\n`).join('')
}

/** Reads what `git cat-file --batch` prints: `<id> <type> <bytes>`, the text, an empty line. */
function takeObjects(
  texts: Map<string, string>,
  output: string,
  encoding: 'utf8' | 'latin1',
): void {
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at)
    const [id = '', , size] = output.slice(at, end).split(' ')
    at = end + 1
    if (size === undefined) continue
    const text = output.slice(at, at + Number(size))
    texts.set(id, Buffer.from(text, 'latin1').toString(encoding))
    at += text.length + 1
  }
}

/** Reads what `git config -z --get-regexp` prints: the values of each key in their order. */
export function parseConfig(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const record of text.split('\0').filter(Boolean)) {
    const end = record.indexOf('\n')
    const key = end === -1 ? record : record.slice(0, end)
    const value = end === -1 ? 'true' : record.slice(end + 1)
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return values
}
