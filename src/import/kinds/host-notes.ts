import { basename, join } from 'node:path'
import { isFolder } from '../../../store/files/read.js'
import { readNotes, type Note } from './files.js'
import { bulletsOf, kindOf, recordOf, sectionsOf, textOf } from './item.js'
import { titleOf, toItem, toTexts, type ForeignItem, type Found, type Place } from './item.js'

/** Rules up to this long are one memory. */
const SHORT_CHARS = 600
/** The heading below which hosts themselves add what they are told to remember. */
const ADDED = /^##\s+.*\bAdded Memories\s*$/m
const COMMENT = /<!--(?:(?!<!--)[^])*?-->/g
const TAKES_IN = /^[ \t]*(?:[-*][ \t]+)?@\S+[ \t]*$/gm
const BINDS = /\b(?:never|always|must|do not|don't|only|avoid|without)\b/i

/**
 * The memories in rules that a person wrote for every project: one a section, and one for each note that a
 * host added. A line that takes in another file is left out: what is in it is not read.
 */
export function* ofRules({ path, name, body, front, modifiedAt }: Note): Generator<Found> {
  const [rules = '', added = ''] = body.replace(COMMENT, '').split(ADDED)
  const own = rules.replace(TAKES_IN, '')
  if (own !== rules) yield { left: 'a line that takes in another file (@path)' }
  const kept = (own === rules ? own : own.replace(/\n{3,}/g, '\n\n')).trim()
  const globs = [front.paths, front.applyTo, front.globs].flatMap(toTexts)
  const tags = globs.filter(glob => glob !== '**').map(glob => `path:${glob}`)
  const common = { modifiedAt, tags, source: { file: name } }
  const sections = kept.length <= SHORT_CHARS ? [] : sectionsOf(path, kept)
  const whole = kept === '' ? [] : [{ heading: '', body: kept, key: `${path}#` }]
  for (const { heading, body, key } of sections.length > 0 ? sections : whole) {
    const title = heading || (textOf(front.description) ?? titleOf(kept))
    const kind = BINDS.test(body) ? 'constraint' : 'preference'
    yield toItem(path, body, { ...common, key, kind, title, words: undefined })
  }
  for (const bullet of new Set(bulletsOf(added)))
    yield toItem(path, bullet, { ...common, key: `${path}#${bullet}` })
}

const INDEX_LINE = /^[ \t]*[-*][ \t]+\[[^\]\n]*\]\([^)\n]*\.md\).*$/gm

/**
 * Reads the notes that an agent keeps of a project, one fact a file, in the form of Claude Code. Of the
 * index beside them only what is no line of it is read; logs are left out. Nothing where there is no folder.
 */
export async function* readAgentNotes(
  folder: string,
  place: Place | undefined,
  tags: string[] = [],
): AsyncGenerator<Found> {
  if (!isFolder(folder)) return
  const found = readNotes(folder, note => {
    const { path, name, body, modifiedAt } = note
    if (/^(?:logs|skills)\//.test(name)) return [{ left: 'logs and skills' }]
    if (basename(name) !== 'MEMORY.md') return [ofAgentNote(note, place, tags)]
    const common = { modifiedAt, place, tags, source: { file: name } }
    return sectionsOf(path, body.replace(INDEX_LINE, '')).map(({ heading, body, key }) =>
      toItem(path, body, { ...common, key, title: heading || undefined }),
    )
  })
  for await (const one of found) yield 'bad' in one ? { ...one, at: join(folder, one.at) } : one
}

function ofAgentNote(note: Note, place: Place | undefined, tags: string[]): ForeignItem {
  const { body, path, modifiedAt } = note
  const front = { ...note.front, ...recordOf(note.front.metadata) }
  const [type, session] = [textOf(front.type), textOf(front.originSessionId)]
  const [name, description] = [note.front.name, note.front.description].map(textOf)
  const heading = /^#\s+(.+)$/m.exec(body)?.[1]
  const title = name?.includes(' ') ? name : (description && titleOf(description)) || heading
  const isAlias = description !== undefined && description !== title && description.length <= 100
  return toItem(path, body, {
    ...{ key: path, title, kind: kindOfType(type, body), modifiedAt, createdAt: front.modified },
    aliases: isAlias ? [description] : [],
    tags: type === 'reference' ? [...tags, type] : tags,
    place: type === 'user' ? 'global' : place,
    source: { file: note.name, ...(session !== undefined && { session }) },
  })
}

function kindOfType(type: string | undefined, body: string): string | undefined {
  if (type !== 'feedback') return kindOf(type)
  return /\b(?:no|not|never|stop|don't)\b/i.test(body) ? 'correction' : 'preference'
}

/** Headings of Codex's memories, and the kind of what stands below them. */
const KINDS: Readonly<Record<string, string>> = {
  'user profile': 'fact',
  'user preferences': 'preference',
  'general tips': 'fact',
  'reusable knowledge': 'fact',
  'failures and how to do differently': 'correction',
}
const OF_CODEX = /^(?:MEMORY\.md|memory_summary\.md|extensions\/ad_hoc\/notes\/.*\.md)$/

/**
 * Reads what Codex itself keeps below a folder `memories`: its handbook, its summary of the person, and notes.
 * Evidence and raw memories, of which these are made, are left out; nothing where there is no folder.
 */
export async function* readCodexMemories(folder: string): AsyncGenerator<Found> {
  if (!isFolder(folder)) return
  yield* readNotes(
    folder,
    note => {
      if (note.name === 'MEMORY.md') return ofHandbook(note)
      if (note.name === 'memory_summary.md') return ofSummary(note)
      return note.body === '' ? [] : [ofCodex(note, note.body, { kind: 'fact', key: note.name })]
    },
    OF_CODEX,
  )
}

function ofCodex({ name, modifiedAt }: Note, content: string, given: Partial<ForeignItem>) {
  return toItem(join('memories', name), content, { modifiedAt, source: { file: name }, ...given })
}

/** The bullets of each block of tasks, with its project, its keywords and its newest date. */
function* ofHandbook(note: Note): Generator<Found> {
  for (const block of note.body.split(/^# Task Group:.*$/m).slice(1)) {
    const dates = [...block.matchAll(/\bupdated_at=([^,\s)]+)/g)].map(([, date]) => date).sort()
    const thread = /\bthread_id=([\w-]+)/.exec(block)?.[1]
    const shared = {
      ...{ createdAt: dates.at(-1), place: placeOf(block), tags: keywordsOf(block) },
      ...(thread !== undefined && { source: { file: note.name, foreignId: thread } }),
    }
    for (const { kind, text } of knownIn(block)) {
      for (const bullet of bulletsOf(text)) {
        const content = bullet.replace(/\[Task [\d, ]+\]$/, '').trimEnd()
        yield ofCodex(note, content, { kind, ...shared })
      }
    }
  }
}

/** The directory that a block is about: the first of several is a guess, so they are told by no name. */
function placeOf(block: string): Place {
  const text = /^applies_to:\s*(.*)$/m.exec(block)?.[1] ?? ''
  const [first, ...others] = [...text.matchAll(/\bcwd=([^;,]+)/g)].map(([, path = '']) =>
    path.trim(),
  )
  if (first === undefined || others.length > 0) return { name: text.slice(0, 80) || 'unknown' }
  return { path: first.replace(/^\\\\\?\\/, '') }
}

function keywordsOf(block: string): string[] {
  const text = headed(block, /^### /m).find(({ heading }) => heading === 'keywords')?.text ?? ''
  return bulletsOf(text.split(/^#/m, 1)[0] ?? '')
    .flatMap(toTexts)
    .slice(0, 20)
}

/** The person's part of the summary: paragraphs of the profile, bullets of the rest; its index is a double. */
function* ofSummary(note: Note): Generator<Found> {
  for (const { kind, text } of knownIn(note.body)) {
    const bullets = bulletsOf(text)
    for (const one of bullets.length > 0 ? bullets : [text.trim()])
      if (one !== '') yield ofCodex(note, one, { kind })
  }
}

function knownIn(text: string): { kind: string; text: string }[] {
  return headed(text, /^## /m).flatMap(({ heading, text }) => {
    const kind = KINDS[heading]
    return kind === undefined ? [] : [{ kind, text }]
  })
}

function headed(text: string, mark: RegExp): { heading: string; text: string }[] {
  const [, ...parts] = text.split(mark)
  return parts.map(part => {
    const [heading = '', ...rest] = part.split('\n')
    return { heading: heading.trim().toLowerCase(), text: rest.join('\n') }
  })
}
