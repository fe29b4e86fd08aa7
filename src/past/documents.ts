import { basename } from 'node:path/posix'
import type { IndexDocument, IndexEntry } from '../../store/index/types.js'
import { hashText } from '../../store/names.js'
import { standingsOf, type Standing } from './outcome.js'
import type { Part } from './parts.js'
import { commandsOf, filesOf, titleOf, type PastTurn } from './turns.js'

/** Characters of a prompt that are searched as the title of its turn is. */
const SUBJECT_CHARS = 1_000
const TITLE_CHARS = 100
/** The most files of a turn that its entry names. */
const MOST_FILES = 30
const HASH_CHARS = 12

/** The turns of a part as the search index takes them. */
export function toDocuments(part: Part, turns: readonly PastTurn[]): IndexDocument[] {
  return groupBySession(turns).flatMap(session => {
    const standings = standingsOf(session)
    return session.map((turn, at) => toDocument(part, turn, standings[at]!))
  })
}

/** Turns by their session, each session in the order of its turns. */
export function groupBySession(turns: readonly PastTurn[]): PastTurn[][] {
  const sessions = new Map<string, PastTurn[]>()
  for (const turn of turns) {
    const session = sessions.get(turn.session)
    if (session === undefined) sessions.set(turn.session, [turn])
    else session.push(turn)
  }
  return [...sessions.values()].map(session => session.sort((a, b) => a.turn - b.turn))
}

function toDocument(part: Part, turn: PastTurn, standing: Standing): IndexDocument {
  const files = filesOf(turn)
  const commands = commandsOf(turn)
  const did = commands.map(({ command, output = '' }) => `${command}\n${output}`)
  return {
    // A number alone may come again in a session that goes on after weeks.
    id: `${hashText(`${part.key}\n${turn.session}\n${turn.at}`, HASH_CHARS)}-${turn.turn}`,
    kind: commands.some(({ isFailed }) => isFailed) ? 'failed' : 'turn',
    title: titleOf(turn, TITLE_CHARS),
    subject: turn.asked.slice(0, SUBJECT_CHARS),
    content: [turn.answered, ...did, ...files].join('\n'),
    tags: [...new Set(files.map(file => basename(file)))],
    aliases: [],
    pinned: false,
    imported: false,
    uses: 0,
    createdAt: turn.at,
    updatedAt: turn.at,
    session: turn.session,
    turn: turn.turn,
    locator: toLocator(part),
    stamp: formatNote({ ...standing, files: files.slice(-MOST_FILES) }),
  }
}

/** The entry of a turn knows this beside its words. */
export interface TurnNote extends Standing {
  files: string[]
}

/** An entry has one text that the index does not look into. */
function formatNote({ isFailing, isMending, isChanging, following, files }: TurnNote): string {
  return JSON.stringify([+isFailing, +isMending, +isChanging, following, ...files])
}

/** Reads from an entry how its turn stands, and the files that it changed. */
export function noteOf({ stamp }: Pick<IndexEntry, 'stamp'>): TurnNote {
  const [failing, mending, changing, following, ...files] = JSON.parse(stamp) as [
    ...[number, number, number, number],
    ...string[],
  ]
  return {
    isFailing: failing > 0,
    isMending: mending > 0,
    isChanging: changing > 0,
    following,
    files,
  }
}

/** The locator of the turns of a part. */
export function toLocator({ key, name }: Pick<Part, 'key' | 'name'>): string {
  return `${key}/${name}`
}

/** Key and name of the part in which the turn of an entry lies. */
export function partOf({ locator }: Pick<IndexEntry, 'locator'>): { key: string; name: string } {
  const at = locator.lastIndexOf('/')
  return { key: locator.slice(0, at), name: locator.slice(at + 1) }
}
