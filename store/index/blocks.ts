import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { SvcError } from '../errors.js'
import type { Header, SectionName } from './format.js'

/** Everything behind the header of an index file is checked in blocks of so many bytes. */
export const BLOCK_BYTES = 1024

/** Number of blocks for a number of bytes. */
export function blocksOf(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES)
}

type Checksum = (bytes: Uint8Array, start: number) => number

/**
 * The checksum of a block: CRC-32 (ISO 3309). It notices damage and is no protection against intent.
 * Node's own is asked for below `node:zlib`, which takes a hook longer to load than to search.
 */
export const sumBlock: (block: Uint8Array) => number = (() => {
  const native = findNative()
  return native === undefined ? sumByTable : block => native(block, 0)
})()

/** Node has it from 20.15 on; other runtimes have no such binding. */
function findNative(): Checksum | undefined {
  const { binding } = process as { binding?: (name: string) => { crc32?: Checksum } }
  try {
    return binding?.call(process, 'zlib').crc32
  } catch {
    return undefined
  }
}

const POLYNOMIAL = 0xedb88320
let table: Uint32Array | undefined

/** Computes the checksum without Node's help, a byte at a time. */
export function sumByTable(block: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1
    return rest
  })
  let sum = 0xffffffff
  for (const byte of block) sum = table[(sum ^ byte) & 0xff]! ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

/** The checksums of all blocks of some bytes, in short steps between which other work may be done. */
export function* sumBlocks(bytes: Uint8Array): Generator<undefined, Uint32Array> {
  const sums = new Uint32Array(blocksOf(bytes.length))
  for (let block = 0; block < sums.length; block++) {
    const from = block * BLOCK_BYTES
    sums[block] = sumBlock(bytes.subarray(from, from + BLOCK_BYTES))
    yield
  }
  return sums
}

const LINE_END = 10

/** Sorted lines in a part of a file, with a line end before and after each, read a block at a time. */
export class SortedLines {
  readonly #blocks = new Map<number, Buffer>()

  /** `offset` is where the lines begin, counted from a block's beginning. */
  constructor(
    private readonly offset: number,
    private readonly length: number,
    private readonly read: (from: number, length: number) => Buffer,
  ) {}

  /** The lines that begin so, in their order. */
  from(beginning: string): string[] {
    const wanted = Buffer.from(beginning)
    // UTF-16 sorts these otherwise than UTF-8 does.
    const isAlike = !/[\ud800-\uffff]/.test(beginning)
    const found: string[] = []
    let at = this.#lineIn(isAlike ? this.#findBlock(wanted) : 0)
    for (; at < this.length; at = this.#endOf(at) + 1) {
      const order = this.#compare(at, wanted)
      if (order > 0 && isAlike) break
      if (order === 0) found.push(this.#textOf(at))
    }
    return found
  }

  /** The last block of which the first line sorts before what begins so, or block 0. */
  #findBlock(wanted: Buffer): number {
    let low = 0
    let high = blocksOf(this.offset + this.length)
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#lineIn(middle), wanted) < 0) low = middle
      else high = middle
    }
    return low
  }

  /** The first line that begins behind a line end of the block; the end of all where there is none. */
  #lineIn(block: number): number {
    return this.#endOf(Math.max(0, block * BLOCK_BYTES - this.offset)) + 1
  }

  #endOf(from: number): number {
    let at = from
    while (at < this.length && this.#byte(at) !== LINE_END) at++
    return at
  }

  /** Below 0 for a line that sorts before what begins so, 0 for one that begins so. */
  #compare(at: number, wanted: Buffer): number {
    for (let i = 0; i < wanted.length; i++) {
      const order = (at + i < this.length ? this.#byte(at + i) : Infinity) - wanted[i]!
      if (order !== 0) return order
    }
    return 0
  }

  #textOf(from: number): string {
    const bytes = Array.from({ length: this.#endOf(from) - from }, (_, at) => this.#byte(from + at))
    return Buffer.from(bytes).toString()
  }

  #byte(at: number): number {
    const block = Math.floor((at + this.offset) / BLOCK_BYTES)
    const start = Math.max(0, block * BLOCK_BYTES - this.offset)
    let bytes = this.#blocks.get(block)
    if (bytes === undefined) {
      const end = Math.min(this.length, (block + 1) * BLOCK_BYTES - this.offset)
      this.#blocks.set(block, (bytes = this.read(start, end - start)))
    }
    return bytes[at - start]!
  }
}

/** STORE_CORRUPT of an index file that turns out to be damaged while it is read. */
export class DamagedIndex extends SvcError {
  constructor(
    /** The damaged file. */
    readonly path: string,
    cause?: unknown,
  ) {
    super('STORE_CORRUPT', 'a derived index file is damaged; it has to be rebuilt', { cause })
  }
}

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Sections up to this size are read at once: beyond it the system has to find memory page by page. */
const WHOLE_SECTION_BYTES = 127 * 1024

/** Bytes of a page, in whole blocks, and of pages that are kept of one file at most. */
const PAGE_BYTES = 4 * BLOCK_BYTES
const MOST_PAGES = 512

/** Files that turned out to be damaged in this process: where one cannot be removed it is not read again. */
const known = new Set<string>()

/** An open index file; every read is checked against the bounds of its section and its checksums. */
export class FileSource {
  readonly size: number
  #descriptor: number | undefined
  readonly #whole = new Map<SectionName, Uint32Array>()
  #header: Header | undefined
  #isSound = new Uint8Array(0)
  /** Short reads keep their page. */
  isPaged = false
  readonly #pages = new Map<number, Buffer>()
  #stamp = ''

  /** Throws the system's error where the file cannot be opened; with `bytes` it need not be. */
  constructor(
    readonly path: string,
    private readonly memory?: Buffer,
  ) {
    this.size = memory?.length ?? 0
    if (memory !== undefined) return
    this.#descriptor = openSync(path, READ_FLAGS)
    const { size, mtimeMs, ino } = fstatSync(this.#descriptor)
    this.size = size
    this.#stamp = `${path} ${mtimeMs}-${size}-${ino}`
    if (known.has(this.#stamp)) throw this.damaged()
  }

  /** Turns checksums on: every read behind the header is compared with them from now on. */
  check(header: Header): void {
    this.#header = header
    this.#isSound = new Uint8Array(header.sections.sums.length / 4)
  }

  /** Bytes of a section; may be a view of a shared buffer. Throws STORE_CORRUPT out of bounds. */
  bytes(header: Header, name: SectionName, offset: number, length: number, isFew = false): Buffer {
    const section = header.sections[name]
    if (!(offset >= 0 && length >= 0 && offset + length <= section.length)) throw this.damaged()
    // A small section is read at once, but for a few bytes of it.
    const whole = isFew ? this.#whole.get(name) : this.#wholeOf(header, name)
    return whole === undefined
      ? this.#readChecked(section.offset + offset, length)
      : Buffer.from(whole.buffer, whole.byteOffset + offset, length)
  }

  /** Reads 32-bit numbers of a section by their place in it, as `bytes` does. */
  numbers(header: Header, name: SectionName, from: number, count: number): Uint32Array {
    const whole = this.#wholeOf(header, name)
    if (whole === undefined) return toNumbers(this.bytes(header, name, from * 4, count * 4))
    if (!(from + count <= whole.length)) throw this.damaged()
    return whole.subarray(from, from + count)
  }

  /** Reads everything and closes the file. Throws STORE_CORRUPT where it ends before. */
  keep({ sections }: Header): void {
    for (const name of Object.keys(sections) as SectionName[])
      this.#whole.set(name, this.#readSection(sections[name]))
    this.#release()
  }

  /** Bytes behind the header; those of blocks that were not looked at yet are compared first. */
  #readChecked(position: number, length: number): Buffer {
    const { rows, sums } = (this.#header ?? this.#refuse()).sections
    if (position >= sums.offset || length === 0) return this.readAt(position, length)
    const at = position - rows.offset
    const page = Math.floor(at / PAGE_BYTES)
    const from = at - page * PAGE_BYTES
    if (this.isPaged && from + length <= PAGE_BYTES) {
      const bytes = this.#pages.get(page) ?? this.#readPage(page, rows.offset, sums.offset)
      return bytes.subarray(from, from + length)
    }
    return this.#readBlocks(position, length, rows.offset, sums.offset)
  }

  #readPage(page: number, start: number, end: number): Buffer {
    if (this.#pages.size >= MOST_PAGES) this.#pages.clear()
    const from = start + page * PAGE_BYTES
    const length = Math.min(PAGE_BYTES, end - from)
    const bytes = this.#readBlocks(from, length, start, end)
    this.#pages.set(page, bytes)
    return bytes
  }

  #readBlocks(position: number, length: number, start: number, last: number): Buffer {
    const first = Math.floor((position - start) / BLOCK_BYTES)
    const end = blocksOf(position + length - start)
    if (this.#isSound.subarray(first, end).every(Boolean)) return this.readAt(position, length)
    const from = start + first * BLOCK_BYTES
    const to = Math.min(start + end * BLOCK_BYTES, last)
    const bytes = this.readAt(from, to - from)
    this.#compare(bytes, first, end)
    return bytes.subarray(position - from, position - from + length)
  }

  #compare(bytes: Buffer, first: number, end: number): void {
    const sums = this.numbers(this.#header!, 'sums', first, end - first)
    for (let block = first; block < end; block++) {
      const from = (block - first) * BLOCK_BYTES
      if (sumBlock(bytes.subarray(from, from + BLOCK_BYTES)) !== sums[block - first])
        throw this.damaged()
      this.#isSound[block] = 1
    }
  }

  #refuse(): never {
    throw this.damaged()
  }

  /** Bytes at a place in the file. Throws STORE_CORRUPT where it ends before. */
  readAt(position: number, length: number): Buffer {
    if (this.memory !== undefined) return this.memory.subarray(position, position + length)
    if (this.#descriptor === undefined) throw this.damaged()
    const bytes = Buffer.allocUnsafeSlow(length)
    if (this.#readInto(this.#descriptor, bytes, position) !== length) throw this.damaged()
    return bytes
  }

  damaged(cause?: unknown): DamagedIndex {
    if (this.#descriptor !== undefined) known.add(this.#stamp)
    return new DamagedIndex(this.path, cause)
  }

  /** All of a section that is small, or kept; undefined of a large one. */
  #wholeOf({ sections }: Header, name: SectionName): Uint32Array | undefined {
    const known = this.#whole.get(name)
    if (known !== undefined || sections[name].length > WHOLE_SECTION_BYTES) return known
    const whole = this.#readSection(sections[name])
    this.#whole.set(name, whole)
    return whole
  }

  /** Reads a section with the padding behind its end that makes it a multiple of 4. */
  #readSection({ offset, length }: { offset: number; length: number }): Uint32Array {
    return toNumbers(this.#readChecked(offset, Math.ceil(length / 4) * 4))
  }

  #readInto(descriptor: number, bytes: Buffer, position: number): number {
    try {
      return readSync(descriptor, bytes, 0, bytes.length, position)
    } catch (cause) {
      throw this.damaged(cause)
    }
  }

  close(): void {
    this.#release()
    this.#whole.clear()
    this.#pages.clear()
  }

  #release(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

function toNumbers({ buffer, byteOffset, length }: Buffer): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / 4)
}
