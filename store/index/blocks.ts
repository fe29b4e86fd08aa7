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
