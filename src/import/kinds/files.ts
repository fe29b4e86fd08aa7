import { readdirSync, statSync, type Dirent } from 'node:fs'
import { basename, join } from 'node:path'
import { parseFrontMatter } from '../../../store/document/front-matter.js'
import { errnoOf, orElse, SvcError } from '../../../store/errors.js'
import { isFolder, MOST_BYTES, readBytes, readHead } from '../../../store/files/read.js'
import { readDatabase } from '../../../store/files/sqlite.js'
import { MOST_ITEMS, recordOf, type Found } from './item.js'

/** A text file that was read. */
export interface Note {
  /** Absolute. */
  path: string
  /** Relative to the folder that was walked, `/` between names. */
  name: string
  /** Without front matter and byte-order mark, lines ended by LF. */
  body: string
  front: Record<string, unknown>
  modifiedAt: Date
}

const MOST_FOLDERS = 12
/** Larger notes are not read, as larger agent files are not (bytes). */
const NOTE_BYTES = 256 * 1024

/** INVALID_REQUEST that names a file which cannot be read, and why. */
export function unreadable(path: string, why: string, cause?: unknown): SvcError {
  return new SvcError('INVALID_REQUEST', `${path} ${why}; nothing was imported`, { cause })
}

/**
 * Reads the notes below a folder whose names match, or the file that stands there, in the order of their
 * names. Dot folders, `node_modules` and links are left out. A file that cannot be read gives a line.
 * Throws INVALID_REQUEST where nothing is at the path.
 */
export async function* readNotes(
  root: string,
  read: (note: Note) => Iterable<Found>,
  names = /\.(?:md|markdown)$/i,
): AsyncGenerator<Found> {
  if (!isFolder(root)) {
    const note = await readNote(root, basename(root))
    if ('bad' in note) throw unreadable(root, note.bad)
    yield* read(note)
    return
  }
  let files = 0
  for (const { name, bad } of walk(root, names)) {
    if (++files > MOST_ITEMS) throw unreadable(root, `holds more than ${MOST_ITEMS} notes`)
    const note = bad === undefined ? await readNote(join(root, name), name) : { bad }
    if ('bad' in note) yield { at: name, ...note }
    else yield* read(note)
  }
}

function* walk(
  root: string,
  names: RegExp,
  above: readonly string[] = [],
): Generator<{ name: string; bad?: string }> {
  for (const entry of list(join(root, ...above))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const parts = [...above, entry.name]
    const name = parts.join('/')
    if (entry.isDirectory()) {
      if (above.length < MOST_FOLDERS) yield* walk(root, names, parts)
    } else if (names.test(name)) {
      const bad = entry.isSymbolicLink() ? 'is a link, which is not followed' : 'is no file'
      yield entry.isFile() ? { name } : { name, bad }
    }
  }
}

/** The entries of a folder by their names; [] where it cannot be read. */
function list(folder: string): Dirent[] {
  const entries = orElse(() => readdirSync(folder, { withFileTypes: true }), [])
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The names of the folders in a folder, sorted, those of links too left out; [] where there is none. */
export function folderNames(folder: string): string[] {
  return list(folder).flatMap(entry => (entry.isDirectory() ? entry.name : []))
}

/** The files in a folder whose names match, by their names; [] where there are none. */
export function filesIn(folder: string, names: RegExp): string[] {
  const found = list(folder).filter(entry => entry.isFile() && names.test(entry.name))
  return found.map(({ name }) => join(folder, name))
}

/** The beginning of a file, at most 64 KiB; '' where it cannot be read. */
export function headOf(path: string): string {
  return orElse(() => readHead(path, 64 * 1024), '')
}

async function readNote(path: string, name: string): Promise<Note | Bad> {
  const text = readText(path, NOTE_BYTES)
  if (typeof text !== 'string') return text
  const { data, body } = await parseFrontMatter(text)
  return {
    path,
    name,
    body: body.trim(),
    front: data,
    modifiedAt: modifiedAt(path) ?? new Date(NaN),
  }
}

/** A phrase that follows the name of a file, and says why it cannot be read. */
interface Bad {
  bad: string
}

/** The text of a file of at most so many bytes, lines ended by LF. */
function readText(path: string, most: number): string | Bad {
  try {
    const bytes = readBytes(path, most)
    const head = bytes.subarray(0, 4).toString('latin1')
    if (head === 'PK\x03\x04') return { bad: 'is a zip file: unzip it, and name what was in it' }
    if (/^(?:\xff\xfe|\xfe\xff)/.test(head)) return { bad: 'is UTF-16 text: save it as UTF-8' }
    if (bytes.includes(0)) return { bad: 'is not text' }
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch (error) {
    return { bad: reasonOf(error, most) }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ...{ ENOENT: 'is not there', ENOTDIR: 'is not there' },
  ...{ EACCES: 'may not be read by this user', EPERM: 'may not be read by this user' },
  ...{ EISDIR: 'is a folder', EFTYPE: 'is no file', ENXIO: 'is no file' },
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text',
}

function reasonOf(error: unknown, most: number): string {
  const code = errnoOf(error) ?? ''
  if (code === 'ERR_FS_FILE_TOO_LARGE')
    return `is larger than ${most < 2 ** 20 ? `${most / 2 ** 10} KiB` : `${most / 2 ** 20} MiB`}`
  return REASONS[code] ?? `cannot be read: ${(error as Error).message}`
}

/** The time of a file's last change; undefined where nobody knows. */
export function modifiedAt(path: string): Date | undefined {
  return orElse(() => statSync(path).mtime, undefined)
}

/** The text of a file that must be there, of at most 256 MiB. Throws INVALID_REQUEST that names it. */
export function readGiven(path: string): string {
  const text = readText(path, MOST_BYTES)
  if (typeof text !== 'string') throw unreadable(path, text.bad)
  return text
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  return orElse(() => JSON.parse(text) as unknown, undefined)
}

/** The value of a JSON file of at most 256 MiB. Throws INVALID_REQUEST that names it. */
export function readJson(path: string): unknown {
  const value = parseJson(readGiven(path))
  if (value === undefined) throw unreadable(path, 'is not JSON')
  return value
}

/** The object in a small JSON file that may not be there; {} where there is none. */
export function readSettings(path: string): Record<string, unknown> {
  const text = readText(path, 2 ** 20)
  return recordOf(typeof text === 'string' ? parseJson(text) : {})
}

/** The path of the first of these names in a folder that is there; the path itself where it is no folder. */
export function fileIn(path: string, ...names: string[]): string | undefined {
  if (!isFolder(path)) return path
  return names.map(name => join(path, name)).find(file => modifiedAt(file) !== undefined)
}

/** The JSON values of the lines of a text; what is not JSON is undefined. */
export function* jsonLines(text: string): Generator<{ line: number; value: unknown }> {
  for (const [index, one] of text.split('\n').entries())
    if (one.trim() !== '') yield { line: index + 1, value: parseJson(one) }
}

/** A row of a database of another program: any value in any column. */
export type Row = Readonly<Record<string, unknown>>

/** Asks a database for tables (a view may never end) that have these columns, and for rows. */
export interface Tables {
  columns: (table: string) => Set<unknown>
  has: (table: string, ...names: string[]) => boolean
  rows: (text: string, values?: string[]) => Row[]
}

const NOTHING = '; nothing was imported'

/** Hands the tables of a database to `use`. Throws INVALID_REQUEST that names the file where it is none. */
export async function readTables<T>(path: string, use: (tables: Tables) => T): Promise<T> {
  try {
    return await readDatabase(path, database => {
      const rows = (text: string, values: string[] = []) => database.all(text, values)
      const named = "select name from sqlite_master where type = 'table' and name = ?"
      const columns = (table: string) => {
        const found = rows(named, [table]).length > 0 ? rows(`pragma table_info(${table})`) : []
        return new Set(found.map(({ name }) => name))
      }
      const has = (table: string, ...names: string[]) =>
        names.every(name => columns(table).has(name))
      return use({ columns, has, rows })
    })
  } catch (error) {
    if (!(error instanceof SvcError) || error.message.endsWith(NOTHING)) throw error
    throw new SvcError(error.code, error.message + NOTHING, { cause: error })
  }
}

/** A text column of at most 256 Ki characters and one more, by which a longer one is known. */
export function textColumn(name: string): string {
  return `substr(${name}, 1, 262145) as ${name}`
}
