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

interface Block {
  start: number
  bytes: Buffer
}

/** Sorted lines in a part of a file, with a line end before and after each, read a block at a time. */
export class SortedLines {
  readonly #blocks = new Map<number, Block>()
  #last: Block = { start: 0, bytes: Buffer.alloc(0) }

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
    for (let at = from; at < this.length;) {
      const { start, bytes } = this.#blockOf(at)
      const end = bytes.indexOf(LINE_END, at - start)
      if (end >= 0) return start + end
      at = start + bytes.length
    }
    return Math.max(from, this.length)
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
    const { start, bytes } = this.#blockOf(at)
    return bytes[at - start]!
  }

  #blockOf(at: number): Block {
    const { start, bytes } = this.#last
    if (at >= start && at < start + bytes.length) return this.#last
    const number = Math.floor((at + this.offset) / BLOCK_BYTES)
    let block = this.#blocks.get(number)
    if (block === undefined) {
      const from = Math.max(0, number * BLOCK_BYTES - this.offset)
      const end = Math.min(this.length, (number + 1) * BLOCK_BYTES - this.offset)
      this.#blocks.set(number, (block = { start: from, bytes: this.read(from, end - from) }))
    }
    return (this.#last = block)
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

/** Files that turned out to be damaged in this process: where one cannot be removed it is not read again. */
const known = new Set<string>()

/** An open index file; every read is checked against the bounds of its section and its checksums. */
export class FileSource {
  readonly size: number
  #descriptor: number | undefined
  readonly #whole = new Map<SectionName, Uint32Array>()
  #isSound: Uint8Array | undefined
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
  check({ sections }: Header): void {
    this.#isSound = new Uint8Array(sections.sums.length / 4)
  }

  /** Bytes of a section; may be a view of a shared buffer. Throws STORE_CORRUPT out of bounds. */
  bytes(header: Header, name: SectionName, offset: number, length: number, isFew = false): Buffer {
    const section = header.sections[name]
    if (!(offset >= 0 && length >= 0 && offset + length <= section.length)) throw this.damaged()
    // A small section is read at once, but for a few bytes of it.
    const whole = isFew ? this.#whole.get(name) : this.#wholeOf(header, name)
    return whole === undefined
      ? this.readChecked(header, name, section.offset + offset, length)
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
  keep(header: Header): void {
    for (const name of Object.keys(header.sections) as SectionName[])
      this.#whole.set(name, this.#readSection(header, name))
    this.#release()
  }

  /** Bytes at a place in a section; those of blocks that were not looked at yet are compared first. */
  protected readChecked(header: Header, name: SectionName, position: number, length: number) {
    if (name === 'sums' || length === 0) return this.readAt(position, length)
    const { rows, sums } = header.sections
    const first = Math.floor((position - rows.offset) / BLOCK_BYTES)
    const end = blocksOf(position + length - rows.offset)
    const isSound = this.#isSound ?? this.#refuse()
    if (!isSound.subarray(first, end).includes(0)) return this.readAt(position, length)
    const from = rows.offset + first * BLOCK_BYTES
    const to = Math.min(rows.offset + end * BLOCK_BYTES, sums.offset)
    const bytes = this.readAt(from, to - from)
    const known = this.numbers(header, 'sums', first, end - first)
    for (let block = 0; block < end - first; block++) {
      const start = block * BLOCK_BYTES
      if (sumBlock(bytes.subarray(start, start + BLOCK_BYTES)) !== known[block])
        throw this.damaged()
      isSound[first + block] = 1
    }
    return bytes.subarray(position - from, position - from + length)
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
  #wholeOf(header: Header, name: SectionName): Uint32Array | undefined {
    const known = this.#whole.get(name)
    if (known !== undefined || !this.isWhole(name, header.sections[name].length)) return known
    const whole = this.#readSection(header, name)
    this.#whole.set(name, whole)
    return whole
  }

  /** Reads a section with the padding behind its end that makes it a multiple of 4. */
  #readSection(header: Header, name: SectionName): Uint32Array {
    const { offset, length } = header.sections[name]
    return toNumbers(this.readChecked(header, name, offset, Math.ceil(length / 4) * 4))
  }

  /** True for a section that is read at once. */
  protected isWhole(_name: SectionName, bytes: number): boolean {
    return bytes <= WHOLE_SECTION_BYTES
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
  }

  #release(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

function toNumbers({ buffer, byteOffset, length }: Buffer): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / 4)
}
