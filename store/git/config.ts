import { lstatSync } from 'node:fs'
import { orElse } from '../errors.js'
import { readSmallFile } from '../files/read.js'
import { pathIn } from '../names.js'

/** The values of each key in their order; `section.name` or `section.subsection.name`. */
type GitConfig = ReadonlyMap<string, readonly string[]>

/**
 * Reads a file of a git directory that may be anybody's; undefined if there is none, if it is
 * larger than 1 MiB, or a link: another repository's file is not its own word.
 */
export function readOwnFile(gitDirectory: string, name: string): string | undefined {
  const path = pathIn(gitDirectory, name)
  const stats = orElse(() => lstatSync(path, { throwIfNoEntry: false }), undefined)
  return stats === undefined || stats.isSymbolicLink() ? undefined : readSmallFile(path)
}

/** The configuration of a git directory without what it includes; empty where it has none. */
export function readGitConfig(gitDirectory: string): GitConfig {
  return parseGitConfig(readOwnFile(gitDirectory, 'config') ?? '')
}

/**
 * Reads a configuration file of git line by line, in a time that grows as its length whatever it
 * holds. What git would refuse is passed over.
 */
export function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string[]>()
  let section = ''
  for (const line of toLines(text)) {
    const header = readHeader(line)
    if (header !== undefined) section = header.section
    const { key, value } = readEntry(header?.rest ?? line)
    if (key === '' || section === '') continue
    const name = `${section}.${key}`
    const standing = values.get(name)
    if (standing === undefined) values.set(name, [value])
    else standing.push(value)
  }
  return values
}

/** A backslash at the end of a line takes the next one in. */
function toLines(text: string): string[] {
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  return plain.replaceAll('\\\n', '').split('\n')
}

/** `[name]` or `[name "subsection"]` at the beginning of a line, and what stands behind it. */
function readHeader(line: string): { section: string; rest: string } | undefined {
  const text = line.trimStart()
  if (!text.startsWith('[')) return undefined
  const quote = text.indexOf('"')
  const plainEnd = text.indexOf(']')
  if (quote === -1 || (plainEnd !== -1 && plainEnd < quote)) {
    if (plainEnd === -1) return { section: '', rest: '' }
    const section = text.slice(1, plainEnd).trim().toLowerCase()
    return { section, rest: text.slice(plainEnd + 1) }
  }
  const { value, end } = readQuoted(text, quote)
  const name = text.slice(1, quote).trim().toLowerCase()
  return {
    section: `${name}.${value}`,
    rest: text.slice(text.indexOf(']', end) + 1 || text.length),
  }
}

/** The text between a quote and the next one, where a backslash takes the next character as it is. */
function readQuoted(text: string, quote: number): { value: string; end: number } {
  let value = ''
  let at = quote + 1
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\') at++
    value += text[at] ?? ''
  }
  return { value, end: at + 1 }
}

function readEntry(line: string): { key: string; value: string } {
  const text = line.trim()
  const equals = text.indexOf('=')
  if (equals === -1 || text.startsWith('#') || text.startsWith(';')) return { key: '', value: '' }
  const key = text.slice(0, equals).trim().toLowerCase()
  return { key, value: readValue(text.slice(equals + 1).trim()) }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** Quotes are taken off, and what is a comment. */
function readValue(text: string): string {
  if (!/["\\#;]/.test(text)) return text
  let value = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '"') isQuoted = !isQuoted
    else if (char === '\\') {
      const next = text[++at] ?? ''
      value += ESCAPES[next] ?? next
    } else if (!isQuoted && (char === '#' || char === ';')) return value.trimEnd()
    else value += char
  }
  return value
}
