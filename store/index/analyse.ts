import {
  CONTENT_FIELD_LIMIT,
  packFrequencies,
  SHORT_FIELD_LIMIT,
  hashTerm,
  joinWords,
  type TermFrequencies,
} from './format.js'
import { stemEnglish } from './porter2.js'
import type { AnalysedDocument, IndexDocument } from './types.js'

/** Characters of a document's content that are indexed; what follows is found by nobody. */
const CONTENT_LIMIT = 65_536
const TITLE_LIMIT = 1_000
const TAG_LIMIT = 64
const ALIAS_LIMIT = 12

type Field = keyof TermFrequencies

/** Turns an item into the terms, lengths and word sequence that an index stores. */
export function analyseDocument(document: IndexDocument): AnalysedDocument {
  const { content, tags, aliases, subject = document.title, ...entry } = document
  const collected = new Map<string, TermFrequencies>()
  const add = (field: Field, text: string, limit = TITLE_LIMIT) =>
    addField(collected, field, text.slice(0, limit))
  const words = {
    title: add('title', subject),
    aliases: aliases.slice(0, ALIAS_LIMIT).map(alias => add('title', alias)),
    content: add('content', content, CONTENT_LIMIT),
    tags: tags.slice(0, TAG_LIMIT).map(tag => add('tags', tag)),
  }
  const dates = document.undated === true ? [] : toDateTerms(document.createdAt)
  for (const term of dates) count(collected, term, 'tags')
  return {
    entry,
    lengths: {
      title: Math.min(words.title.length, SHORT_FIELD_LIMIT),
      content: Math.min(words.content.length, CONTENT_FIELD_LIMIT),
      tags: Math.min(words.tags.flat().length, SHORT_FIELD_LIMIT),
    },
    terms: new Map(Array.from(collected, ([term, counts]) => [term, packFrequencies(counts)])),
    words: joinWords(words),
  }
}

/** Counts the terms of a text in a field; its words, without the joined forms of compounds. */
function addField(collected: Map<string, TermFrequencies>, field: Field, text: string): number[] {
  const words: number[] = []
  for (const token of tokenize(text)) {
    const term = stem(token.word)
    count(collected, term, field)
    if (token.type !== 'joined') words.push(hashTerm(term))
  }
  return words
}

function count(collected: Map<string, TermFrequencies>, term: string, field: Field): void {
  const counts = collected.get(term)
  if (counts) counts[field]++
  else
    collected.set(term, {
      title: field === 'title' ? 1 : 0,
      content: field === 'content' ? 1 : 0,
      tags: field === 'tags' ? 1 : 0,
    })
}

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

let dateTerms: Set<string> | undefined

/** True for the name of a month or a weekday: every memory has that of the day on which it was made. */
export function isDateTerm(term: string): boolean {
  dateTerms ??= new Set([...MONTHS, ...WEEKDAYS].map(stem))
  return dateTerms.has(term)
}

/** Month, year and weekday (UTC) of a time stamp as terms; none where it is no date. */
function toDateTerms(createdAt: string): string[] {
  const date = new Date(createdAt)
  if (Number.isNaN(date.getTime())) return []
  const names = [MONTHS[date.getUTCMonth()] ?? '', WEEKDAYS[date.getUTCDay()] ?? '']
  return [...names.map(stem), String(date.getUTCFullYear())]
}

/** One term of a text, in text order. */
interface Token {
  /** The lower-case word, before stemming. */
  word: string
  /**
   * `part`: a word of its own or a piece of a compound; `joined`: a compound without its
   * separators, beside its parts; `cjk`: a pair of Chinese, Japanese or Korean characters.
   */
  type: 'part' | 'joined' | 'cjk'
}

const CJK = '\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u4e00-\\u9fff\\uac00-\\ud7a3'
/** Letters of most texts once they are folded. */
export const USUAL_LETTERS = `A-Za-z0-9${CJK}`
/**
 * These letters, and signs that part words as blanks do: quotes, dashes, arrows, pictures. Nothing of a text
 * of these is folded; to compile the classes of all letters takes a process as long as its whole search.
 */
export const USUAL = `\\0-\\x7f${CJK}\\xa0-\\xa9\\xab\\xb7\\xbb\\xd7\\u2010-\\u2018\\u201a-\\u2023\\u2026\\u20ac\\u2190-\\u23ff\\u2500-\\u2767\\u3001\\u3002\\u300c-\\u300f\\udc00-\\udfff\\ud83d`
const UNUSUAL = new RegExp(`[^${USUAL}]`)
const NOT_ASCII = /[^\x00-\x7f]/

interface Patterns {
  compound: RegExp
  cjk: RegExp
}

function toPatterns(letters: string, cjk: string, flags: string): Patterns {
  const compound = new RegExp(`[${letters}]+(?:['._-][${letters}]+)*`, flags)
  return { compound, cjk: new RegExp(`[${cjk}]+`, flags) }
}

const usual = toPatterns(USUAL_LETTERS, CJK, 'g')
const SCRIPTS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30fc'
let all: Patterns | undefined

/**
 * Splits text into tokens: words, the pieces of camelCase, snake_case, kebab-case, dotted names
 * and paths together with their joined form, and bigrams of CJK text. Accents are folded.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const straight = text.replaceAll('\u2019', "'")
  const folded = UNUSUAL.test(straight) ? foldText(straight) : straight
  const { compound, cjk } = UNUSUAL.test(folded)
    ? (all ??= toPatterns('\\p{L}\\p{N}\\p{M}', SCRIPTS, 'gu'))
    : usual
  for (const match of folded.match(compound) ?? []) {
    if (NOT_ASCII.test(match)) addMixed(tokens, match, cjk)
    else addCompound(tokens, match)
  }
  return tokens
}

const LIGATURES: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  œ: 'oe',
  Œ: 'Oe',
  æ: 'ae',
  Æ: 'Ae',
}

/** NFKC, accents of alphabetic scripts and ligatures removed. */
function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u00df\u1e9e\u0153\u0152\u00e6\u00c6]/g, letter => LIGATURES[letter]!)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

function addMixed(tokens: Token[], text: string, cjk: RegExp): void {
  let from = 0
  for (const match of text.matchAll(cjk)) {
    if (match.index > from) addCompound(tokens, text.slice(from, match.index))
    addBigrams(tokens, match[0])
    from = match.index + match[0].length
  }
  if (from < text.length) addCompound(tokens, text.slice(from))
}

function addBigrams(tokens: Token[], run: string): void {
  const characters = Array.from(run)
  if (characters.length === 1) tokens.push({ word: run, type: 'cjk' })
  for (let i = 0; i + 1 < characters.length; i++) {
    tokens.push({ word: `${characters[i]}${characters[i + 1]}`, type: 'cjk' })
  }
}

const SEPARATOR = /['._-]+/
const ENGLISH_ENDING = /'(?:s|t|d|m|re|ve|ll)$/i
/** `l'index`, `d'accès`, `qu'on`. */
const FRENCH_BEGINNING = /^(?:[cdjlmnst]|(?:jus|lors|puis)?qu)'(?=..)/i

function addCompound(tokens: Token[], text: string): void {
  const bare = text.includes("'")
    ? text.replace(ENGLISH_ENDING, '').replace(FRENCH_BEGINNING, '')
    : text
  const lower = bare.toLowerCase()
  if (lower === bare && !SEPARATOR.test(bare)) {
    tokens.push({ word: bare, type: 'part' })
    return
  }
  const parts = bare.split(SEPARATOR).flatMap(splitCase)
  const words = parts.map(part => part.toLowerCase()).filter(part => part !== '')
  for (const word of words) tokens.push({ word, type: 'part' })
  if (words.length > 1 && words.length <= 6) tokens.push({ word: words.join(''), type: 'joined' })
}

/** `parseHTTPBody` → parse, HTTP, Body; digits stay with their letters (`s3`, `utf8`). */
function splitCase(text: string): string[] {
  if (text.slice(1) === text.slice(1).toLowerCase()) return [text]
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
}

const ENGLISH_WORD = /^[a-z]{3,30}$/
const CACHE_LIMIT = 50_000
const cache = new Map<string, string>()

/** The Porter2 stem of a lower-case ASCII word; any other text is returned as it is. */
export function stem(word: string): string {
  const known = cache.get(word)
  if (known !== undefined) return known
  if (!ENGLISH_WORD.test(word)) return word
  if (cache.size >= CACHE_LIMIT) cache.clear()
  const stemmed = stemEnglish(word)
  cache.set(word, stemmed)
  return stemmed
}

/** The stem of a word of so many letters begins with its first two; that of others with its first. */
const LONG_WORD = 7

/**
 * A function that tells the stem of a word where it is among these terms. To stem all words of some texts
 * takes a process that ends soon as long as to search: most begin as none of the terms does.
 */
export function stemAmong(terms: ReadonlySet<string>): (word: string) => string | undefined {
  const beginnings = new Set<string>()
  for (const term of terms) beginnings.add(term.slice(0, 1)).add(term.slice(0, 2))
  return word => {
    if (!beginnings.has(word.slice(0, word.length < LONG_WORD ? 1 : 2))) return undefined
    const stemmed = stem(word)
    return terms.has(stemmed) ? stemmed : undefined
  }
}
