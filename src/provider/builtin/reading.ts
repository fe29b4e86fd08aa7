import { type Cue, type CueKind, SPECIFIC } from './cues/cue.js'
import { GERMAN } from './cues/de.js'
import { ENGLISH } from './cues/en.js'
import { SPANISH } from './cues/es.js'
import { FRENCH } from './cues/fr.js'
import { JAPANESE } from './cues/ja.js'
import { CHINESE } from './cues/zh.js'
import { findNames } from './phrasing.js'
import { guessLanguages, type Language } from './sentences.js'

const LITERAL = /^[\p{L} ']+/u

/**
 * The texts one of which a match of an anchored pattern must begin with, read from its source;
 * undefined where that is not plain. Comparing them is far cheaper than compiling the pattern.
 */
export function findOpenings(source: string): string[] | undefined {
  if (!source.startsWith('^')) return undefined
  const rest = source.slice(1)
  if (!rest.startsWith('(?:')) return splitTop(rest).length > 1 ? undefined : toOpenings([rest])
  const end = endOfGroup(rest)
  if (end < 0 || /^[?*{]/.test(rest.slice(end + 1))) return undefined
  if (splitTop(rest).length > 1) return undefined
  return toOpenings(splitTop(rest.slice(3, end)))
}

function toOpenings(alternatives: readonly string[]): string[] | undefined {
  const openings = alternatives.map(alternative => {
    const literal = LITERAL.exec(alternative)?.[0] ?? ''
    const isOptional = /^[?*{]/.test(alternative.slice(literal.length))
    return isOptional ? literal.slice(0, -1) : literal
  })
  return openings.includes('') ? undefined : openings
}

/** Index of the parenthesis that closes the group at the start of a source; -1 without one. */
function endOfGroup(source: string): number {
  let depth = 0
  for (const [at, character] of topCharacters(source)) {
    if (character === '(') depth++
    if (character === ')' && --depth === 0) return at
  }
  return -1
}

/** The alternatives of a source, split at the bars outside its groups. */
function splitTop(source: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const [at, character] of topCharacters(source)) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character !== '|' || depth > 0) continue
    parts.push(source.slice(from, at))
    from = at + 1
  }
  return [...parts, source.slice(from)]
}

/** The characters of a source that are neither escaped nor in a class, with their index. */
function* topCharacters(source: string): Generator<readonly [number, string]> {
  let isClass = false
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at)
    if (character === '\\') at++
    else if (character === '[') isClass = true
    else if (character === ']') isClass = false
    else if (!isClass) yield [at, character]
  }
}

/** A place in a sentence where a statement may begin, and what came before it. */
interface Start {
  at: number
  /** The person asked to remember what follows. */
  isExplicit: boolean
  /** What came before takes something back: "no, that's wrong". */
  isCorrection: boolean
  /** A polite question that is a request: "can you please always …?". */
  isRequest: boolean
  /** What came before says that it holds for every project. */
  isBroad: boolean
}

const ASIDE =
  /^(?:ok(?:ay)?|alright|right|great|perfect|thanks?(?: you| a lot)?|thx|cool|nice|good|hey|hi|hello|oh|ah|well|fyi|note|heads[- ]up|reminder|psa|for the record|for what it's worth|fwiw|imo|imho|for (?:future )?reference|for context|just so you know|important|(?:just )?one (?:more|last) thing|another thing|small thing|side note|quick note|quick one|context|background|some background|general(?:ly)?|also|besides|sure|hm+|um+|again|as i said|like i said|listen|look|ps|p\.s\.|yes|yeah|yep|exactly|correct|lgtm|in general|as a (?:general )?rule|in all my projects|everywhere|btw|by the way|übrigens|achtung|hinweis|danke|super|gut|außerdem|nebenbei|ja|noch etwas|noch was|zur info|wichtig|au fait|merci|attention|d'accord|parfait|par ailleurs|oui|note|por cierto|gracias|ojo|vale|además|perfecto|sí|importante|nota|una cosa más|对了|另外|注意|好的?|谢谢|还有|顺便说一下|顺便|請注意|ちなみに|あと|なお|注意|ありがとう(?:ございます)?|了解(?:です)?|はい|それと|また|補足)(?:[,:;.!、，：。！]+\s*|\s+[-–—]+\s*)/
const JOINT =
  /^(?:btw|by the way|also|ok|okay|merci de|pense à|pensez à|veuillez|and|but|so|then|please|pls|plz|kindly|just|fyi|oh|note that|heads up that|as a general rule|generally|in general|as a rule|bitte|und|aber|also|außerdem|übrigens|et|mais|s'il te plaît|s'il vous plaît|stp|svp|aussi|y|pero|por favor|además|también|de manière générale|en général|en general|por lo general|generell|prinzipiell)[, ]\s*|^(?:请注意|对了|另外|而且|但是|あと|ちなみに)[,，、]?\s*/
const EXPLICIT =
  /^(?:(?:please |can you |could you |you should |i want you to |just )*(?:remember|memori[sz]e|keep in mind|bear in mind|make a note|take note|note down|note|don'?t forget|never forget)(?: for (?:later|next time|the future|future sessions))?(?: that\b|:|,| —| -|(?= (?:always|never|we|our|i prefer|in this repo|the)\b))|(?:save|add|put) (?:this|that)? ?(?:to|in|into) (?:your )?(?:memory|memories|notes)(?: that|:|,| —)?|(?:you (?:should|need to|must) |good to |it's worth )know(?:ing)? that|for (?:your memory|next time|future sessions)[:,]|merk(?:e)? dir(?: bitte)?(?:,? dass|:|,)?|denk(?:e)? (?:bitte )?(?:immer )?daran(?:,? dass|:|,)|bitte merken:?|vergiss nicht(?:,? dass|:|,)|retiens(?: bien)?(?: que| qu'|:)?|rappelle-toi(?: que| qu'|:)?|souviens-toi(?: que| qu'|:)?|note(?:z)? (?:bien )?(?:que|qu'|:)|n'oublie pas(?: que| qu'|:)|recuerda(?: que|:)|ten en cuenta(?: que|:)|acuérdate de(?: que|:)|apunta(?: que|:)|no olvides que|(?:请|請)?(?:记住|記住|牢记|记一下|記一下)(?:[:,，：])?|(?:请|請)?注意[:：,，])\s*/
const CORRECTION =
  /^(?:(?:no+|nope|nah|wrong|incorrect|not quite|nein|falsch|stimmt nicht|non|faux|no no|不对|不對|不是的?|错了|錯了|违う|違う|違います|いや|いいえ)[,.!:;，。！、]+\s*(?:(?:that(?:'s| is|'?s still) (?:not (?:right|correct|true)|wrong|incorrect|outdated|false)|you(?:'re| are) wrong|that is outdated|das (?:ist|war) falsch|das stimmt nicht|c'est faux|ce n'est pas (?:ça|vrai|exact)|eso (?:es|está) (?:incorrecto|mal|falso)|eso no es (?:así|cierto|correcto)|你(?:说|搞)错了)\s?[,.!:;—–-]*\s*)?|(?:that(?:'s| is) (?:not (?:right|correct|true)|wrong|incorrect|outdated)|you(?:'re| are) wrong(?: about [\w ]{2,30})?|(?:i think )?you got [\w ]{2,30} wrong|correction|small correction|das (?:ist|war) falsch|das stimmt(?: so)? nicht|korrektur|c'est faux|correction|eso (?:es|está) (?:incorrecto|mal)|eso no es (?:así|cierto|correcto)|corrección|更正|纠正一下|訂正)[,.!:;，：—–-]*\s*|actually[,:]? )/
const UNIVERSAL =
  /^(?:(?:in|for|across|on) (?:all|every|any|each)(?: of)?(?: my| our)? (?:projects?|repos?|repositor(?:y|ies)|codebases?)|everywhere|(?:regardless of|no matter|independent of|whatever|whichever) (?:the |which |what )?(?:project|repo|repository|language|codebase)|wherever i work|globally|in allen (?:meinen )?(?:projekten|repos)|für alle (?:meine )?projekte|in jedem projekt|überall|dans tous (?:mes|les) (?:projets|dépôts)|partout|en todos mis (?:proyectos|repos)|en cualquier proyecto|(?:在)?(?:我的?)?所有(?:的)?(?:项目|仓库)(?:里|中)?(?:都)?|(?:すべての|全ての|全|どの)プロジェクトで(?:は|も)?)[,，、:]? ?/
const REQUEST =
  /^(?:(?:can|could|would|will) you (?:please )?(?=always|never|stop|from now|remember|only|keep)|(?:kannst|könntest) du (?:bitte )?(?:ab jetzt |künftig )?(?=immer|nie|künftig|ab )|(?:peux-tu|pourrais-tu|tu peux) (?=toujours|ne jamais|désormais)|(?:puedes|podrías) (?=siempre|no |a partir))/
const BREAK =
  /(?:,|;|—|–| -|\.\.\.|…)\s+(?:(?:and|but|so|also|then|und|aber|et|mais|y|pero)\s+)?|\s(?:and|but|so|und|aber|et|mais|pero) (?=(?:please |bitte )?(?:from now|never|always|we |our |i prefer|i like|remember|ab jetzt|nie|immer|désormais|a partir|nunca|siempre|on |nous ))|[，；、：]|(?<=\p{L})[:：] /gu

const PLAIN = { isExplicit: false, isCorrection: false, isRequest: false, isBroad: false }
/** "Translate to French: …" hands over a text, it says nothing. */
const HANDS_OVER =
  /(?:^|[\s,])(?:translate|rephrase|write|say|saying|commit|title|set|print|post|log|text|message|proofread|correct|summarize|rename|label|named|called|change|reword|tweet|sentence|paragraph|übersetze?|schreib|traduis|écris|traduce|escribe|翻译|写|翻訳)(?=[\s:]|$)[^:：]{0,60}[:：] ?$/

/**
 * The places where a statement may begin: after lead-ins at the sentence start, then after each
 * break. The first is the surest. `text` is a masked sentence.
 */
function findStarts(text: string): Start[] {
  const first = skipLeadIns(text, 0)
  const starts = [first]
  for (const match of text.matchAll(BREAK)) {
    const at = match.index + match[0].length
    if (HANDS_OVER.test(text.slice(0, at))) break
    if (at <= first.at || text.length - at < 4 || starts.length > 6) continue
    const next = skipLeadIns(text, at)
    starts.push({ ...next, isCorrection: next.isCorrection || first.isCorrection })
  }
  return starts
}

function skipLeadIns(text: string, from: number): Start {
  const start: Start = { at: from, ...PLAIN }
  for (let step = 0; step < 6; step++) {
    const rest = text.slice(start.at)
    const skipped = skipOne(rest, start)
    if (skipped === 0 || skipped >= rest.length) break
    start.at += skipped
  }
  return start
}

function skipOne(rest: string, start: Start): number {
  const explicit = EXPLICIT.exec(rest)
  if (explicit) start.isExplicit = true
  if (explicit) return explicit[0].length
  const correction = CORRECTION.exec(rest)
  if (correction) start.isCorrection = true
  if (correction) return correction[0].length
  const broad = UNIVERSAL.exec(rest)
  if (broad) start.isBroad = true
  if (broad) return broad[0].length
  const request = REQUEST.exec(rest)
  if (request) start.isRequest = true
  return (request ?? ASIDE.exec(rest) ?? JOINT.exec(rest))?.[0].length ?? 0
}

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
