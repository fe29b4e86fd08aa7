import { contradict } from '../consolidate/contradictions.js'
import { saysChanged, withoutAsides } from '../provider/builtin/changed.js'
import { all, pattern, whole } from '../languages/combined.js'
import { isOneOff } from '../provider/builtin/gates.js'
import { findOver, type Over } from '../provider/builtin/retractions.js'
import { findSynonyms } from '../search/thesaurus.js'
import { toClauses } from '../provider/builtin/clauses.js'
import {
  featuresOf,
  findNamed,
  findTakenBack,
  isAllMeant,
  MOST_MEANT,
  type Known,
} from './changes.js'
import {
  areOfKind,
  compare,
  differ,
  MOST_COMPARED,
  NO_RELATION,
  toChange,
  type Change,
  type Relation,
  type Verdict,
} from './compare.js'
import { findTouched } from './touched.js'
import { countSigns, isInSigns, toSignTelling } from './signs.js'
import { areSame, isReport, toTelling, type Telling, type Word } from './telling.js'
import { shareIn, toRarity, toWords, wordsOfMemory, type Words } from './words.js'

/** The words of a candidate or of a retraction. */
export interface Said {
  title?: string
  content: string
  replaces?: string
  /** The id of the memory that it stands in place of, if that is known. */
  updates?: string
  /** It says whole what was settled over turns. */
  isDecision?: true
  /** Other words of that place of the conversation. */
  about?: string
  /** The message that it stands in. */
  message?: string
}

/** The relation of what is said to what is known. */
export interface Related<K> {
  relation: Relation
  /** The known memories that are meant: several where it is not clear which; [] for `none`. */
  memories: readonly K[]
  isSure: boolean
}

/** The relation of words that mean nothing known. */
export const NONE = { relation: 'none', memories: [], isSure: false } as const

/**
 * The relation of what is said to the known memories nearest to it: it says the same, more of the
 * same, something else in its place, or that it is over. `none` for all else.
 */
export function relate<K extends Known>(said: Said, known: readonly K[]): Related<K> {
  // Each of its clauses is held against each statement: a text so long is stored as it is.
  if (said.content.length > MOST_COMPARED) return NONE
  if (/[?？]\s*$/.test(said.content) || isOneOff(said.content.toLowerCase())) return NONE
  const updated = known.filter(({ document }) => document.id === said.updates)
  if (updated.length > 0) return toRelated('replaces', updated)
  const others = known.filter(({ document }) => document.content !== said.content)
  const amended = said.isDecision ? findAmended(said, others) : []
  if (amended.length > 0) return toRelated('replaces', amended)
  const named = said.replaces === undefined ? [] : findNamed(said, others)
  if (named.length > 0) return toRelated('replaces', named)
  const spoken = [said.content, ...toClauses(said.content)]
  const gone = findGoneIn(spoken, others)
  if (gone.memories.length > 0) return gone
  const near = findNearest(said.content, others)
  const verdicts = near.map(one => ({ one, verdict: compareWith(spoken, one) }))
  const met = chooseMet(verdicts)
  if (met.memories.length > 0) return met
  const opposed = isReport(said.content) ? [] : findOpposed(said.content, near)
  if (opposed.length > 0) return toRelated('replaces', opposed)
  const byTopic = partsOf(said).map(part => findByTopic(part, others))
  const [first = findByModel(said, others)] = byTopic.filter(one => one.memories.length > 0)
  return first
}

/** The memory that the model of pairs says is meant. */
function findByModel<K extends Known>(
  { content, message = content }: Said,
  known: readonly K[],
): Related<K> {
  const touched = findTouched(content, message, findNearest(message, known))
  if (touched === undefined) return NONE
  const { relation, memory, isSure } = touched
  return { relation, memories: [memory], isSure }
}

/** The words that are said, then each of its clauses with the rest around it. */
function partsOf({ content, about = '', ...rest }: Said): Said[] {
  const whole = { ...rest, content, ...(about !== '' && { about }) }
  const clauses = toClauses(content)
  return [whole, ...clauses.map(part => ({ content: part, about: `${content}\n${about}` }))]
}

/** The memories of which what is said, or one of its clauses, says that they are over. */
function findGoneIn<K extends Known>(spoken: readonly string[], known: readonly K[]): Related<K> {
  for (const part of spoken) {
    const over = findOver(part)
    const gone = over ? findGone(over, known) : NONE
    if (gone.memories.length > 0) return gone
  }
  return NONE
}

/** Shares of the words of two decisions on one matter: of the one of fewer words, and of each. */
const AMENDED = 0.5
const LEAST_OF_AMENDED = 0.25
/** Fewer words are no decision that could be told by them. */
const LEAST_WORDS = 6

/** The memories that say what was settled on the same matter before. */
function findAmended<K extends Known>({ title = '', content }: Said, known: readonly K[]): K[] {
  const own = toWords(`${title}\n${content}`)
  const meant = known.filter(({ document }) => {
    const words = toWords(`${document.title}\n${document.content}`)
    const shares = [shareIn(own, words), shareIn(words, own)]
    if (Math.min(own.size, words.size) < LEAST_WORDS) return false
    return Math.max(...shares) >= AMENDED && Math.min(...shares) >= LEAST_OF_AMENDED
  })
  return meant.length > MOST_MEANT ? [] : meant
}

/** The relation of words that take something back by its name. */
export function relateRetraction<K extends Known>(
  said: Said & { statement: string; title?: string },
  known: readonly K[],
): Related<K> {
  const meant = findTakenBack(said, known)
  if (meant.length === 0) return relate(said, known)
  const isSure = meant.length === 1 && isAllMeant(said, meant[0]!)
  return { relation: 'gone', memories: meant, isSure }
}

function toRelated<K>(relation: Relation, memories: readonly K[]): Related<K> {
  return { relation, memories, isSure: memories.length === 1 }
}

/** The memories that answer one question differently: "use X for dates" and "use Y for dates". */
function findOpposed<K extends Known>(content: string, known: readonly K[]): K[] {
  const [first] = known
  if (first === undefined) return []
  const bare = withoutAsides(content)
  const document = { ...first.document, title: bare, content: bare, extra: {}, source: {} }
  const own = featuresOf({ document })
  const said = toTelling(bare)
  const nearly = known.filter(({ document: { title } }) => {
    return differ(said.values, toTelling(title).values).length <= 1
  })
  const opposed = nearly.filter(one => contradict(own, featuresOf(one)))
  return opposed.length > MOST_MEANT ? [] : opposed
}

/** Memories that are set against what is said, at most. */
const MOST_NEAR = 16

/** The memories that share most of the words, rare ones before common ones. */
function findNearest<K extends Known>(content: string, known: readonly K[]): K[] {
  const said = [...withOtherNames(toWords(content))]
  const own = known.map(one => ({ one, words: wordsOfMemory(one.document) }))
  const rarity = toRarity(own.map(({ words }) => words))
  return own
    .map(({ one, words }) => {
      const shared = said.filter(([word]) => words.has(word))
      const nearness = shared.reduce((sum, [word, weight]) => sum + weight * rarity(word), 0)
      return { one, nearness }
    })
    .filter(({ nearness }) => nearness > 0)
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, MOST_NEAR)
    .map(({ one }) => one)
}

function withOtherNames(words: Words): Words {
  const names = [...words].flatMap(([word, weight]) => {
    const equals = findSynonyms(word).filter(({ isEqual }) => isEqual)
    return equals.map(({ term }) => [term, weight] as const)
  })
  return new Map([...names, ...words])
}

/** Statements of a memory that what is said is held against. */
const MOST_STATEMENTS = 200

/** The first statements of a memory, its title last. */
function statementsOf({ document }: Known): string[] {
  const { statements } = featuresOf({ document })
  const said = statements.filter(({ isLiteral }) => !isLiteral).map(({ raw }) => raw)
  return [...said.slice(0, MOST_STATEMENTS), document.title]
}

/**
 * The relation of what is said, given whole and then by clauses, to a memory, by the nearest of its
 * statements.
 */
function compareWith(spoken: readonly string[], memory: Known): Verdict {
  const statements = statementsOf(memory)
  const whole = bestOf(statements.map(one => compare(spoken[0] ?? '', one)))
  return whole.relation === 'none' ? compareClauses(spoken, statements) : whole
}

/** A new value of one thing that is told among others, or that stands among others; whole they are compared. */
function compareClauses(spoken: readonly string[], statements: readonly string[]): Verdict {
  const known = statements.map(one => [one, ...toClauses(one)])
  // Whole they have nothing in common.
  const besides = known.flatMap(([, ...clauses]) => clauses)
  const verdicts = spoken.flatMap((part, at) =>
    (at === 0 ? besides : known.flat()).map(one => compare(part, one)),
  )
  const changing = verdicts.filter(({ changes, isSure }) => isSure && changes !== undefined)
  return { ...bestOf(changing), isShort: true }
}

function bestOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts
    .filter(({ relation }) => relation !== 'none')
    .reduce((best, one) => (rankOf(one) > rankOf(best) ? one : best), NO_RELATION)
}

const RANKS = { same: 3, richer: 2, replaces: 1, gone: 1, none: 0 }
const rankOf = ({ relation, isSure, share }: Verdict) =>
  RANKS[relation] + (isSure ? 0.5 : 0) + share / 10

/** Share of the best score at which a memory may be meant as well. */
const CLOSE = 0.75

function chooseMet<K>(verdicts: readonly { one: K; verdict: Verdict }[]): Related<K> {
  const met = verdicts
    .filter(({ verdict }) => verdict.relation !== 'none')
    .sort((a, b) => rankOf(b.verdict) - rankOf(a.verdict))
  const [best] = met
  if (best === undefined) return NONE
  const { relation, isSure, share } = best.verdict
  if (relation !== 'replaces') return { relation, memories: [best.one], isSure }
  const close = met.filter(({ verdict }) => {
    return verdict.isSure === isSure && verdict.share >= share * CLOSE
  })
  if (close.length > MOST_MEANT) return NONE
  const memories = close.map(({ one }) => one)
  return { relation, memories, isSure: isSure && memories.length === 1 }
}

const INSTEAD = pattern('iu')`${whole.changes.replaces}`

/** True where one clause says that something is over and another one says what holds instead. */
export function saysInstead(content: string): boolean {
  return toClauses(content).some(part => findOver(part) === undefined && INSTEAD.test(part))
}

const ARTICLE = pattern('iu')`^(?:${all.comparing.articles})(?!\p{L})`

/** The memories of which something says that it is over; none where it may be about anything. */
function findGone<K extends Known>(over: Over, known: readonly K[]): Related<K> {
  const meant = known.filter(one => statementsOf(one).some(text => names(text, over.topic)))
  if (meant.length === 0 || meant.length > MOST_MEANT) return NONE
  const isName = isTellingTopic(over.topic)
  if (!isName && !over.isEnded) return NONE
  const [only] = meant
  const isAll = statementsOf(only!).length <= 2 || names(only!.document.title, over.topic)
  return { relation: 'gone', memories: meant, isSure: isName && isAll && meant.length === 1 }
}

const LEAST_SIGNS = 2

/** True where a statement has all the words of a topic. */
function names(text: string, topic: string): boolean {
  if (isInSigns(topic) !== isInSigns(text)) return false
  if (isInSigns(topic)) {
    const [part, whole] = [toSignTelling(topic), toSignTelling(text)]
    const shared = countSigns(part.core, whole.core)
    return shared >= LEAST_SIGNS && shared === part.core.length
  }
  const words = toTelling(topic).words.filter(({ weight }) => weight > 0)
  const own = toTelling(text)
  const all = [...own.words, ...own.added]
  return words.length > 0 && words.every(word => all.some(other => areSame(word, other)))
}

/** Two words, or one that stands alone as names do: "minio", not "the branch". */
function isTellingTopic(topic: string): boolean {
  if (isInSigns(topic)) return true
  const words = toTelling(topic).words.filter(({ weight }) => weight > 0)
  const [only, ...more] = words
  if (only === undefined || more.length > 0) return more.length > 0
  return only.isName || (only.weight === 1 && !ARTICLE.test(topic.trim()))
}

/** Words of a place that a memory must share to be what the place is about. */
const LEAST_OF_TOPIC = 2
const SHARE_OF_TOPIC = 0.5

/**
 * The memory that "it is 300 now" changes: the one on what was spoken of that has one value of the
 * kind; several where more than one has.
 */
function findByTopic<K extends Known>({ content, about }: Said, known: readonly K[]): Related<K> {
  if (about === undefined || !saysChanged(content) || isInSigns(content)) return NONE
  const said = toTelling(content)
  if (!isElliptic(said)) return NONE
  const place = toTelling(about.replace(content, ' ').replace(/[.,;:!?]/g, ' '))
  const near = known.flatMap(one => {
    const words = toTelling(one.document.title).words.filter(({ weight }) => weight > 0)
    const shared = words.filter(word => place.words.some(other => areSame(word, other))).length
    const isNear = shared >= Math.min(LEAST_OF_TOPIC, words.length * SHARE_OF_TOPIC)
    return shared > 0 && isNear && findValue(said, one) ? [{ one, shared }] : []
  })
  const most = Math.max(...near.map(({ shared }) => shared))
  const meant = near.filter(({ shared }) => shared === most).map(({ one }) => one)
  return meant.length === 0 || meant.length > MOST_MEANT ? NONE : toRelated('replaces', meant)
}

/** True for one value or name and nothing else. */
function isElliptic({ words, values }: Telling): boolean {
  const telling = words.filter(({ weight }) => weight > 0)
  if (values.length === 1) return telling.length === 0
  return values.length === 0 && telling.length === 1 && telling[0]!.isName
}

/** The one value of a memory that a single value or name can stand in place of. */
function findValue({ words, values }: Telling, { document }: Known) {
  const own = toTelling(document.title)
  const [value] = values
  const same = value
    ? own.values.filter(one => areOfKind(one, value))
    : own.words.slice(1).filter(({ isName }) => isName)
  const by = value ?? words.find(({ isName }) => isName)
  const [old, ...more] = same
  if (old === undefined || by === undefined || more.length > 0) return undefined
  return old.written === by.written ? undefined : { old, by }
}

/** A memory's words with a new value in them. */
export interface InPlace {
  title: string
  content: string
  /** True where what is said would not stand alone in their place. */
  isNeeded: boolean
}

/**
 * The words of a memory with the value that is said in place of its own; undefined where no value is
 * told from the rest.
 */
export function putInPlace(content: string, memory: Known): InPlace | undefined {
  const spoken = [content, ...toClauses(content)]
  const { changes: compared, isShort = true } = compareWith(spoken, memory)
  const elliptic = compared ?? findElliptic(spoken, memory)
  const changes = elliptic.length > 0 ? elliptic : findSwap(content, memory)
  if (changes.length === 0) return undefined
  const put = (text: string) => changes.reduce((left, one) => putOne(left, one, content), text)
  const { document } = memory
  return { title: put(document.title), content: put(document.content), isNeeded: isShort }
}

/** The change that a single value or name makes, alone in a clause. */
function findElliptic(spoken: readonly string[], memory: Known): Change[] {
  const parts = spoken.map(part => toTelling(part)).filter(isElliptic)
  return parts
    .flatMap(part => findValue(part, memory) ?? [])
    .map(({ old, by }) => ({ old: old.written, by: by.written }))
    .slice(0, 1)
}

/** The one value, or the one name, that only each of the two has. */
function findSwap(content: string, { document }: Known): Change[] {
  const [said, known] = [toTelling(content), toTelling(document.content)]
  const news = said.values.filter(({ text }) => !known.values.some(one => one.text === text))
  const olds = known.values.filter(({ text }) => !said.values.some(one => one.text === text))
  const [by, old] = [news[0], olds[0]]
  if (news.length === 1 && olds.length === 1 && areOfKind(old!, by!))
    return [toChange({ old: old!, by: by! })]
  const has = (words: readonly Word[], word: Word) => words.some(other => areSame(word, other))
  const names = said.words.filter(word => word.isName && !has(known.words, word))
  const others = known.words.filter(word => word.isName && !has(said.words, word))
  const isOne = news.length === 0 && names.length === 1 && others.length === 1
  return isOne ? [{ old: others[0]!.written, by: names[0]!.written }] : []
}

function putOne(text: string, { old, by }: Change, content: string): string {
  const written = new RegExp(escape(by), 'iu').exec(content)?.[0] ?? by
  const edge = isInSigns(content) ? '' : String.raw`[\p{L}\p{N}]`
  const bounds = edge === '' ? formOf(old) : `(?<!${edge})${formOf(old)}(?!${edge})`
  return text.replace(new RegExp(bounds, 'giu'), () => written)
}

const escape = (text: string) =>
  text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/ /g, String.raw`\s+`)

/** A number may be written "2000" or "2,000". */
const formOf = (text: string) =>
  /^\d{4,6}$/.test(text) ? text.replace(/(?=\d{3}$)/, '[,.]?') : escape(text)
