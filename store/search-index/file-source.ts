import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { SvcError } from '../errors.js'
import type { Header, SectionName } from './layout.js'

/** Sections up to this size are read at once: cheaper than many small reads. */
const WHOLE_SECTION_BYTES = 512 * 1024

/** The error of an index file that turns out to be damaged while it is read. */
export function damagedIndex(cause?: unknown): SvcError {
  const message = 'a derived index file is damaged; it has to be rebuilt'
  return new SvcError('STORE_CORRUPT', message, { cause })
}

/** An open index file; every read is checked against the bounds of its section. */
export class FileSource {
  readonly size: number
  #descriptor: number | undefined
  readonly #whole = new Map<SectionName, Buffer>()

  /** Throws the system's error where the file cannot be opened. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'r')
    this.size = fstatSync(this.#descriptor).size
  }

  /** Bytes of a section; may be a view of a shared buffer. Throws STORE_CORRUPT out of bounds. */
  read(header: Header, name: SectionName, offset: number, length: number): Buffer {
    const section = header.sections[name]
    if (!(offset >= 0 && length >= 0 && offset + length <= section.length)) throw damagedIndex()
    if (section.length > WHOLE_SECTION_BYTES) return this.readAt(section.offset + offset, length)
    let whole = this.#whole.get(name)
    if (!whole) this.#whole.set(name, (whole = this.readAt(section.offset, section.length)))
    return whole.subarray(offset, offset + length)
  }

  /** Bytes at a place in the file. Throws STORE_CORRUPT where it ends before. */
  readAt(position: number, length: number): Buffer {
    if (this.#descriptor === undefined) throw damagedIndex()
    const bytes = Buffer.allocUnsafeSlow(length)
    if (this.#readInto(this.#descriptor, bytes, position) !== length) throw damagedIndex()
    return bytes
  }

  #readInto(descriptor: number, bytes: Buffer, position: number): number {
    try {
      return readSync(descriptor, bytes, 0, bytes.length, position)
    } catch (cause) {
      throw damagedIndex(cause)
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
    this.#whole.clear()
  }
}
