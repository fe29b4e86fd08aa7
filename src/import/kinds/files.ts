import { readdirSync, statSync, type Dirent } from 'node:fs'
import { basename, join } from 'node:path'
import { parseFrontMatter } from '../../../store/document/front-matter.js'
import { errnoOf, orElse, SvcError } from '../../../store/errors.js'
import { isFolder, MOST_BYTES, readBytes, readHead } from '../../../store/files/read.js'
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

/** The reason of a system error, as a phrase that follows the name of a file. */
function reasonOf(error: unknown): string {
  const code = errnoOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'is not there'
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by this user'
  if (code === 'EISDIR') return 'is a folder'
  if (code === 'EFTYPE' || code === 'ENXIO') return 'is no file'
  return `cannot be read: ${(error as Error).message}`
}

/**
 * Reads the notes below a folder that have one of these endings, or the file that stands there, in the
 * order of their names. Dot folders, `node_modules` and links are left out. A file that cannot be read
 * gives a line. Throws INVALID_REQUEST where nothing is at the path.
 */
export async function* readNotes(
  root: string,
  endings = /\.(?:md|markdown)$/i,
): AsyncGenerator<Note | Extract<Found, { bad: string }>> {
  if (!isFolder(root)) {
    yield await readNote(root).catch((error: unknown) => refuse(root, error))
    return
  }
  let files = 0
  for (const { path, name, bad } of walk(root, '', endings)) {
    if (++files > MOST_ITEMS) throw unreadable(root, `holds more than ${MOST_ITEMS} notes`)
    if (bad !== undefined) yield { at: name, bad }
    else {
      try {
        yield { ...(await readNote(path)), name }
      } catch (error) {
        if (!(error instanceof SvcError)) throw error
        yield { at: name, bad: error.message }
      }
    }
  }
}

type Walked = { path: string; name: string; bad?: string }

function* walk(root: string, folder: string, endings: RegExp, depth = 0): Generator<Walked> {
  for (const entry of list(join(root, folder))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    const path = join(root, name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (entry.isDirectory()) {
      if (depth < MOST_FOLDERS) yield* walk(root, name, endings, depth + 1)
    } else if (endings.test(entry.name)) {
      const why = entry.isSymbolicLink() ? 'is a link, which is not followed' : 'is no file'
      yield entry.isFile() ? { path, name } : { path, name, bad: why }
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

/** The newest files of an ending in a folder, at most five; [] where there are none. */
export function newestFiles(folder: string, ending: string): string[] {
  const files = list(folder).filter(entry => entry.isFile() && entry.name.endsWith(ending))
  const dated = files.map(({ name }) => {
    const path = join(folder, name)
    return { path, at: orElse(() => statSync(path).mtimeMs, 0) }
  })
  return dated
    .sort((a, b) => b.at - a.at)
    .slice(0, 5)
    .map(({ path }) => path)
}

/** The beginning of a file, at most 64 KiB; '' where it cannot be read. */
export function headOf(path: string): string {
  return orElse(() => readHead(path, 64 * 1024), '')
}

async function readNote(path: string): Promise<Note> {
  const text = readText(path, NOTE_BYTES).replace(/\r\n?/g, '\n')
  const { data, body } = await parseFrontMatter(text)
  const modifiedAt = statSync(path).mtime
  return { path, name: basename(path), body: body.trim(), front: data, modifiedAt }
}

/** The text of a file of at most so many bytes. Throws INVALID_REQUEST with a phrase that follows its name. */
export function readText(path: string, most = MOST_BYTES): string {
  const bytes = readOrSay(path, most)
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04')
    throw new SvcError('INVALID_REQUEST', 'is a zip file: unzip it, and name what was in it')
  if (bytes.includes(0)) throw new SvcError('INVALID_REQUEST', 'is not text')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SvcError('INVALID_REQUEST', 'is not UTF-8 text', { cause })
  }
}

function readOrSay(path: string, most: number): Buffer {
  try {
    return readBytes(path, most)
  } catch (error) {
    const isLarge = errnoOf(error) === 'ERR_FS_FILE_TOO_LARGE'
    const why = isLarge ? `is larger than ${most / 1024} KiB` : reasonOf(error)
    throw new SvcError('INVALID_REQUEST', why, { cause: error })
  }
}

/** The time of a file's last change; undefined where nobody knows. */
export function modifiedAt(path: string): Date | undefined {
  return orElse(() => statSync(path).mtime, undefined)
}

/** The text of a file that must be there, of at most 256 MiB. Throws INVALID_REQUEST that names it. */
export function readGiven(path: string): string {
  try {
    return readText(path).replace(/\r\n?/g, '\n')
  } catch (error) {
    return refuse(path, error)
  }
}

function refuse(path: string, error: unknown): never {
  throw error instanceof SvcError ? unreadable(path, error.message, error) : error
}

/** The value of a JSON file of at most 256 MiB. Throws INVALID_REQUEST that names it. */
export function readJson(path: string): unknown {
  const text = readGiven(path)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw unreadable(path, 'is not JSON', cause)
  }
}

/** The object in a small JSON file that may not be there; {} where there is none. */
export function readSettings(path: string): Record<string, unknown> {
  return recordOf(orElse(() => JSON.parse(readText(path, 2 ** 20)) as unknown, {}))
}

/** The path of the first of these names in a folder that is there; the path itself where it is no folder. */
export function fileIn(path: string, ...names: string[]): string | undefined {
  if (!isFolder(path)) return path
  return names.map(name => join(path, name)).find(file => modifiedAt(file) !== undefined)
}

/** The JSON values of the lines of a text; what is not JSON is undefined. */
export function* jsonLines(text: string): Generator<{ line: number; value: unknown }> {
  let line = 0
  for (const one of text.replace(/^\ufeff/, '').split('\n')) {
    line++
    if (one.trim() === '') continue
    yield { line, value: orElse(() => JSON.parse(one) as unknown, undefined) }
  }
}
