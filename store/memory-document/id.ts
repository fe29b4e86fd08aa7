const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 8
const ID = /^[a-z][a-z0-9]{7,31}$/

/** True for the id of a memory: 8 to 32 characters of a–z and 0–9, the first a letter. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

/**
 * A new id: 8 random characters of a–z2–7, the first a letter, so that YAML never reads it as a
 * number. `random` answers numbers of [0, 1).
 */
export function createId(random: () => number = secureRandom): string {
  let id = ''
  for (let index = 0; index < LENGTH; index++) id += characterAt(random(), index)
  return id
}

/** The id of a file that states none: the same name always gives the same id (FNV-1a, mixed). */
export function toStableId(name: string): string {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(name.normalize('NFC'))) state = Math.imul(state ^ byte, 0x01000193)
  return createId(() => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) / 2 ** 32
  })
}

/** The finaliser of MurmurHash3 (public domain). */
function mix(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function characterAt(random: number, index: number): string {
  const choices = index === 0 ? 26 : ALPHABET.length
  return ALPHABET.charAt(Math.floor(random * choices))
}

function secureRandom(): number {
  return (globalThis.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}
