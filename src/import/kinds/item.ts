import { clip, toTitle } from '../../text.js'

/** One thing that another tool remembers, in the words of svc. */
export interface ForeignItem {
  /** Names it among all that its tool keeps, so that the next import knows it again. */
  key: string
  /** The place where it stands, for people: a file, an entry or a line of it. */
  at: string
  kind: string
  title: string
  content: string
  tags?: string[]
  aliases?: string[]
  /** Whatever the tool has for a date; one that is none counts as missing. */
  createdAt?: unknown
  updatedAt?: unknown
  /** The time of its file, for what has no date of its own. */
  modifiedAt?: Date | undefined
  /** The project that it is about: a directory or a name; `global` for surely none. */
  place?: Place | 'global' | undefined
  /** Present where a model wrote it. */
  words?: 'agent' | undefined
  /** True where its tool holds it back too. */
  waits?: boolean
  pinned?: boolean
  source?: Record<string, unknown>
  /** The id that it had in svc, in what svc has written. */
  id?: string
}

/** A project as another tool names it. */
export type Place = { path: string } | { name: string }

/** A reader comes upon this: an item, something that it cannot read, or something that it leaves out. */
export type Found = ForeignItem | { at: string; bad: string } | { left: string }

/** More entries than these are not imported at once. */
export const MOST_ITEMS = 50_000

/** The surroundings in which a kind is read. */
export interface KindContext {
  home: string
  env: Readonly<Record<string, string | undefined>>
  now: Date
  /** The directories of the projects that svc knows. */
  projects: readonly string[]
  /** True where that is to come in, too, which is left out otherwise. */
  all: boolean
  /** True where a person has named the path. */
  isGiven: boolean
}

/** A kind of memories of other tools. */
export interface ImportKind {
  /** The place in which it is found by itself; missing where a person has to name it. */
  place?: (context: KindContext) => string
  /** True where what lies in a project is about it. */
  isOfProject?: boolean
  /** Throws INVALID_REQUEST, before the first item, where all of it cannot be read. */
  read: (path: string, context: KindContext) => AsyncIterable<Found>
}

/**
 * An item of a text: by itself an agent's words, named by its first sentence, of the kind that it sounds
 * like, and known again by all of it.
 */
export function toItem(
  at: string,
  content: string,
  { title, kind, ...given }: { [Name in keyof ForeignItem]?: ForeignItem[Name] | undefined } = {},
): ForeignItem {
  const said = { title: title ?? titleOf(content), kind: kind ?? kindOfNote(content) }
  return { key: content, at, content, words: 'agent', ...said, ...(given as Partial<ForeignItem>) }
}

/** Words of other tools for each kind, in the singular. */
const WORDS: Readonly<Record<string, string>> = {
  fact: 'fact',
  preference: 'preference user_preference user',
  decision: 'decision adr design',
  constraint:
    'constraint requirement rule policy policie standard guideline security_alert security_note directive',
  procedure:
    'procedure playbook runbook workflow checklist guide how_to howto method technique step',
  correction: 'correction lesson gotcha problem fix bugfix task_learning',
}
const KIND_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(' ').map(word => [word, kind])),
)

/** The kind that a word of another tool stands for; undefined where it stands for none. */
export function kindOf(word: unknown): string | undefined {
  if (typeof word !== 'string') return undefined
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return KIND_OF_WORD.get(key) ?? KIND_OF_WORD.get(key.replace(/s$/, ''))
}

const WANTS = /\b(?:prefers?|wants?|likes?|dislikes?|would like)\b/i

/** The kind of what an agent noted of a person: a preference where it says so, else a fact. */
export function kindOfNote(text: string): string {
  return WANTS.test(text) ? 'preference' : 'fact'
}

const DAY_MS = 86_400_000
const FIRST = Date.UTC(2000)

/** A date in any form that tools write; undefined for none, one before 2000, or one to come. */
export function toDate(value: unknown, now: Date): Date | undefined {
  const time = toTime(value)
  return time >= FIRST && time <= now.getTime() + DAY_MS ? new Date(time) : undefined
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d)?)?$/

function toTime(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'bigint') return toTime(Number(value))
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value
  if (typeof value !== 'string' || !ISO.test(value.trim())) return NaN
  const text = value.trim().replace(' ', 'T').replace(/\s+/g, '')
  return Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) || text.length === 10 ? text : `${text}Z`)
}

const TITLE_CHARS = 80

/** A title for a text that has none: its first sentence, on one line. */
export function titleOf(text: string): string {
  const line = toTitle(/\S.{0,1000}/.exec(text)?.[0] ?? '').replace(/^(?:[-*]|#+|\d+\.)\s+/, '')
  const sentence = /^.{12,}?[.!?](?=\s|$)/.exec(line)?.[0].replace(/\.$/, '') ?? line
  return clip(sentence, TITLE_CHARS)
}

/** The texts among the values of a list; of one text what stands between its commas; [] of all else. */
export function toTexts(value: unknown): string[] {
  const list: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat()
  const texts = list.filter(one => typeof one === 'string' || typeof one === 'number')
  const clean = texts.map(one => toTitle(String(one)).replace(/^#/, ''))
  return clean.filter(one => one !== '' && one.length <= 100)
}

/** A value as a text; undefined for anything else, and for one that is blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A value as an object; {} for anything else. */
export function recordOf(value: unknown): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? (value as Record<string, unknown>) : {}
}

/** A longer line is no heading. */
const HEADING_CHARS = 1_000
const HEADING = /^#{1,3}\s+(.*?)\s*#*$/

/**
 * The sections of a Markdown text in their order, those without text left out: the heading ('' before the
 * first), the text below it, and a key of the name of the text, the heading, and a number where another
 * has that heading. A fence has no headings.
 */
export function sectionsOf(name: string, text: string) {
  const sections = [{ heading: '', body: '' }]
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence
    const isShort = fence === undefined && line.length <= HEADING_CHARS
    const found = isShort ? HEADING.exec(line) : null
    if (found) sections.push({ heading: found[1] ?? '', body: '' })
    else sections.at(-1)!.body += `${line}\n`
  }
  const counts = new Map<string, number>()
  return sections.flatMap(({ heading, body }) => {
    if (body.trim() === '') return []
    const before = counts.get(heading) ?? 0
    counts.set(heading, before + 1)
    const key = [name, heading, ...(before > 0 ? [before] : [])].join('#')
    return [{ heading, body: body.trim(), key }]
  })
}

/** The items of the list in a text, each with the lines that belong to it. */
export function bulletsOf(text: string): string[] {
  const [, ...bullets] = text.split(/^[-*]\s+/m)
  return bullets.map(bullet => bullet.trim()).filter(Boolean)
}
