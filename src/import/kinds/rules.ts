import { basename } from 'node:path'
import { readNotes, type Note } from './files.js'
import {
  bulletsOf,
  kindOfNote,
  kindOfRule,
  sectionsOf,
  textOf,
  titleOf,
  toTexts,
  type Found,
} from './item.js'

/** Rules up to this long are one memory. */
const SHORT_CHARS = 600
/** The heading below which hosts themselves add what they are told to remember. */
const ADDED = /^##\s+.*\bAdded Memories\s*$/m
const COMMENT = /<!--[^]*?-->/g
const TAKES_IN = /^\s*(?:[-*]\s+)?@\S+\s*$/gm

/**
 * Reads the rules that a person wrote for every project, from a file or the files of a folder: a memory a
 * section, and one for each note that a host added. A line that takes in another file is left out: what
 * is in it is not read. `text` stands in place of what is in the file.
 */
export async function* readRules(
  path: string,
  endings?: RegExp,
  text?: string,
): AsyncGenerator<Found> {
  if (text !== undefined) {
    yield* ofNote({ path, name: basename(path), body: text, front: {}, modifiedAt: new Date(NaN) })
    return
  }
  for await (const note of readNotes(path, endings)) {
    if ('bad' in note) yield note
    else yield* ofNote(note)
  }
}

function* ofNote(note: Note): Generator<Found> {
  const { path, name, front, modifiedAt } = note
  const [rules = '', added = ''] = note.body.replace(COMMENT, '').split(ADDED)
  const kept = rules.replace(TAKES_IN, '').trim()
  if (kept.length < rules.trim().length && TAKES_IN.test(rules))
    yield { left: 'a line that takes in another file (@path)' }
  const globs = [front.paths, front.applyTo, front.globs].flatMap(toTexts)
  const tags = globs.filter(glob => glob !== '**').map(glob => `path:${glob}`)
  const common = { at: path, modifiedAt, tags, source: { file: name } }
  const sections = kept.length <= SHORT_CHARS ? [] : sectionsOf(path, kept)
  const whole = kept === '' ? [] : [{ heading: '', body: kept, key: `${path}#` }]
  for (const { heading, body, key } of sections.length > 0 ? sections : whole) {
    const title = heading || titleIn(kept, front)
    yield { ...common, key, kind: kindOfRule(body), title, content: body }
  }
  for (const bullet of new Set(bulletsOf(added))) {
    const title = titleOf(bullet)
    const kind = kindOfNote(bullet)
    yield { ...common, key: `${path}#${bullet}`, kind, title, content: bullet, words: 'agent' }
  }
}

function titleIn(text: string, front: Record<string, unknown>): string {
  return textOf(front.description) ?? titleOf(text)
}
