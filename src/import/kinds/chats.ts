import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { orElse, SvcError } from '../../../store/errors.js'
import { isFolder } from '../../../store/files/read.js'
import { fileIn, modifiedAt, readJson, unreadable } from './files.js'
import {
  kindOfNote,
  recordOf,
  sectionsOf,
  textOf,
  titleOf,
  toDate,
  type Found,
  type ForeignItem,
  type ImportKind,
  type Place,
} from './item.js'
import { noteOfLine } from './markdown.js'

/** An unzipped export of claude.ai, in either of its layouts. */
export const CLAUDE_EXPORT: ImportKind = {
  about: 'an unzipped export of claude.ai',
  needsPath: true,

  async *read(path = '', { all }) {
    const files = isFolder(path) ? jsonIn(path, 'memories') : [path]
    if (files.length === 0) throw unreadable(path, 'holds no memories: was memory switched on?')
    const names = isFolder(path) ? namesOf(jsonIn(path, 'projects')) : new Map<string, string>()
    const accounts = files.map(file => ({ file, entries: [readJson(file)].flat() }))
    const isSound = accounts.some(({ entries }) => entries.some(one => recordOf(one) === one))
    if (!isSound) throw unreadable(path, 'holds no memories of an account')
    for (const { file, entries } of accounts) {
      for (const entry of entries) {
        for (const item of ofAccount(recordOf(entry), names, all))
          yield 'key' in item ? { ...item, modifiedAt: modifiedAt(file) } : item
      }
    }
  },
}

/** `NAME.json` in a folder, else the JSON files of its folder NAME. */
function jsonIn(folder: string, name: string): string[] {
  const flat = join(folder, `${name}.json`)
  if (modifiedAt(flat) !== undefined) return [flat]
  const names = orElse(() => readdirSync(join(folder, name)), [])
  return names.filter(one => one.endsWith('.json')).map(one => join(folder, name, one))
}

function namesOf(files: readonly string[]): Map<string, string> {
  const projects = files.flatMap(file => [readJson(file)].flat()).map(recordOf)
  return new Map(
    projects.flatMap(({ uuid, name }): [string, string][] =>
      typeof uuid === 'string' && typeof name === 'string' ? [[uuid, name]] : [],
    ),
  )
}

function* ofAccount(
  account: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
  all: boolean,
): Generator<Found> {
  const owner = textOf(account.account_uuid) ?? ''
  yield* ofMarkdown(account.conversations_memory, { key: `${owner}/`, at: 'memory', all })
  for (const [uuid, text] of Object.entries(recordOf(account.project_memories))) {
    const name = names.get(uuid) ?? uuid.slice(0, 8)
    const prefix = { key: `${owner}/${uuid}/`, at: `memory of ${name}`, all: true }
    yield* ofMarkdown(text, { ...prefix, place: { name } })
  }
  for (const one of [account.memory_files].flat()) {
    const { path, name, content } = recordOf(one)
    const label = textOf(path) ?? textOf(name)
    if (label === undefined || typeof content !== 'string') continue
    yield* ofMarkdown(content, { key: `${owner}/file/${label}/`, at: label, all: true })
  }
}

interface Prefix {
  key: string
  at: string
  all: boolean
  place?: Place
}

/** Sections of a memory that are about a person, or soon out of date. */
const PRIVATE = /personal|top of mind|brief history/i

function* ofMarkdown(text: unknown, { key, at, all, place }: Prefix): Generator<Found> {
  if (text === null || text === undefined) return
  if (typeof text !== 'string') {
    yield { at, bad: 'is no text' }
    return
  }
  const marked = text.replace(/^\*\*([^*\n]+)\*\*$/gm, '# $1')
  for (const { heading, body, key: section } of sectionsOf('', marked)) {
    if (!all && PRIVATE.test(heading)) {
      yield { left: `personal or of the day (--all takes them too)` }
      continue
    }
    yield {
      ...{ key: key + section, at, content: once(body), words: 'agent' },
      kind: kindUnder(heading),
      title:
        heading === ''
          ? titleOf(body)
          : [...(place && 'name' in place ? [place.name] : []), heading].join(': '),
      place,
    }
  }
}

function kindUnder(heading: string): string {
  if (/instruction|approach|preference/i.test(heading)) return 'preference'
  return /learning/i.test(heading) ? 'correction' : 'fact'
}

/** A text without the items of lists that stand in it twice. */
function once(text: string): string {
  const seen = new Set<string>()
  const isNew = (line: string) => !/^[-*] /.test(line) || (!seen.has(line) && !!seen.add(line))
  return text.split('\n').filter(isNew).join('\n')
}

/** An unzipped export of ChatGPT, or a list of saved memories as browser tools keep it. */
export const CHATGPT_EXPORT: ImportKind = {
  about: 'an unzipped export of ChatGPT, or its memories as JSON',
  needsPath: true,

  async *read(path = '', { now }) {
    const saved = fileIn(path, 'memory.json', 'memories.json')
    const talks = isFolder(path) ? conversationsIn(path) : []
    const isGiven = saved !== undefined && !talks.includes(saved)
    if (!isGiven && talks.length === 0)
      throw unreadable(path, 'holds no memory.json, memories.json or conversations.json')
    const found: Found[] = []
    if (isGiven) found.push(...ofFile(saved))
    for (const file of talks) {
      try {
        found.push(...ofConversations([readJson(file)].flat(), now))
      } catch (error) {
        if (!isGiven || !(error instanceof SvcError)) throw error
        found.push({ at: file, bad: 'cannot be read: it is too large, or no JSON' })
      }
    }
    yield* found
  },
}

function conversationsIn(folder: string): string[] {
  const names = orElse(() => readdirSync(folder), []).sort()
  return names
    .filter(name => /^conversations(?:-\d+)?\.json$/.test(name))
    .map(name => join(folder, name))
}

function ofFile(path: string): Found[] {
  const whole = readJson(path)
  const { memories, items, data } = recordOf(whole)
  const list = [whole, memories, items, data].find(one => Array.isArray(one)) as unknown[]
  if (list === undefined) throw unreadable(path, 'has no list of memories')
  if (list.some(one => 'mapping' in recordOf(one))) return ofConversations(list, new Date())
  return list.map((one, index) => toSaved(one, `#${index + 1}`))
}

function toSaved(one: unknown, at: string): Found {
  const item = recordOf(one)
  const { content, memory, text, value, enabled, created_at, created_timestamp, create_time } = item
  const said = textOf(one) ?? [content, memory, text, value].map(textOf).find(Boolean)
  if (enabled === false) return { left: 'switched off there' }
  if (said === undefined)
    return textIsBlank(item) ? { left: 'without text' } : { at, bad: 'has no text' }
  const createdAt = created_at ?? created_timestamp ?? create_time ?? item.updated_at
  return { ...toNote(said, at), createdAt, key: textOf(item.id) ?? said }
}

function textIsBlank({ content }: Record<string, unknown>): boolean {
  return typeof content === 'string' && content.trim() === ''
}

function toNote(content: string, at: string): ForeignItem {
  const title = titleOf(content)
  return { key: content, at, kind: kindOfNote(content), title, content, words: 'agent' }
}

interface Talk {
  at: number
  messages: Record<string, unknown>[]
}

/** The memories that conversations show: the list of the newest, what was noted since, and what was forgotten. */
function ofConversations(list: readonly unknown[], now: Date): Found[] {
  const talks = list.map(recordOf).map(({ update_time: at, mapping }): Talk => {
    const nodes = Object.values(recordOf(mapping)).map(node => recordOf(recordOf(node).message))
    return { at: typeof at === 'number' ? at : 0, messages: nodes }
  })
  talks.sort((a, b) => b.at - a.at)
  const messages = talks.flatMap(talk => talk.messages)
  const newest = (type: string) =>
    messages.map(({ content }) => recordOf(content)).find(one => one.content_type === type)
  const { user_profile: about, user_instructions: wished } = recordOf(
    newest('user_editable_context'),
  )
  const listed = textOf(recordOf(newest('model_editable_context')).model_set_context) ?? ''
  const noted = messages.filter(({ recipient }) => recipient === 'bio').map(toBio)
  const forgotten = noted.filter(({ text }) => FORGET.test(text)).map(({ text }) => wordsOf(text))
  const own = [about, wished].flatMap(text => {
    const said = /```([^]*?)```/.exec(textOf(text) ?? '')?.[1]?.trim()
    return said
      ? [{ ...toNote(said, 'custom instructions'), kind: 'preference', words: undefined }]
      : []
  })
  const lines = listed.split('\n').flatMap(line => {
    const note = noteOfLine(line)
    return note === undefined ? [] : [{ ...note, at: 'model set context', key: note.content }]
  })
  const told = noted
    .filter(({ text }) => text !== '' && !FORGET.test(text))
    .filter(({ text }) => !forgotten.some(words => isNamed(words, text)))
    .map(({ text, at }) => ({ ...toNote(text, 'bio'), createdAt: toDate(at, now) }))
  return [...own, ...lines, ...told]
}

const FORGET = /^(?:please )?forget\b/i

function toBio({ content, create_time: at }: Record<string, unknown>) {
  const { text, parts } = recordOf(content)
  const [part] = [parts].flat()
  return { text: textOf(text) ?? textOf(part) ?? '', at }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))
}

/** True where all words of a fact stand in what was told to be forgotten. */
function isNamed(words: ReadonlySet<string>, fact: string): boolean {
  return [...wordsOf(fact)].every(word => words.has(word))
}
