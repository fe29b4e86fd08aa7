import { basename, join } from 'node:path'
import { readNotes, readSettings, unreadable, type Note } from './files.js'
import {
  kindOf,
  recordOf,
  textOf,
  toTexts,
  type Found,
  type ImportKind,
  type KindContext,
  type Place,
} from './item.js'
import { isFolder } from '../../../store/files/read.js'
import { datesOf } from './markdown.js'

/** The notes of basic-memory: those of every project that it knows, or of one folder. */
export const MEMORY_NOTES: ImportKind = {
  about: "basic-memory's notes",
  isOfProject: true,
  async *read(path, context) {
    const projects = path === undefined ? projectsOf(context) : [{ folder: path, place: undefined }]
    for (const { folder, place } of projects) {
      for await (const note of readNotes(folder)) yield 'bad' in note ? note : toItem(note, place)
    }
  },
}

/** The folders of its projects; each but the one by default is about a project of that name. */
function projectsOf({ home, env }: KindContext): { folder: string; place: Place | undefined }[] {
  const config = readSettings(join(home, '.basic-memory', 'config.json'))
  const named = Object.entries(recordOf(config.projects)).flatMap(([name, value]) => {
    const folder = textOf(value) ?? textOf(recordOf(value).path)
    const isOwn = name === (config.default_project ?? 'main')
    return folder === undefined ? [] : [{ folder, place: isOwn ? undefined : { name } }]
  })
  const folder = env.BASIC_MEMORY_HOME || join(home, 'basic-memory')
  const found = (named.length > 0 ? named : [{ folder, place: undefined }]).filter(one =>
    isFolder(one.folder),
  )
  if (found.length > 0) return found
  throw unreadable(folder, 'is not there: name the folder of the notes')
}

function toItem(note: Note, place: Place | undefined): Found {
  const { front, name, body } = note
  if (front.type === 'schema') return { left: 'a schema' }
  const { categories, tags } = observationsIn(body)
  const permalink = textOf(front.permalink)
  const said = categories.map(kindOf).filter(kind => kind !== undefined)
  return {
    ...{
      key: [...Object.values(place ?? {}), permalink ?? name].join(':'),
      at: name,
      content: body,
      place,
      ...datesOf(note),
    },
    kind: kindOf(front.type) ?? mostFrequent(said) ?? 'fact',
    title: typeof front.title === 'number' ? String(front.title) : titleIn(note),
    tags: [...toTexts(front.tags), ...tags, ...categories.filter(one => kindOf(one) === undefined)],
    words: 'agent',
    source: { file: name, ...(permalink !== undefined && { foreignId: permalink }) },
  }
}

function titleIn({ front, name }: Note): string {
  return textOf(front.title) ?? basename(name).replace(/\.[^.]*$/, '')
}

const OBSERVATION = /^\s*[-*]\s+\[([^[\]()]{2,60})\](?!\()\s+(.*)$/
const TIME = /^\d\d:\d\d(?::\d\d)?$/

/** The categories of a note's observations, and the tags that stand in them; fences are left out. */
function observationsIn(body: string): { categories: string[]; tags: string[] } {
  const found = body
    .replace(/^(```|~~~)[^]*?(?:^\1|$(?![^]))/gm, '')
    .split('\n')
    .map(line => OBSERVATION.exec(line))
    .filter(match => match !== null && !TIME.test(match[1] ?? ''))
  const tags = found.flatMap(match => [...(match?.[2] ?? '').matchAll(/(?:^|\s)#([\w-]{1,60})/g)])
  return {
    categories: [...new Set(found.map(match => (match?.[1] ?? '').trim().toLowerCase()))],
    tags: [...new Set(tags.map(([, tag = '']) => tag))].slice(0, 20),
  }
}

function mostFrequent(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
