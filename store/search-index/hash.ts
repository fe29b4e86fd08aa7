/** 32-bit FNV-1a over UTF-16 units with a final mix; never 0, which separates fields. */
export function hashTerm(term: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0 || 1
}

/** A second, independent hash: with the first it identifies a term in the dictionary. */
export function hashTermAgain(term: string): number {
  return hashTerm(term, 0x9e3779b9)
}

/** 32-bit FNV-1a over bytes: notices damage, no protection against intent. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
