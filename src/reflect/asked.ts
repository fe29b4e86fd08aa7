import { stem, tokenize } from '../../store/index/analyse.js'
import type { MemoryDocument } from '../../store/types.js'
import { idOfKey, toTexts, type LedgerLine } from '../activity/sessions.js'
import type { Collection } from '../memories/collection.js'
import { MOST_ALIASES, isTellingPhrase, tellingWords, uniteAliases } from '../memories/phrases.js'
import type { Turn } from '../provider/types.js'
import { redactText } from '../redact/index.js'
import { keepAliases } from './aliases.js'

/** Words of a prompt that asks for one thing, and says it. */
const [LEAST_WORDS, MOST_WORDS] = [3, 12]
/** Most characters of an alias that is given. */
const ALIAS_CHARS = 100
/** Characters of paths, addresses, code and values: such words are of one day. */
const CODE = /[/\\`{}[\]<>=@|$#"\p{Cc}]/u
/** A long number, or letters and three digits without a blank between: an id, a version, a password. */
const VALUE = /\p{Nd}{4}|(?<!\S)(?=\S*[\p{Lu}\p{Ll}])(?:[^\s\p{Nd}]*\p{Nd}){3}/u
/** Marks and blanks at the end: begun where none stands before, a long run of them is read once. */
const LOOSE_END = /(?<![\s.!?\u2026\u3002\uff01\uff1f])[\s.!?\u2026\u3002\uff01\uff1f]+$/
/** Words that a token counts for; a Chinese or Japanese word takes about two pairs of characters. */
const TOKEN_WORDS = { part: 1, joined: 0, cjk: 0.5 }

/** Ids that were given beside the prompt of a turn; none where it is not known when that came. */
export function idsBeside(lines: readonly LedgerLine[], { askedAt, at }: Turn): Set<string> {
  if (askedAt === undefined) return new Set()
  const given = lines.filter(line => line.type === 'given' && line.event === 'prompt')
  const beside = given.filter(line => line.at >= askedAt && line.at <= at)
  return new Set(beside.flatMap(line => ('ids' in line ? toTexts(line.ids).map(idOfKey) : [])))
}

/**
 * The aliases of a memory with the words of a prompt that was answered by it: a short one of one
 * line without code, paths, values or secrets, with words of its own that neither the title nor an
 * alias has. The same list where it has enough, or where somebody took them away.
 */
export function withAsked(
  { title, aliases, source }: Pick<MemoryDocument, 'title' | 'aliases' | 'source'>,
  prompt: string,
): string[] {
  const phrase = prompt.trim().replace(LOOSE_END, '')
  const isPlain = isShort(phrase) && ![CODE, VALUE].some(one => one.test(phrase))
  const isOpen = isPlain && redactText(phrase) === phrase
  if (!isOpen || source.unaliased === true || aliases.length >= MOST_ALIASES) return [...aliases]
  const known = new Set(tellingWords([title, ...aliases].join('\n')).map(stem))
  const isNew = tellingWords(phrase).some(word => !known.has(stem(word)))
  return isNew && isTellingPhrase(phrase, title)
    ? uniteAliases(aliases, [phrase], title)
    : [...aliases]
}

function isShort(phrase: string): boolean {
  if (phrase.length > ALIAS_CHARS) return false
  const words = tokenize(phrase).reduce((sum, { type }) => sum + TOKEN_WORDS[type], 0)
  return words >= LEAST_WORDS && words <= MOST_WORDS
}

/** A memory, and the prompt of a batch that it was given beside and used for. */
export interface Asked {
  id: string
  prompt: string
  collection: Collection
}

/**
 * Adds to each memory the words of the prompt; its time stays, and so does one that has them. Those in a
 * project's work tree are left alone: what others review and commit changes by people alone.
 */
export async function keepAsked(asked: readonly Asked[], now: () => Date): Promise<void> {
  const own = asked.filter(({ collection }) => collection.folder.placement !== 'in-repo')
  for (const collection of new Set(own.map(one => one.collection))) {
    const here = own.filter(one => one.collection === collection)
    const prompts = new Map(here.map(({ id, prompt }) => [id, prompt]))
    const withPrompt = (document: MemoryDocument) =>
      withAsked(document, prompts.get(document.id) ?? '')
    const memories = [...prompts.keys()].flatMap(id => collection.memories.get(id) ?? [])
    const wanting = memories.filter(
      ({ document }) => withPrompt(document).length > document.aliases.length,
    )
    await keepAliases({ collection, memories: wanting }, withPrompt, now)
  }
}
