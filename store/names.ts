import { isId } from './memory-document/id.js'

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
