import { join } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { isFolder } from '../../../store/files/read.js'
import { fileIn, filesIn, modifiedAt, readGiven, readJson, unreadable } from './files.js'
import { recordOf, sectionsOf, textOf, toItem } from './item.js'
import type { ForeignItem, Found, KindContext } from './item.js'

/** Reads an unzipped export of claude.ai, in either of its layouts. */
export async function* readClaudeExport(path: string, { all }: KindContext): AsyncGenerator<Found> {
  const files = isFolder(path) ? jsonIn(path, 'memories') : [path]
  if (files.length === 0) throw unreadable(path, 'holds no memories: was memory switched on?')
  const projects = isFolder(path) ? jsonIn(path, 'projects').flatMap(entriesIn) : []
  const names = new Map(projects.map(({ uuid, name }) => [textOf(uuid), textOf(name)]))
  const accounts = files.flatMap(file => entriesIn(file).map(entry => ({ file, entry })))
  if (accounts.every(({ entry }) => Object.keys(entry).length === 0))
    throw unreadable(path, 'holds no memories of an account')
  for (const { file, entry } of accounts) {
    for (const item of ofAccount(entry, names, all))
      yield 'key' in item ? { ...item, modifiedAt: modifiedAt(file) } : item
  }
}

/** `NAME.json` in a folder, else the JSON files of its folder NAME. */
function jsonIn(folder: string, name: string): string[] {
  const flat = join(folder, `${name}.json`)
  return modifiedAt(flat) === undefined ? filesIn(join(folder, name), /\.json$/) : [flat]
}

function entriesIn(file: string): Record<string, unknown>[] {
  return [readJson(file)].flat().map(recordOf)
}

function* ofAccount(
  account: Record<string, unknown>,
  names: ReadonlyMap<string | undefined, string | undefined>,
  all: boolean,
): Generator<Found> {
  const owner = textOf(account.account_uuid) ?? ''
  yield* ofMemory(account.conversations_memory, { key: `${owner}/`, at: 'memory' }, all)
  for (const [uuid, text] of Object.entries(recordOf(account.project_memories))) {
    const name = names.get(uuid) ?? uuid.slice(0, 8)
    yield* ofMemory(text, { key: `${owner}/${uuid}/`, at: `memory of ${name}`, name })
  }
  for (const { path, name, content } of [account.memory_files].flat().map(recordOf)) {
    const at = textOf(path) ?? textOf(name)
    if (at !== undefined && typeof content === 'string')
      yield* ofMemory(content, { key: `${owner}/file/${at}/`, at })
  }
}

/** Sections of a memory that are about a person, or soon out of date. */
const PRIVATE = /personal|top of mind|brief history/i

function* ofMemory(
  text: unknown,
  { key: owner, at, name }: { key: string; at: string; name?: string },
  all = true,
): Generator<Found> {
  if (text === null || text === undefined) return
  if (typeof text !== 'string') yield { at, bad: 'is no text' }
  if (typeof text !== 'string') return
  const marked = text.replace(/^\*\*([^*\n]+)\*\*$/gm, '# $1')
  for (const { heading, body, key } of sectionsOf('', marked)) {
    if (!all && PRIVATE.test(heading))
      yield { left: `personal or of the day (--all takes them too)` }
    else
      yield toItem(at, once(body), {
        ...{ key: owner + key, kind: kindUnder(heading) },
        title: heading === '' ? undefined : name === undefined ? heading : `${name}: ${heading}`,
        place: name === undefined ? undefined : { name },
      })
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

/** Reads an unzipped export of ChatGPT, or a list of saved memories as browser tools keep it. */
export async function* readChatgptExport(path: string): AsyncGenerator<Found> {
  const saved = fileIn(path, 'memory.json', 'memories.json')
  const talks = isFolder(path) ? filesIn(path, /^conversations(?:-\d+)?\.json$/) : []
  if (saved === undefined && talks.length === 0)
    throw unreadable(path, 'holds no memory.json, memories.json or conversations.json')
  const found: Found[] = saved === undefined ? [] : ofFile(saved)
  for (const file of talks) {
    try {
      found.push(...ofConversations([readJson(file)].flat()))
    } catch (error) {
      if (saved === undefined || !(error instanceof SvcError)) throw error
      found.push({ at: file, bad: 'cannot be read: it is too large, or no JSON' })
    }
  }
  yield* found
}

function ofFile(path: string): Found[] {
  const whole = readJson(path)
  const { memories, items, data } = recordOf(whole)
  const list = [whole, memories, items, data].find(one => Array.isArray(one)) as unknown[]
  if (list === undefined) throw unreadable(path, 'has no list of memories')
  if (list.some(one => 'mapping' in recordOf(one))) return ofConversations(list)
  return list.map((one, index) => ofSaved(one, `#${index + 1}`))
}

function ofSaved(one: unknown, at: string): Found {
  const item = recordOf(one)
  const said = [one, item.content, item.memory, item.text, item.value].map(textOf).find(Boolean)
  if (item.enabled === false) return { left: 'switched off there' }
  if (said === undefined)
    return typeof item.content === 'string' ? { left: 'without text' } : { at, bad: 'has no text' }
  const createdAt = item.created_at ?? item.created_timestamp ?? item.create_time ?? item.updated_at
  return toItem(at, said, { createdAt, key: textOf(item.id) ?? said })
}

const FORGET = /^(?:please )?forget\b/i

/** The memories that conversations show: the list of the newest, what was noted since, and what was forgotten. */
function ofConversations(list: readonly unknown[]): Found[] {
  const talks = list.map(recordOf).sort((a, b) => timeOf(b) - timeOf(a))
  const messages = talks.flatMap(({ mapping }) =>
    Object.values(recordOf(mapping)).map(node => recordOf(recordOf(node).message)),
  )
  const contents = messages.map(({ content }) => recordOf(content))
  const newest = (type: string) => recordOf(contents.find(one => one.content_type === type))
  const { user_profile: about, user_instructions: wished } = newest('user_editable_context')
  const own = [about, wished].flatMap(text => {
    const said = /```([^]*?)```/.exec(textOf(text) ?? '')?.[1]?.trim()
    const given = { kind: 'preference', words: undefined }
    return said ? [toItem('custom instructions', said, given)] : []
  })
  const listed = textOf(newest('model_editable_context').model_set_context) ?? ''
  const lines = listed.split('\n').flatMap(line => ofLine('model set context', line))
  const noted = messages.filter(({ recipient }) => recipient === 'bio').map(ofBio)
  const forgotten = noted.filter(({ text }) => FORGET.test(text)).map(({ text }) => wordsOf(text))
  const stands = ({ text }: { text: string }) =>
    text !== '' && !FORGET.test(text) && !forgotten.some(words => isNamed(words, text))
  const told = noted.filter(stands).map(({ text, createdAt }) => toItem('bio', text, { createdAt }))
  return [...own, ...lines, ...told]
}

function timeOf({ update_time: at }: Record<string, unknown>): number {
  return typeof at === 'number' ? at : 0
}

function ofBio({ content, create_time: createdAt }: Record<string, unknown>) {
  const { text, parts } = recordOf(content)
  return { text: textOf(text) ?? textOf([parts].flat()[0]) ?? '', createdAt }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))
}

/** True where all words of a fact stand in what was told to be forgotten. */
function isNamed(words: ReadonlySet<string>, fact: string): boolean {
  return [...wordsOf(fact)].every(word => words.has(word))
}

/** Reads a list that somebody pasted from a chat: a memory a line, with its date where one stands before it. */
export async function* readText(path: string): AsyncGenerator<Found> {
  for (const [index, line] of readGiven(path).split('\n').entries())
    for (const item of ofLine(`line ${index + 1}`, line))
      yield { ...item, modifiedAt: modifiedAt(path) }
}

const DATED = /^\[([^\]]{1,40})\]\.?\s*-?\s*/
const MARK = /^(?:[-*]|\d+\.)\s+/

/** The memory in a line of such a list, dated by when it was noted; [] for a line that says nothing. */
function ofLine(at: string, line: string): ForeignItem[] {
  const text = line.trim().replace(MARK, '')
  const content = text.replace(DATED, '').trim()
  if (content === '' || /^(?:`{3}|-{3}|#)/.test(content)) return []
  return [toItem(at, content, { createdAt: DATED.exec(text)?.[1] })]
}
