import { join, resolve } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import { listNames } from '../../../../store/files/read.js'
import { unquotePrompt } from '../../profiles.js'
import {
  toFields,
  toFieldsList,
  toPrompt,
  toText,
  toToolCall,
  type Entry,
  type Fields,
  type ListedSession,
  type StepRecord,
  type TranscriptFormat,
} from '../format.js'
import { parseRecord } from '../read.js'
import { toStepCall } from '../steps.js'

/** OpenCode's messages, each a record of its database with its parts. */
export const OPENCODE: TranscriptFormat = {
  owns: ({ openCode }) => openCode === true,
  toEntries: record => {
    const parts = toFieldsList(record.parts)
    // True marks the summary of a compaction; a prompt has the changes of its turn there.
    if (record.summary === true) return []
    if (record.role === 'user') return toAsked(parts)
    return record.role === 'assistant'
      ? parts.flatMap(part => toReply(part, toText(record.id)))
      : []
  },
  toMessageId: record => toText(record.id),
  toToolCalls: record =>
    toFieldsList(record.parts)
      .filter(({ type }) => type === 'tool')
      .map(({ tool, state }) => toToolCall(tool, toFields(state).input)),
  toSteps: record => toFieldsList(record.parts).flatMap(toSteps),
  databases: { list: listDatabases, sessions: listSessions, recordsFromEnd: messagesFromEnd },
}

function toAsked(parts: readonly Fields[]): Entry[] {
  const said = parts.filter(part => part.type === 'text' && !part.synthetic && !part.ignored)
  return toPrompt(unquotePrompt(said.map(part => toText(part.text) ?? '').join('\n')))
}

function toReply(part: Fields, id: string | undefined): Entry[] {
  if (part.type === 'tool') return [{ kind: 'work' }]
  const text = part.type === 'text' && !part.synthetic ? toText(part.text) : undefined
  return text === undefined ? [] : [{ kind: 'reply', text, id }]
}

/** A command that failed is a call that is completed: its exit code stands beside. */
function toSteps({ type, tool, callID, state }: Fields): StepRecord[] {
  if (type !== 'tool') return []
  const { status, input, output, error, metadata } = toFields(state)
  const begun = toStepCall(callID, tool, input)
  if (begun.length === 0 || (status !== 'completed' && status !== 'error')) return begun
  const { exit } = toFields(metadata)
  const end: StepRecord = {
    id: toText(callID) ?? '',
    output: toText(output) ?? toText(error) ?? '',
    isError: status === 'error',
    ...(typeof exit === 'number' && { exitCode: exit }),
  }
  return [...begun, end]
}

/** Lists the databases of OpenCode, one for each of its channels. */
function listDatabases(env: Readonly<Record<string, string | undefined>>): string[] {
  const { HOME = '', XDG_DATA_HOME: data, OPENCODE_DB: own } = env
  const folder = join(data || join(HOME, '.local', 'share'), 'opencode')
  if (own !== undefined && own !== '' && own !== ':memory:') return [resolve(folder, own)]
  const names = listNames(folder).filter(name => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
  return names.sort().map(name => join(folder, name))
}

const LIST = `select s.id, s.directory, s.time_created, s.time_updated, (
    select coalesce(sum(octet_length(p.data)), 0) from part p where p.session_id = s.id
  ) as bytes
  from session s where s.parent_id is null and s.id = coalesce(?, s.id) order by s.time_updated`

/** Those that a model started have a parent. */
function listSessions(database: Database, only?: string): ListedSession[] {
  const rows = database.all(LIST, [only ?? null])
  const listed = rows.map(({ id, directory, time_created: from, time_updated: to, bytes }) => ({
    session: toText(id) ?? '',
    cwd: toText(directory) ?? '',
    startedAt: Number(from),
    changedAt: Number(to),
    bytes: Number(bytes),
  }))
  return listed.filter(({ session, startedAt, changedAt }) => {
    return session !== '' && isTime(startedAt) && isTime(changedAt)
  })
}

/** Longer parts hold images and the like; only their beginning is read (characters). */
const PART_CHARS = 256 * 1024

/** The messages of a session with their parts, the newest first; throws where the tables are others. */
function* messagesFromEnd(database: Database, session: string): Generator<Fields> {
  const messages = database.all(
    `select id, time_created, substr(data, 1, ${PART_CHARS}) as data from message
     where session_id = ? order by time_created desc, id desc`,
    [session],
  )
  for (const { id: given, time_created: time, data } of messages) {
    const id = toText(given) ?? ''
    const parts = database.all(
      `select substr(data, 1, ${PART_CHARS}) as data from part where message_id = ? order by id`,
      [id],
    )
    const { role, summary } = toRecord(data)
    const at = Number(time)
    const timestamp = isTime(at) ? new Date(at).toISOString() : undefined
    const read = parts.map(part => toRecord(part.data))
    yield { openCode: true, id, timestamp, role, summary, parts: read }
  }
}

/** A `Date` knows no others. */
function isTime(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= 8.64e15
}

function toRecord(data: unknown): Fields {
  const text = toText(data) ?? ''
  return parseRecord({ text, isCut: text.length >= PART_CHARS }) ?? {}
}
