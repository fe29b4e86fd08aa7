import { memoryFileName } from '../../store/file-name.js'
import { hashText } from '../../store/hash.js'
import { formatMemoryDocument } from '../../store/memory-document.js'
import type { MemoryDocument } from '../../store/types.js'

/** A memory file that is to be moved; without a document it cannot be read as a memory. */
export interface MovingFile {
  name: string
  bytes: Buffer
  document?: MemoryDocument | undefined
}

/** What stands where it goes: the contents by file name, and the file name of each id. */
export interface Standing {
  bytesOf(name: string): Buffer | undefined
  nameOfId(id: string): string | undefined
}

/** The file that is to be written, or nothing where it stands there already. */
export type MovePlan =
  { isDone: true } | { isDone: false; name: string; bytes: Buffer; id?: string }

/**
 * Decides as which file a memory file goes over: as it is, byte for byte; where another memory has
 * its id or its name there, under one that follows from its content, so that repeating it finds it.
 * Nothing that stands there is touched. Pure.
 */
export function planItem(file: MovingFile, there: Standing): MovePlan {
  const { name, bytes, document } = file
  if (document === undefined) return planUnread(file, there)
  const holder = there.nameOfId(document.id)
  if (holder === undefined && there.bytesOf(name) === undefined) {
    return { isDone: false, name, bytes, id: document.id }
  }
  if (holder !== undefined && there.bytesOf(holder)?.equals(bytes)) return { isDone: true }
  return planUnder(holder === undefined ? document.id : newId(file), document, there)
}

function planUnder(id: string, document: MemoryDocument, there: Standing): MovePlan {
  if (there.nameOfId(id) !== undefined) return { isDone: true }
  const moved = { ...document, id }
  const name = memoryFileName(moved.title, id)
  return { isDone: false, name, bytes: Buffer.from(formatMemoryDocument(moved)), id }
}

function planUnread(file: MovingFile, there: Standing): MovePlan {
  const names = [file.name, file.name.replace(/\.md$/, `-${newId(file)}.md`)]
  if (names.some(name => there.bytesOf(name)?.equals(file.bytes))) return { isDone: true }
  const name = names.find(one => there.bytesOf(one) === undefined) ?? names[1]!
  return { isDone: false, name, bytes: file.bytes }
}

function newId({ name, bytes }: MovingFile): string {
  return hashText(`${name}\n${bytes.toString('latin1')}`, 12)
}
