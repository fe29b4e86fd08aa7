import { toFeatures, type Features } from '../consolidate/markdown.js'
import { RESTORED_AT, type StoredMemory } from '../memories/life.js'
import { topicOf } from '../provider/builtin/retractions.js'
import type { MemoryCandidate, Retraction } from '../provider/types.js'
import { titleKey } from '../text.js'
import { shareIn, toWords, wordsOfMemory, type Words } from './words.js'

/** A memory that what is said may be about. */
export type Known = Pick<StoredMemory, 'document'>

/** More than this nobody can have meant. */
export const MOST_MEANT = 4
/** Share of the best score at which a memory may be meant as well. */
const CLOSE = 0.75

/**
 * The memories that a retraction may mean: one where it is clear, several where it is not, [] where
 * it means none. Those of the same words in their titles come before those that only mention them.
 */
export function findTakenBack<K extends Known>(
  { statement, title, id }: Retraction,
  known: readonly K[],
): K[] {
  if (id !== undefined) return known.filter(({ document }) => document.id === id)
  const named = title === undefined ? undefined : titleKey(title)
  const same = known.filter(one => titleKey(one.document.title) === named)
  if (same.length > 0) return same
  const topic = toWords(topicOf(statement))
  return chooseBest(known, one => {
    const share = shareIn(wordsOfMemory(one.document), topic)
    if (share < (topic.size <= 2 ? 1 : 0.6)) return 0
    return share * (0.3 + 0.7 * shareIn(topic, toWords(one.document.title)))
  })
}

/**
 * True where a retraction that means a memory means all of it: its title is about what is taken
 * back, or it says one thing only.
 */
export function isAllMeant({ statement, title, id }: Retraction, { document }: Known): boolean {
  if (id === document.id) return true
  if (title !== undefined && titleKey(title) === titleKey(document.title)) return true
  const isAbout = shareIn(toWords(document.title), toWords(topicOf(statement))) > 0
  const parts = document.content.split(/[.!?]+\s+|[。！？]|\n+/)
  return isAbout || parts.filter(part => part.trim() !== '').length <= 1
}

/** Least share of a memory's title that what is said must explain. */
const LEAST_EXPLAINED = 0.4

/** The memories of the words that a new statement says it stands in place of. */
export function findNamed<K extends Known>(
  {
    title = '',
    content,
    replaces = '',
  }: Pick<MemoryCandidate, 'content' | 'replaces'> & { title?: string },
  known: readonly K[],
): K[] {
  const old = toWords(replaces)
  const said = new Map([...toWords(`${title}\n${content}`), ...old])
  return chooseBest(known, one => {
    const isNamed = shareIn(wordsOfMemory(one.document), old) >= (old.size <= 3 ? 1 : 0.6)
    const explained = shareIn(said, toWords(one.document.title))
    return isNamed && explained >= LEAST_EXPLAINED ? explained : 0
  })
}

function chooseBest<K extends Known>(known: readonly K[], score: (one: K) => number): K[] {
  const scored = known.map(one => ({ one, score: score(one) })).filter(({ score }) => score > 0)
  const best = Math.max(...scored.map(({ score }) => score))
  const meant = scored.filter(({ score }) => score >= best * CLOSE).map(({ one }) => one)
  return meant.length > MOST_MEANT ? [] : meant
}

/** True for a memory that nothing that is said changes or buries: a person keeps it as it is. */
export function isKeptAsItIs({ document: { pinned, extra } }: Known): boolean {
  return pinned || extra[RESTORED_AT] !== undefined
}

const features = new WeakMap<Known['document'], Features>()

/** A memory as it is compared with others: read once, as one that changes has another document. */
export function featuresOf({ document }: Known): Features {
  const known = features.get(document) ?? toFeatures({ document, updatedAt: '', uses: 0 })
  features.set(document, known)
  return known
}

/** Least share of a meant statement that is in what is said. */
const LEAST_SHARED = 1 / 3

/**
 * True for a memory that says other things too: what is said of a part of it neither stands in
 * place of the whole nor buries it.
 */
export function saysMore({ document }: Known, said: string): boolean {
  const { statements } = featuresOf({ document })
  const words = toWords(said)
  const isOther = (own: Words) => own.size > 0 && shareIn(words, own) < LEAST_SHARED
  return statements.length > 1 && statements.some(({ raw }) => isOther(toWords(raw)))
}
