import { GERMAN } from './cues-de.js'
import { ENGLISH } from './cues-en.js'
import { SPANISH } from './cues-es.js'
import { FRENCH } from './cues-fr.js'
import { JAPANESE } from './cues-ja.js'
import { CHINESE } from './cues-zh.js'
import type { Cue, CueKind } from './cue.js'
import { guessLanguages, type Language } from './language.js'
import { findOpenings } from './openings.js'
import { findNames } from './tags.js'
import { SPECIFIC } from './specific.js'
import { findStarts, type Start } from './lead-ins.js'

/** A sentence read as something lasting: where the statement begins and what its title keeps. */
export interface Reading {
  kind: CueKind
  score: number
  /** Index in the sentence where the statement begins. */
  at: number
  /** Index where the title's words begin, and what stands before them. */
  titleAt: number
  prefix: string
  start: Start
}

const TABLES: Readonly<Record<Language, readonly Cue[]>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  zh: CHINESE,
  ja: JAPANESE,
}
const TALK =
  /^(?:(?:please |always |from now on,? |never |only |bitte |immer |ab (?:jetzt|sofort) |toujours |siempre |désormais,? |a partir de ahora,? )*)(?:answer|reply|respond|explain|talk|speak|write (?:to me|your answers)|address|keep (?:your |the )?(?:answers|repl|responses|explan)|summari[sz]e|be (?:brief|concise|terse|direct)|apologi[sz]e|call me|antworte|erklär|sprich|halte? (?:deine )?antwort|réponds|répondez|explique|parle|responde|contesta|explica|háblame|no te disculpes)/i
const FIRST_PERSON =
  /^(?:from now on|going forward|in (?:the )?future|ab (?:jetzt|sofort)|künftig|désormais|a partir de ahora)?,? ?(?:i(?:'d| would)? (?:want|prefer|like|expect|need)|ich (?:möchte|will|hätte)|je (?:veux|voudrais|préfère)|quiero|prefiero)\b/i
const PLAIN_FACT =
  /^(?!the (?:function|test|line|loop|variable|method|class|button|output|result|answer|bug|file|value|field|error|return|component|page|fix|problem|issue|expected|type|import|code)\b)(?:(?:the|our|my|staging|production|prod|we|it's called) |[A-Z`]).{1,60}? ?(?:is|are|lives?|runs?|uses?|listens?|deploys?|sits?|called|named|starts?|expires?|needs?|use|belongs?) /
const PLAIN_FACT_DE =
  /^(?:die|der|das|unsere?) .{2,50}? (?:ist|heißt|läuft|liegt|lautet) |^(?:le|la|l'|notre|el|nuestr[oa]) ?.{2,50}? (?:est|tourne|se trouve|es|está|corre) |(?:是|在|は)/i

/** How much surer a later part of a sentence must be than what it begins with. */
const LATER = 0.2

/**
 * The surest reading of a sentence, given masked in lower case and as it was written; undefined
 * where it states nothing lasting.
 */
export function readStatement(masked: string, written: string): Reading | undefined {
  const cues = guessLanguages(masked).flatMap(language => TABLES[language])
  let best: Reading | undefined
  for (const [order, start] of findStarts(masked).entries()) {
    const reading = readAt({ masked, written }, start, cues, order)
    if (reading && reading.score > (best?.score ?? -LATER) + LATER) best = reading
  }
  return best
}

function readAt(
  { masked, written }: { masked: string; written: string },
  start: Start,
  cues: readonly Cue[],
  order: number,
): Reading | undefined {
  const text = masked.slice(start.at).replace(/[\s.!。！]+$/, '')
  const original = written.slice(start.at)
  let best: Reading | undefined
  for (const cue of cues) {
    const length = matchLength(cue, text, original)
    if (length === undefined || cue.score <= (best?.score ?? 0)) continue
    const prefix = cue.title ?? ''
    const titleAt = start.at + (cue.title === undefined ? 0 : length)
    best = { kind: cue.kind, score: cue.score, at: start.at, titleAt, prefix, start }
  }
  best ??= readPlain(original, start)
  return best && adjust(best, text, order)
}

function matchLength(
  { pattern, rest, not }: Cue,
  text: string,
  original: string,
): number | undefined {
  if (!mayOpen(pattern, text)) return undefined
  const match = pattern.exec(text)
  if (match === null) return undefined
  const end = match.index + match[0].length
  if (rest && !follows(rest, original.slice(end))) return undefined
  if (not?.test(text.slice(end))) return undefined
  return match.index === 0 ? match[0].length : 0
}

const openings = new Map<RegExp, string[] | undefined>()

/** False where a pattern cannot match, found without compiling it. */
function mayOpen(pattern: RegExp, text: string): boolean {
  if (!openings.has(pattern)) openings.set(pattern, findOpenings(pattern.source))
  return openings.get(pattern)?.some(opening => text.startsWith(opening)) ?? true
}

/** A known tool is something in particular, though it is written in lower case. */
function follows(rest: RegExp, text: string): boolean {
  return rest.test(text) || (rest.source.startsWith(SPECIFIC.source) && findNames(text).length > 0)
}

/** What needs no cue of its own, since the person corrects something or asks to remember it. */
function readPlain(text: string, start: Start): Reading | undefined {
  if (!start.isExplicit && !start.isCorrection && !start.isBroad) return undefined
  const isPlain =
    (PLAIN_FACT.test(text) || PLAIN_FACT_DE.test(text)) && SPECIFIC.test(text.slice(3))
  if (!isPlain && !((start.isExplicit || start.isBroad) && text.length > 12)) return undefined
  const kind =
    start.isExplicit && /^(?:to |use |don't |do not )/i.test(text)
      ? 'constraint'
      : start.isBroad && !isPlain
        ? 'preference'
        : 'fact'
  return { kind, score: 0.68, at: start.at, titleAt: start.at, prefix: '', start }
}

function adjust(reading: Reading, text: string, order: number): Reading {
  const isTalk = reading.kind === 'constraint' && (TALK.test(text) || FIRST_PERSON.test(text))
  const bonus = (reading.start.isExplicit ? 0.1 : 0) + (reading.start.isCorrection ? 0.04 : 0)
  const kind = isTalk ? 'preference' : reading.kind
  return { ...reading, kind, score: reading.score + bonus - (order > 0 ? 0.03 : 0) }
}
