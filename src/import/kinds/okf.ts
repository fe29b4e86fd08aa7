import { basename } from 'node:path'
import { isId } from '../../../store/names.js'
import { isKind } from '../../../store/types.js'
import { isFolder } from '../../../store/files/read.js'
import { readNotes, unreadable, type Note } from './files.js'
import {
  kindOf,
  recordOf,
  textOf,
  toDate,
  toTexts,
  type Found,
  type ForeignItem,
  type ImportKind,
  type KindContext,
} from './item.js'

/** The version of the Open Knowledge Format that is written. */
export const OKF_VERSION = '0.2'
/** Names of files that list others, at every level of a bundle. */
export const RESERVED = new Set(['index.md', 'log.md'])

/** A bundle of the Open Knowledge Format: also what `svc export --to okf` wrote. */
export const OKF: ImportKind = {
  about: 'a folder of the Open Knowledge Format',
  needsPath: true,
  isOfProject: true,
  async *read(path = '', context) {
    if (!isFolder(path)) throw unreadable(path, 'is no folder')
    for await (const note of readNotes(path, /\.md$/)) {
      if ('bad' in note) yield note
      else if (!RESERVED.has(basename(note.name))) yield toItem(note, context)
    }
  },
}

const DESCRIPTION_CHARS = 100

function toItem(note: Note, { now }: KindContext): Found {
  const { front, name, body } = note
  const type = textOf(front.type)
  if (type === undefined) return { at: name, bad: 'has no type, so it is no concept of the format' }
  if (front.status === 'deprecated') return { left: 'deprecated' }
  const own = recordOf(front.svc)
  const slug = type.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const kind = kindOf(type) ?? kindIn(own.kind)
  const stale = toDate(front.stale_after, now)
  const description = textOf(front.description)
  const isOfSvc = isId(own.id)
  const isShort = description !== undefined && description.length <= DESCRIPTION_CHARS
  const leads = description === undefined || isShort || isOfSvc ? [] : [description]
  const content = [...leads, body].filter(Boolean).join('\n\n')
  if (content === '') return { left: 'without text' }
  const tags = [
    ...toTexts(front.tags),
    ...(kind === undefined ? [`type:${slug}`.slice(0, 100)] : []),
    ...(stale === undefined ? [] : ['stale']),
  ]
  return {
    ...{ key: name.replace(/\.md$/, ''), at: name, kind: kind ?? 'fact', content, tags },
    title: textOf(front.title) ?? basename(name, '.md'),
    aliases: isOfSvc ? toTexts(own.aliases) : isShort ? [description] : [],
    createdAt: own.createdAt ?? recordOf(front.generated).at ?? front.timestamp,
    updatedAt: own.updatedAt,
    modifiedAt: note.modifiedAt,
    ...guessedAt(own),
    words: isOfPerson(front) ? undefined : 'agent',
    waits: front.status === 'draft',
    pinned: own.pinned === true,
    source: { file: note.name },
    ...(isOfSvc && { id: own.id as string, source: {} }),
    place: placeOf(own.scope),
  }
}

function kindIn(kind: unknown): string | undefined {
  return typeof kind === 'string' && isKind(kind) ? kind : undefined
}

/** The time that svc took for the date of what has none; {} for what has one. */
export function guessedAt({ createdAt, undated }: Record<string, unknown>) {
  if (undated !== true || typeof createdAt !== 'string') return {}
  return { createdAt: undefined, modifiedAt: new Date(createdAt) }
}

/** The place that svc wrote of what it has exported; undefined where it wrote none. */
export function placeOf(scope: unknown): ForeignItem['place'] {
  if (typeof scope !== 'string') return undefined
  return scope === 'global' ? scope : { name: scope }
}

function isOfPerson({ generated, verified }: Record<string, unknown>): boolean {
  const actors = [generated, verified].flat().map(one => recordOf(one).by)
  return actors.some(by => typeof by === 'string' && by.startsWith('human:'))
}
