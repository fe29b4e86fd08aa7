/** Everything behind the header of an index file is checked in blocks of so many bytes. */
export const BLOCK_BYTES = 1024

/** How many blocks so many bytes make. */
export function blocksOf(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES)
}

/**
 * The checksum of a block, whose bytes are a multiple of 4 and begin at one: 32-bit FNV-1a over its
 * numbers, with a shift that carries high bits down. It notices damage and is no protection against
 * intent.
 */
export function sumBlock(block: Buffer): number {
  const numbers = new Int32Array(block.buffer, block.byteOffset, block.length >> 2)
  let hash = 0x811c9dc5
  for (let at = 0; at < numbers.length; at++) {
    hash = Math.imul(hash ^ numbers[at]!, 0x01000193)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}

/** The checksums of all blocks of some bytes, in short steps between which other work may be done. */
export function* sumBlocks(bytes: Buffer): Generator<undefined, Uint32Array> {
  const sums = new Uint32Array(blocksOf(bytes.length))
  for (let block = 0; block < sums.length; block++) {
    const from = block * BLOCK_BYTES
    sums[block] = sumBlock(bytes.subarray(from, from + BLOCK_BYTES))
    yield
  }
  return sums
}
