import { splitFrontMatter } from '../../store/front-matter.js'
import { redactText } from '../redact/index.js'

function decode(bytes: Buffer): string {
  const text = bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString()
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}

/**
 * The text of an agent file as a memory's content: UTF-8 (or UTF-16 with its mark), lines ended by
 * LF, YAML front matter cut off unread, invisible characters and secrets taken out, no blank lines
 * around. Empty where nothing is left.
 */
export function toImportedContent(bytes: Buffer): string {
  const { body } = splitFrontMatter(decode(bytes))
  return redactText(body)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}
