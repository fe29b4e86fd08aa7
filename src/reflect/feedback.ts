import { stem, tokenize } from '../../store/index/analyse.js'
import { GLOBAL_SCOPE, type MemoryDocument } from '../../store/types.js'
import { countFeedback, type Feedback } from '../activity/feedback.js'
import { idOfKey, readLedger, toTexts, type LedgerLine } from '../activity/sessions.js'
import { all, pattern } from '../languages/combined.js'
import { LANGUAGES } from '../languages/index.js'
import { listOf } from '../languages/words.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import type { Turn } from '../provider/types.js'
import { backgroundFrequency, isStopWord } from '../search/query.js'
import { findSynonyms } from '../search/thesaurus.js'
import { idsBeside, keepAsked, type Asked } from './asked.js'
import type { BatchRecord } from './batches.js'
import { readTurns, type ReflectionContext } from './distil.js'

/** A memory that a session was given, as it said then. */
type GivenMemory = Pick<MemoryDocument, 'id' | 'title' | 'content'>

/** A prompt and its reply, as the queue has them. */
type SaidTurn = Pick<Turn, 'prompt' | 'reply'>

/** All ids that a session was ever given. */
export function idsGiven(lines: readonly LedgerLine[]): Set<string> {
  const given = lines.filter(line => line.type === 'given')
  return new Set(given.flatMap(({ ids }) => toTexts(ids).map(idOfKey)))
}

/** Ids given up to a moment (ISO 8601), since the context was last cleared before it. */
export function idsGivenUntil(lines: readonly LedgerLine[], at: string): Set<string> {
  const before = lines.filter(line => line.at <= at)
  return idsGiven(before.slice(before.findLastIndex(({ type }) => type === 'reset') + 1))
}

/**
 * Reads from a turn which of the memories given up to it were used or corrected, by their ids; none
 * if that is in doubt. Used: the reply names the id, or has what only the memory can have told it.
 * Corrected: the prompt says that something is no longer so, in words of the memory. `isRare` is
 * true for a term that few memories have. Chinese, Japanese and Korean words tell nothing here:
 * only ids, commands and paths do.
 */
export function readFeedback(
  given: readonly GivenMemory[],
  { prompt, reply }: SaidTurn,
  isRare: (term: string) => boolean,
): Feedback {
  const corrected = findCorrected(given, prompt, isRare)
  const used = given.filter(memory => isUsed(memory, { prompt, reply }, isRare)).map(({ id }) => id)
  return { used: used.filter(id => !corrected.includes(id)), corrected }
}

/** Rare words of a memory's content that only the reply has: so many are no accident. */
const RARE_WORDS = 2

function isUsed(
  { id, title, content }: GivenMemory,
  { prompt, reply }: SaidTurn,
  isRare: (term: string) => boolean,
): boolean {
  if (namesId(reply, id)) return true
  const asked = tellingTerms(prompt)
  const said = tellingTerms(reply)
  const named = [...tellingTerms(title)]
  const isNamed = named.length > 1 && named.every(term => said.has(term))
  if (isNamed && named.some(term => !asked.has(term))) return true
  const [flatReply, flatPrompt] = [flatten(reply), flatten(prompt)]
  const literals = [...new Set(findLiterals(content))]
  if (literals.some(text => mentions(flatReply, text) && !mentions(flatPrompt, text))) return true
  const told = [...tellingTerms(content)].filter(term => said.has(term) && !asked.has(term))
  return told.filter(isTechnical).filter(isRare).length >= RARE_WORDS
}

/** An id with a digit is no word; one of letters alone counts where it is written as an id. */
function namesId(text: string, id: string): boolean {
  if (/\d/.test(id)) return mentions(flatten(text), id)
  return [`\`${id}\``, `(${id})`, `memory ${id}`, `svc show ${id}`].some(form =>
    text.includes(form),
  )
}

const flatten = (text: string) => text.replace(/\s+/g, ' ')

/** True where a text stands in another one with single blanks, not as a part of a word or path. */
function mentions(flat: string, part: string): boolean {
  for (let at = flat.indexOf(part); at >= 0; at = flat.indexOf(part, at + 1)) {
    const isBegun = /[\w/]/.test(flat.charAt(at - 1))
    const goesOn = /^(?:[\w/]|[.-]\w)/.test(flat.slice(at + part.length, at + part.length + 2))
    if (!isBegun && !goesOn) return true
  }
  return false
}

/**
 * The stems of a text but for stop words, everyday words and what is too short to tell anything.
 */
function tellingTerms(text: string): Set<string> {
  const terms = new Set<string>()
  for (const { word, type } of tokenize(text)) {
    const term = stem(word)
    const isLong = word.length > (/^\d+$/.test(word) ? 3 : 1)
    const isTelling = !isStopWord(word) && backgroundFrequency(word, term) === 0
    if (type === 'part' && isLong && isTelling) terms.add(term)
  }
  return terms
}

/** False for a word that developers have several words for: any reply may hold it. */
function isTechnical(term: string): boolean {
  return term.length > 2 && findSynonyms(term).length === 0
}

const SPAN = /`([^`\n]{4,200})`/g
const FENCE = /^[ \t]*```[^\n]*\n([\s\S]*?)^[ \t]*```/gm
/** Begins where no path goes on: a long text without one is looked through once. */
const PATH = /(?:~|(?<![\w.@/-]))(?:[\w.@-]*\/)+[\w.@-]+/g

/**
 * The commands and paths of a text, with single blanks; those that any project has are left out.
 */
function findLiterals(content: string): string[] {
  const fenced = [...content.matchAll(FENCE)].flatMap(([, block = '']) => block.split('\n'))
  const spans = [...content.replace(FENCE, '').matchAll(SPAN)].map(([, span = '']) => span)
  const commands = [...fenced, ...spans].map(line => line.replace(/^\s*\$ /, '').trim())
  const paths = content.match(PATH) ?? []
  return [
    ...commands.map(line => line.replace(/\s+/g, ' ')).filter(isOwnCommand),
    ...paths.map(path => path.replace(/[.]+$/, '')).filter(isOwnPath),
  ]
}

/** More than `npm test`: of three words, or with an option, a name or a place in it. */
function isOwnCommand(line: string): boolean {
  const words = line.split(' ')
  return words.length > 2 || (words.length > 1 && /\w[-:=./]\w/.test(line))
}

/** More than `and/or` or `src/index`: with an extension or of three names. */
function isOwnPath(path: string): boolean {
  return path.length > 5 && (/\/[^/]*\.\w+$/.test(path) || path.split('/').length > 2)
}

/**
 * Phrases by which people say that what they were told, or what is known, is no longer so. That
 * something fails or is wrong in the code is none of these: it corrects no memory.
 */
const CORRECTION = pattern('i')`${all.reflecting.corrections}`

/**
 * The memories that a prompt corrects: of those that it speaks of, the ones it shares most with.
 */
function findCorrected(
  given: readonly GivenMemory[],
  prompt: string,
  isRare: (term: string) => boolean,
): string[] {
  const { said, clause } = findCorrection(prompt)
  const shared = given.map(({ id, title, content }) => {
    const own = tellingTerms(`${title}\n${content}`)
    return { id, title, terms: [...said].filter(term => own.has(term)) }
  })
  const isAlone = (term: string) => shared.filter(({ terms }) => terms.includes(term)).length === 1
  const meant = shared.filter(({ title, terms: [first, ...more] }) => {
    if (first === undefined || more.length > 0) return first !== undefined
    const isSubject = clause.has(first) || tellingTerms(title).has(first)
    return isSubject && isRare(first) && isAlone(first)
  })
  const most = Math.max(...meant.map(({ terms }) => terms.length))
  return meant.filter(({ terms }) => terms.length === most).map(({ id }) => id)
}

/**
 * The words of the sentence that says what is no longer so, and those of its clause alone; of the
 * next sentence where that one says only `that is wrong`.
 */
function findCorrection(prompt: string): { said: Set<string>; clause: Set<string> } {
  const isCorrection = (text: string) => CORRECTION.test(text)
  const sentences = prompt.split(/(?<=[.!?])\s+|\n+/)
  const at = sentences.findIndex(isCorrection)
  const sentence = sentences[at] ?? ''
  const clause = tellingTerms(sentence.split(/[,;:]\s/).find(isCorrection) ?? '')
  const isBare = [...tellingTerms(sentence)].every(term => VERDICTS.has(term))
  return { said: tellingTerms(isBare && at >= 0 ? (sentences[at + 1] ?? '') : sentence), clause }
}

/** Stems that say that something is wrong, and not what. */
const VERDICTS = new Set(
  LANGUAGES.flatMap(({ reflecting }) => listOf(reflecting.verdicts)).map(stem),
)

/** The memories that a session was given, with where they are. */
type Given = readonly (GivenMemory & { collection: Collection })[]

/**
 * The memories that the session of a batch was given up to now, as they say before the batch is
 * stored; [] for none. Rows of imported files are not among them.
 */
export async function readGivenMemories(
  { collections, folder }: ReflectionContext,
  { session }: BatchRecord,
): Promise<Given> {
  const ids = idsGiven(readLedger(collections.store, session))
  if (ids.size === 0) return []
  const found = [await collections.find(folder.scope), await collections.find(GLOBAL_SCOPE)]
  return [...new Set(found)].flatMap(collection =>
    [...ids].flatMap(id => {
      const document = collection?.memories.get(id)?.document
      if (collection === undefined || document === undefined) return []
      const { title, content } = document
      return { id, title, content, collection }
    }),
  )
}

/**
 * Counts what the turns of a batch made of the memories that their session was given; one that was
 * used for the prompt it was given beside is found by the words of that from now on. Answers the
 * scopes in which a memory has another prior now. Call it once the batch is stored, before its
 * turns leave the queue.
 */
export async function countBatchFeedback(
  context: ReflectionContext,
  record: BatchRecord,
  given: Given,
): Promise<Collection[]> {
  const read = given.length === 0 ? undefined : readBatch(context, record, given)
  if (read === undefined) return []
  const { asked, ...feedback } = read
  if (feedback.used.length + feedback.corrected.length === 0) return []
  const { collections, now } = context
  const isWanted = await findWanted(collections)
  const moved = await countFeedback(collections.store, record.session, feedback, isWanted)
  // The counts stand, also where a memory's file cannot be written now.
  await keepAsked(asked, now).catch(() => undefined)
  return [...new Set(given.flatMap(({ id, collection }) => (moved.has(id) ? collection : [])))]
}

function readBatch(
  context: ReflectionContext,
  record: BatchRecord,
  given: Given,
): (Feedback & { asked: Asked[] }) | undefined {
  const turns = readTurns(context, record)
  if (turns === 'wait') return undefined
  const lines = readLedger(context.collections.store, record.session)
  const isRare = (term: string) => countMemories(given, term) <= MOST_HAVING
  const read = turns.map(turn => {
    const ids = idsGivenUntil(lines, turn.at)
    return readFeedback(
      given.filter(({ id }) => ids.has(id)),
      turn,
      isRare,
    )
  })
  const rewritten = given.filter(memory => isRewritten(memory, record)).map(({ id }) => id)
  const corrected = new Set([...read.flatMap(({ corrected }) => corrected), ...rewritten])
  const used = [...new Set(read.flatMap(({ used }) => used))].filter(id => !rewritten.includes(id))
  const asked = given.flatMap(({ id, collection }) => {
    const isFor = (turn: Turn, at: number) =>
      read[at]?.used.includes(id) && idsBeside(lines, turn).has(id)
    const turn = corrected.has(id) ? undefined : turns.find(isFor)
    return turn === undefined ? [] : { id, collection, prompt: turn.prompt }
  })
  return { used, corrected: [...corrected], asked }
}

/** A term that more memories have belongs to the project, not to one of them. */
const MOST_HAVING = 3

function countMemories(given: Given, term: string): number {
  const collections = new Set(given.map(({ collection }) => collection))
  return [...collections].reduce((sum, one) => sum + one.searchIndex().frequency(term), 0)
}

/** True where the batch has put another text in the place of this one, which is not in it any more. */
function isRewritten({ id, content, collection }: Given[number], record: BatchRecord): boolean {
  const document = collection.memories.get(id)?.document
  if (document === undefined || document.content.includes(content)) return false
  const { session, turn } = document.source
  return session === record.session && turn === record.lastTurn
}

/** Tells of an id if its memory is there, as a tombstone too, or went into one that is there. */
async function findWanted(collections: Collections): Promise<(id: string) => boolean> {
  const all = await collections.all()
  const memories = all.flatMap(collection => [...collection.memories.values()])
  const parts = new Set(memories.flatMap(({ document }) => document.source.mergedFrom ?? []))
  return id => parts.has(id) || all.some(collection => collection.has(id))
}
