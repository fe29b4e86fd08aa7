import { join, resolve } from 'node:path'
import { listFolderNames, readSmallFile } from '../../../../store/files/read.js'
import { toBlockSteps } from '../steps.js'
import {
  blocksOf,
  joinTexts,
  toBlockCalls,
  toFields,
  toInputFields,
  toPrompt,
  toText,
  type Entry,
  type Fields,
  type TranscriptFormat,
} from '../format.js'

const SAID = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/g
const TIME = /<timestamp>([^<]{1,100})<\/timestamp>/
const INJECTED =
  /<(timestamp|user_info|attached_files|open_and_recently_viewed_files|project_layout|rules)>[\s\S]*?(?:<\/\1>|$)/g

/**
 * Cursor's agent transcripts: messages without ids, times and what tools answered. What the person
 * typed stands in `user_query`, its time before it.
 */
export const CURSOR: TranscriptFormat = {
  owns: record =>
    record.type === undefined &&
    (record.role === 'user' || record.role === 'assistant') &&
    toFields(record.message).content !== undefined,
  toEntries: record => {
    if (record.type === 'turn_ended') return [{ kind: 'end' }]
    const blocks = blocksOf(toFields(record.message))
    if (record.role === 'user') return toPrompt(wordsOf(joinTexts(blocks)))
    return record.role === 'assistant' ? blocks.flatMap(toReply) : []
  },
  toTime: record => {
    const text = record.role === 'user' ? joinTexts(blocksOf(toFields(record.message))) : ''
    const time = TIME.exec(text)?.[1]
    const at =
      time === undefined ? NaN : Date.parse(time.replace(/\((?:UTC|GMT)([^)]*)\)/, 'GMT$1'))
    return Number.isNaN(at) ? undefined : new Date(at).toISOString()
  },
  toHead: record => ({ startedAt: CURSOR.toTime?.(record) }),
  toToolCalls: record => toBlockCalls(blocksOf(toFields(record.message))),
  toSteps: record => blocksOf(toFields(record.message)).flatMap(block => toBlockSteps(block)),
  place: {
    folders: own => [join(own, 'projects')],
    path: /^[^/]+\/agent-transcripts\/(?:[^/]+\/)?([\da-f]{8}-[\da-f-]{27})\.jsonl$/i,
    depth: 3,
    findCwd,
  },
}

function toReply(block: Fields): Entry[] {
  if (block.type === 'tool_use') return [{ kind: 'work' }]
  const text = block.type === 'text' ? toText(block.text) : undefined
  return text === undefined ? [] : [{ kind: 'reply', text }]
}

function wordsOf(text: string): string {
  const said = [...text.matchAll(SAID)].map(([, words]) => words)
  return said.length > 0 ? said.join('\n') : text.replace(INJECTED, '')
}

/** The chat of the same id, which lies by a hash of its folder, knows that folder. */
function findCwd(path: string, session: string): string | undefined {
  const own = path.slice(0, path.replaceAll('\\', '/').lastIndexOf('/projects/'))
  const chats = resolve(own, 'chats')
  const metas = listFolderNames(chats).map(name => join(chats, name, session, 'meta.json'))
  return metas.flatMap(meta => toText(toInputFields(readSmallFile(meta)).cwd) ?? [])[0]
}
