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
