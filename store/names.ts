import { sep } from 'node:path'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 8
const ID = /^[a-z][a-z0-9]{7,31}$/

/** True for the id of a memory: 8 to 32 characters of a–z and 0–9, the first a letter. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

const MOST_NAME_CHARS = 4096
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** True for a path or an address that can be given on, also to a program: no option, no control character. */
export function isPlainName(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MOST_NAME_CHARS) return false
  return !CONTROL.test(value) && !value.startsWith('-')
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

function characterAt(random: number, index: number): string {
  const choices = index === 0 ? 26 : ALPHABET.length
  return ALPHABET.charAt(Math.floor(random * choices))
}

function secureRandom(): number {
  return (globalThis.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}

/** The finaliser of MurmurHash3 (public domain). */
function mix(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/**
 * The path of names below a folder: what `path.join` answers where no name is `.` or `..`, without
 * looking at every character, for which a process that has just begun takes long.
 */
export function pathIn(folder: string, ...names: string[]): string {
  const start = folder.endsWith(sep) ? folder : folder + sep
  return start + (names.length === 1 ? names[0]! : names.join(sep))
}

const MAX_SLUG_BYTES = 60
const RESERVED = /^(?:con|prn|aux|nul|conin|conout|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/
const FILE_NAME = /--([a-z][a-z0-9]{7,31})\.md$/

let separators: RegExp | undefined

/**
 * A readable name for files and folders: lower case, letters and digits of any script (NFC)
 * joined by single hyphens, at most 60 bytes, safe on Windows and macOS, `fallback` where nothing
 * readable is left.
 */
export function slugOf(text: string, fallback = 'untitled'): string {
  const lower = text.slice(0, 1000).normalize('NFC').toLowerCase().normalize('NFC')
  // Compiled at first use: a regular expression with Unicode properties costs start-up time.
  separators ??= /[^\p{L}\p{N}\p{M}]+/gu
  const words = lower.replace(separators, '-').replace(/^-|-$/g, '')
  const slug = clipBytes(words)
  if (slug === '') return fallback
  return RESERVED.test(slug) ? `x-${slug}` : slug
}

/** The name of a memory's file, `<slug>--<id>.md`. */
export function memoryFileName(title: string, id: string): string {
  return `${slugOf(title)}--${id}.md`
}

/** The id in a file name made by memoryFileName, or undefined. */
export function idOfFileName(name: string): string | undefined {
  const id = FILE_NAME.exec(name)?.[1]
  return id !== undefined && isId(id) ? id : undefined
}

function clipBytes(slug: string): string {
  if (Buffer.byteLength(slug) <= MAX_SLUG_BYTES) return slug
  let kept = ''
  let bytes = 0
  for (const character of slug) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_SLUG_BYTES) break
    kept += character
  }
  const hyphen = kept.lastIndexOf('-')
  return hyphen > kept.length / 2 ? kept.slice(0, hyphen) : kept.replace(/-$/, '')
}

/**
 * A short name for a text: letters and digits of a–z2–7, the first a letter, 5 bits each; at most
 * 20 of them. Not for secrets: four 32-bit multiply-xor lanes with the finaliser of MurmurHash3
 * (Appleby, public domain), because node:crypto costs a hook 4 % of its start.
 */
export function hashText(text: string, length = 16): string {
  let [a, b, c, d] = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    a ^= a >>> 15
    b = Math.imul(b ^ unit, 0x5bd1e995)
    b ^= b >>> 15
    c = Math.imul(c ^ unit, 0x2c1b3c6d)
    c ^= c >>> 15
    d = Math.imul(d ^ unit, 0x297a2d39)
    d ^= d >>> 15
  }
  const lanes = [a, b, c, d]
  let name = ''
  for (let digit = 0; digit < Math.min(length, 20); digit++) {
    const lane = digit % 4
    lanes[lane] = mix((lanes[lane] ?? 0) + digit + text.length)
    name += ALPHABET[lanes[lane] & (digit === 0 ? 15 : 31)]
  }
  return name
}
