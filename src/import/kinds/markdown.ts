import { basename, dirname } from 'node:path'
import { isFolder } from '../../../store/files/read.js'
import { isId } from '../../../store/names.js'
import { isInAgentsWords, isKind, isWaiting } from '../../../store/types.js'
import { readGiven, readNotes, unreadable, modifiedAt, type Note } from './files.js'
import {
  kindOf,
  kindOfNote,
  recordOf,
  sectionsOf,
  textOf,
  titleOf,
  toTexts,
  type Found,
  type ForeignItem,
  type ImportKind,
} from './item.js'
import { guessedAt, placeOf } from './okf.js'

/** A note up to this long is one memory. */
const SHORT_CHARS = 2_000
const MOST_SECTIONS = 500

/** A folder of notes, or one of them: also what `svc export --to markdown` wrote. */
export const MARKDOWN: ImportKind = {
  about: 'a folder of Markdown notes, or a note',
  needsPath: true,
  isOfProject: true,
  async *read(path = '') {
    for await (const note of readNotes(path)) {
      if ('bad' in note) yield note
      else yield* ofSvc(note) ?? toItems(note)
    }
  },
}

/** The date of a note, under whichever of its usual names. */
export function datesOf({ front, modifiedAt }: Note) {
  const { createdAt, created, date, updatedAt, updated, modified } = front
  return {
    createdAt: createdAt ?? created ?? date ?? updated ?? modified,
    updatedAt: updatedAt ?? updated ?? modified,
    modifiedAt,
  }
}

/** A memory file of svc, as it stands; undefined for another note. */
function ofSvc(note: Note): ForeignItem[] | undefined {
  const { id, kind, title, tags, aliases, scope, pinned } = note.front
  if (!isId(id) || typeof kind !== 'string' || !isKind(kind) || !('createdAt' in note.front))
    return undefined
  const source = recordOf(note.front.source)
  const isOfAgent = isInAgentsWords(source)
  const known = {
    ...{ id, key: id, at: note.name, kind, title: textOf(title) ?? titleOf(note.body) },
    ...{ content: note.body, tags: toTexts(tags), aliases: toTexts(aliases) },
    ...{
      ...datesOf(note),
      ...guessedAt(note.front),
      pinned: pinned === true,
      waits: isWaiting({ source }),
    },
    words: isOfAgent ? ('agent' as const) : undefined,
    place: placeOf(scope),
  }
  return [known]
}

function toItems(note: Note): Found[] {
  const { front, body, name } = note
  const folders = dirname(name) === '.' ? [] : dirname(name).split('/')
  const { tags, tag, keywords, kind, type } = front
  const known = {
    ...{ ...datesOf(note), source: { file: name } },
    tags: [...[tags, tag, keywords].flatMap(toTexts), ...folders],
    aliases: toTexts(front.aliases),
  }
  const stem = basename(name).replace(/\.[^.]*$/, '')
  const said = kindOf(kind) ?? kindOf(type) ?? folders.map(kindOf).findLast(Boolean) ?? 'fact'
  const sections = sectionsOf(name, body)
  const heading = /^#\s+(.+)$/m.exec(body)?.[1]
  const title = textOf(front.title) ?? heading ?? stem
  if (body.length <= SHORT_CHARS || sections.length < 2)
    return [{ ...known, key: name, at: name, kind: said, title, content: body }]
  if (sections.length > MOST_SECTIONS)
    return [{ at: name, bad: `has more than ${MOST_SECTIONS} sections` }]
  return sections.map(({ heading, body: content, key }) => ({
    ...known,
    ...{ key, at: name, kind: said, content },
    title: heading === '' || heading === title ? title : `${title} › ${heading}`,
  }))
}

const DATED = /^\[([^\]]{1,40})\]\.?\s*-?\s*/
const MARK = /^(?:[-*]|\d+\.)\s+/

/** A list that somebody pasted from a chat: a memory a line, with its date where one stands before it. */
export const TEXT: ImportKind = {
  about: 'a text with one memory a line',
  needsPath: true,

  async *read(path = '') {
    if (isFolder(path)) throw unreadable(path, 'is a folder')
    const lines = readGiven(path).split('\n')
    for (const [index, line] of lines.entries()) {
      const item = noteOfLine(line)
      if (item === undefined) continue
      yield { ...item, at: `line ${index + 1}`, key: item.content, modifiedAt: modifiedAt(path) }
    }
  },
}

/** The memory in a line of such a list, and when it was noted; undefined for a line that says nothing. */
export function noteOfLine(line: string) {
  const text = line.trim().replace(MARK, '')
  const [, date] = DATED.exec(text) ?? []
  const content = text.replace(DATED, '').trim()
  if (content === '' || /^(?:`{3}|-{3}|#)/.test(content)) return undefined
  const title = titleOf(content)
  const words = 'agent' as const
  return { title, content, kind: kindOfNote(content), words, createdAt: date }
}
