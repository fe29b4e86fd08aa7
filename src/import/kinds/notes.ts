import { basename, dirname, join } from 'node:path'
import { isFolder } from '../../../store/files/read.js'
import { isId } from '../../../store/names.js'
import { isInAgentsWords, isKind, isWaiting } from '../../../store/types.js'
import { readNotes, readSettings, unreadable, type Note } from './files.js'
import { kindOf, recordOf, sectionsOf, textOf, toDate, toItem, toTexts } from './item.js'
import type { ForeignItem, Found, KindContext, Place } from './item.js'

/** A note up to this long is one memory. */
const SHORT_CHARS = 2_000
const MOST_SECTIONS = 500

/** Reads a folder of Markdown notes, or one of them: also what `svc export --to markdown` wrote. */
export function readMarkdown(path: string): AsyncIterable<Found> {
  return readNotes(path, note => ofSvc(note) ?? ofNote(note))
}

/** The date of a note, under whichever of its usual names. */
function datesOf({ front, modifiedAt }: Note) {
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
  const item = toItem(note.name, note.body, {
    ...{ id, key: id, kind, title: textOf(title), place: placeOf(scope), pinned: pinned === true },
    ...{
      tags: toTexts(tags),
      aliases: toTexts(aliases),
      ...datesOf(note),
      ...guessedAt(note.front),
    },
    ...{ waits: isWaiting({ source }), words: isInAgentsWords(source) ? 'agent' : undefined },
  })
  return [item]
}

function ofNote(note: Note): Found[] {
  const { front, body, name } = note
  const folders = dirname(name) === '.' ? [] : dirname(name).split('/')
  const { tags, tag, keywords, kind, type } = front
  const known = {
    ...{ ...datesOf(note), source: { file: name }, words: undefined },
    kind: kindOf(kind) ?? kindOf(type) ?? folders.map(kindOf).findLast(Boolean) ?? 'fact',
    tags: [...[tags, tag, keywords].flatMap(toTexts), ...folders],
    aliases: toTexts(front.aliases),
  }
  const sections = sectionsOf(name, body)
  const title = textOf(front.title) ?? /^#\s+(.+)$/m.exec(body)?.[1] ?? stemOf(name)
  if (body.length <= SHORT_CHARS || sections.length < 2)
    return [toItem(name, body, { ...known, key: name, title })]
  if (sections.length > MOST_SECTIONS)
    return [{ at: name, bad: `has more than ${MOST_SECTIONS} sections` }]
  return sections.map(({ heading, body, key }) => {
    const below = heading === '' || heading === title ? '' : ` › ${heading}`
    return toItem(name, body, { ...known, key, title: title + below })
  })
}

function stemOf(name: string): string {
  return basename(name).replace(/\.[^.]*$/, '')
}

/** The version of the Open Knowledge Format that is written. */
export const OKF_VERSION = '0.2'
const OF_OKF = /(?:^|\/)(?!(?:index|log)\.md$)[^/]*\.md$/
const DESCRIPTION_CHARS = 100

/** Reads a bundle of the Open Knowledge Format: also what `svc export --to okf` wrote. */
export function readOkf(path: string, context: KindContext): AsyncIterable<Found> {
  if (!isFolder(path)) throw unreadable(path, 'is no folder')
  return readNotes(path, note => [ofConcept(note, context)], OF_OKF)
}

function ofConcept({ front, name, body, modifiedAt }: Note, { now }: KindContext): Found {
  const [type, description] = [front.type, front.description].map(textOf)
  if (type === undefined) return { at: name, bad: 'has no type, so it is no concept of the format' }
  if (front.status === 'deprecated') return { left: 'deprecated' }
  const own = recordOf(front.svc)
  const ofSvc = typeof own.kind === 'string' && isKind(own.kind) ? own.kind : undefined
  const kind = kindOf(type) ?? ofSvc
  const id = isId(own.id) ? own.id : undefined
  const isShort = (description ?? '').length <= DESCRIPTION_CHARS
  const content = [isShort || id ? '' : description, body].filter(Boolean).join('\n\n')
  if (content === '') return { left: 'without text' }
  const ownType = `type:${type.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.slice(0, 100)
  const isStale = toDate(front.stale_after, now) !== undefined
  return toItem(name, content, {
    ...{ key: name.replace(/\.md$/, ''), kind: kind ?? 'fact', id, place: placeOf(own.scope) },
    title: textOf(front.title) ?? basename(name, '.md'),
    tags: [...toTexts(front.tags), ...(kind ? [] : [ownType]), ...(isStale ? ['stale'] : [])],
    aliases: id ? toTexts(own.aliases) : isShort && description ? [description] : [],
    createdAt: own.createdAt ?? recordOf(front.generated).at ?? front.timestamp,
    ...{ updatedAt: own.updatedAt, modifiedAt, ...guessedAt(own) },
    words: isOfPerson(front) ? undefined : 'agent',
    ...{ waits: front.status === 'draft', pinned: own.pinned === true },
    source: id ? {} : { file: name },
  })
}

/** The time that svc took for the date of what has none; {} for what has one. */
function guessedAt({ createdAt, undated }: Record<string, unknown>) {
  if (undated !== true || typeof createdAt !== 'string') return {}
  return { createdAt: undefined, modifiedAt: new Date(createdAt) }
}

/** The place that svc wrote of what it has exported; undefined where it wrote none. */
function placeOf(scope: unknown): ForeignItem['place'] {
  if (typeof scope !== 'string') return undefined
  return scope === 'global' ? scope : { name: scope }
}

function isOfPerson({ generated, verified }: Record<string, unknown>): boolean {
  const actors = [generated, verified].flat().map(one => textOf(recordOf(one).by))
  return actors.some(by => by?.startsWith('human:'))
}

/** Reads the notes of basic-memory: those of every project that it knows, or of the folder that is named. */
export async function* readBasicMemory(path: string, context: KindContext): AsyncGenerator<Found> {
  const projects = context.isGiven
    ? [{ folder: path, place: undefined }]
    : projectsOf(path, context)
  for (const { folder, place } of projects)
    yield* readNotes(folder, note => [ofMemory(note, place)])
}

/** The folders of its projects; each but the one by default is about a project of that name. */
function projectsOf(folder: string, { home }: KindContext) {
  const config = readSettings(join(home, '.basic-memory', 'config.json'))
  const named = Object.entries(recordOf(config.projects)).flatMap(([name, value]) => {
    const folder = textOf(value) ?? textOf(recordOf(value).path)
    const isOwn = name === (config.default_project ?? 'main')
    return folder === undefined ? [] : [{ folder, place: isOwn ? undefined : { name } }]
  })
  const all = named.length > 0 ? named : [{ folder, place: undefined }]
  const found = all.filter(one => isFolder(one.folder))
  if (found.length > 0) return found
  throw unreadable(folder, 'is not there: name the folder of the notes')
}

function ofMemory(note: Note, place: Place | undefined): Found {
  const { front, name, body } = note
  if (front.type === 'schema') return { left: 'a schema' }
  const { categories, tags } = observationsIn(body)
  const permalink = textOf(front.permalink)
  const title = typeof front.title === 'number' ? String(front.title) : textOf(front.title)
  return toItem(name, body, {
    key: [...Object.values(place ?? {}), permalink ?? name].join(':'),
    ...{ place, ...datesOf(note), title: title ?? stemOf(name) },
    kind: kindOf(front.type) ?? mostFrequent(categories.map(kindOf)) ?? 'fact',
    tags: [...toTexts(front.tags), ...tags, ...categories.filter(one => kindOf(one) === undefined)],
    source: { file: name, ...(permalink !== undefined && { foreignId: permalink }) },
  })
}

const OBSERVATION = /^[ \t]*[-*][ \t]+\[([^[\]()\n]{2,60})\](?!\()[ \t]+(.*)$/gm
const FENCED = /^(```|~~~)[^]*?(?:^\1|$(?![^]))/gm
const TIME = /^\d\d:\d\d(?::\d\d)?$/

/** The categories of a note's observations, and the tags that stand in them; fences are left out. */
function observationsIn(body: string): { categories: string[]; tags: string[] } {
  const all = [...body.replace(FENCED, '').matchAll(OBSERVATION)]
  const found = all.filter(([, category = '']) => !TIME.test(category))
  const tags = found.flatMap(([, , text = '']) => [...text.matchAll(/(?:^|\s)#([\w-]{1,60})/g)])
  return {
    categories: [...new Set(found.map(([, category = '']) => category.trim().toLowerCase()))],
    tags: [...new Set(tags.map(([, tag = '']) => tag))].slice(0, 20),
  }
}

/** The word that stands most often in a list; undefined where it has none. */
function mostFrequent(words: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const word of words.filter(Boolean) as string[])
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
