import {
  CLAUSE_START,
  FROM_NOW_ON,
  LINK,
  OBJECT,
  REQUEST,
  TAIL,
  UNSPACED,
} from './request-words.js'
import type { Sentence } from './sentences.js'

/** What a request asks to keep: its own words from an index on, or what it points to. */
export interface Request {
  from: number
  points?: 'back' | 'ahead'
  /** How much of what was said before: the last statement, the last two, or all of a paragraph. */
  reach: 'one' | 'two' | 'all'
}

/** What a sentence asks to keep; undefined where it asks for nothing. */
export function readRequest(sentence: Sentence): Request | undefined {
  const { text, masked } = sentence
  const learned = /^\W*(?:TIL\b|til(?=:| that\b))[:,]?\s*(?:that\s+)?(?=\S)/.exec(text)
  if (learned) return toHere(learned[0].length)
  if (isShortLived(masked)) return undefined
  return (
    first(requestsIn(masked), match => readAsking(masked, match)) ??
    first(matchesOf(masked, 'standing'), match => readStanding(masked, match))
  )
}

function first<T, R>(list: readonly T[], read: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = read(one)
    if (found !== undefined) return found
  }
  return undefined
}

const toHere = (from: number): Request => ({ from, reach: 'one' })

function isUnspaced(masked: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff]/.test(masked)
}

function matchesOf(masked: string, what: 'request' | 'standing'): RegExpExecArray[] {
  const spaced = what === 'request' ? REQUEST : FROM_NOW_ON
  return [...masked.matchAll(isUnspaced(masked) ? UNSPACED[what] : spaced)]
}

/** The requests of a sentence that stand where a clause begins. */
function requestsIn(masked: string): RegExpExecArray[] {
  return matchesOf(masked, 'request').filter(
    match => beginsClause(masked, match.index) || isAnnouncing(masked, match),
  )
}

/** What is named before a request with a colon: "处理流程记下:…". */
function isAnnouncing(masked: string, match: RegExpExecArray): boolean {
  if (!isUnspaced(masked) || !/^[哈吧哦\s]*[:：]/.test(masked.slice(match.index + match[0].length)))
    return false
  return !/[我没不还に](?:记|$)|に$/.test(masked.slice(0, match.index + 1))
}

function beginsClause(masked: string, index: number): boolean {
  const start = isUnspaced(masked) ? UNSPACED.clauseStart : CLAUSE_START
  return start.test(masked.slice(Math.max(0, index - 120), index))
}

/** What follows a request: the object that it names, how it is tied to a statement, and that. */
interface Rest {
  object: string
  link: string
  from: number
  statement: string
}

function readRest(masked: string, match: RegExpExecArray): Rest {
  const {
    object: objects,
    tail,
    link: links,
  } = isUnspaced(masked) ? UNSPACED : { object: OBJECT, tail: TAIL, link: LINK }
  let from = match.index + match[0].length
  const take = (pattern: RegExp) => {
    const found = pattern.exec(masked.slice(from))?.[0] ?? ''
    from += found.length
    return found
  }
  const takeAll = (pattern: RegExp) => {
    while (take(pattern) !== '');
  }
  takeAll(tail)
  const objectAt = from
  const object = take(objects).trim()
  takeAll(tail)
  const link = take(links).trim()
  const statement = masked.slice(from).replace(/^[\s.!?)\]…~。！？:)（）]+$/, '')
  const isPart = object !== '' && link === '' && statement !== '' && object !== 'that'
  if (isPart) return { object: '', link, from: skipBlank(masked, objectAt), statement }
  return { object, link: link || (object === 'that' ? object : ''), from, statement }
}

function skipBlank(text: string, from: number): number {
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
}

const TASKS =
  /(?:(?:can|could|would|will) you|would you mind|kannst du|könntest du|peux-tu|pourrais-tu|puedes|podr[ií]as|pode|poderia)(?![\p{L}])/u
const TAG_QUESTION =
  /[,，] ?(?:ok(?:ay)?|alright|right|got it|deal|yes|ja|oder|d'accord|vale|t[aá])\?$/
const INDIRECT =
  /^(?:when|how|why|where|who|which|whether|what|if|me|last|back|yesterday|the (?:time|day|last|good)|doing|seeing|(?:the )?old days|(?:bug|time|day|guy|thing|one|meeting|night|week|feeling|old|weird)(?![\p{L}]))(?![\p{L}])/u
const BARE =
  /^(?:remember|memori[sz]e|(?:keep|bear) in mind|(?:do not|don't|dont|never)(?: you)?(?: ever)? forget|note (?:to|2) self)$/
const CLAUSE =
  /(?<![\p{L}])(?:is|are|was|were|has|have|had|do|does|don'?t|doesn'?t|isn'?t|aren'?t|can|can'?t|cannot|must|mustn'?t|should|will|won'?t|need|not|no|never|always|only|uses?|we|wants?|i'm|i am|\p{L}{3,}(?<!s)s)(?![\p{L}])/u
const TO_DO = /^to (?!always|never|not\b)/
const MOOD =
  /^(?:you'?re|you are|it'?s (?:just|only|still|late|\d)|i'?m|i am|i (?:have|changed|moved|need)|i've|this is (?:just|only)|he|she|they)(?![\p{L}])/u

function isQuestion(masked: string, before: string): boolean {
  if (!/[?？]\s*["')\]]*$/.test(masked) || TAG_QUESTION.test(masked.trim())) return false
  return !TASKS.test(before)
}

function readAsking(masked: string, match: RegExpExecArray): Request | undefined {
  const before = masked.slice(0, match.index)
  if (isQuestion(masked, before) || isReported(before)) return undefined
  const rest = readRest(masked, match)
  if (INTRODUCES.test(masked)) return { from: 0, points: 'ahead', reach: 'all' }
  if (rest.statement === '') return readPointing(masked, match, rest)
  if (isElsewhere(masked, match, rest)) return undefined
  return isOwnStatement(match[0], rest) ? toHere(skipTo(rest)) : undefined
}

/** "remember to always …": what is kept begins behind the "to". */
function skipTo({ from, statement }: Rest): number {
  return from + (/^to (?=always|never|not\b)/.exec(statement)?.[0].length ?? 0)
}

function isOwnStatement(request: string, { link, statement }: Rest): boolean {
  if (TO_DO.test(statement)) return false
  if (/[:：—–-]/.test(link)) return isLong(statement, 1)
  if (INDIRECT.test(statement) || (isWeak(request, link) && MOOD.test(statement))) return false
  if (/forget|verg/.test(request) && NOW.test(statement)) return false
  if (/forget/.test(request) && link === '') return ESTABLISHED.test(statement)
  if (isUnspaced(statement)) return link !== '' || !isLoose(request, statement)
  if (link !== '') return isLong(statement, 2)
  if (/^[^:,.]{1,60}[:：]\s*\S/.test(statement)) return true
  return BARE.test(request) && isLong(statement, 3) && CLAUSE.test(statement)
}

/** Behind a verb that also means the next step, and without a sign between, few words are a rule. */
function isLoose(request: string, statement: string): boolean {
  if (/^(?:[的吗呢を得]|って|密码)/.test(statement)) return true
  return /记得|忘/.test(request) && !/^(?:我们|每次|以后|这|所有)/.test(statement)
}

function isWeak(request: string, link: string): boolean {
  return link === ',' || /in mind/.test(request)
}

const ESTABLISHED =
  /^(?:we|our|my|there|it|(?:the|all|every|each|no) (?:\S+ ){1,4}(?:is|are|has|have|must|needs?|runs?|only|can|cannot|can't|does|don't|doesn't)(?![\p{L}]))/u

/** What is not to be forgotten is often the next step, not a statement. */
const NOW = /^(?:now|jetzt|heute|noch)(?![\p{L}])|(?<![\p{L}])zu \p{L}+en[.!]*$/u

function isLong(statement: string, words: number): boolean {
  return isUnspaced(statement) || statement.split(/\s+/).length >= words
}

/** What a text file, a page or a ticket is to hold is not for the memory. */
const ELSEWHERE =
  /(?<![\p{L}])(?:in|into|to|at|under|on|ins?|auf|unter|dans|en|no|na|em|al?)(?: (?:the|a|our|my|die|das|den|der|le|la|les|el|o|a|una?))? ?(?:\p{L}+ )?(?:readme|changelog|docs?|documentation|wiki|contributing|comments?|ticket|issue|jira|confluence|notion|pr|description|config|settings|database|table|spreadsheet|variablen?|[\w/.-]*\.(?:md|txt|ya?ml|json|csv|toml|ini|tsx?|jsx?|py|rs|go))(?![\p{L}])/u

function isElsewhere(masked: string, match: RegExpExecArray, { from }: Rest): boolean {
  return ELSEWHERE.test(masked.slice(match.index, from))
}

const ACKNOWLEDGED =
  /^(?:perfect|great|works?|that works|it works|got it|thanks?|thank you|cool|nice|good|ah|oh|hm+|interesting|makes sense|ok(?:ay)?|awesome|wow|yes|yep|super|danke|genial|parfait|merci|perfecto|gracias|boa|valeu|原来如此|好的?|なるほど|です)(?![\p{L}])/u

/** True for words, or for those before a request, that say something: no thanks, no agreement. */
export function isStatement(before: string, words = 3): boolean {
  const said = before.replace(/[\s,;:.!…()—–-]+$/, '').trim()
  if (ACKNOWLEDGED.test(said) && said.length < 40) return false
  return isUnspaced(said) ? said.length >= 6 : withoutOpeners(said).split(/\s+/).length >= words
}

function withoutOpeners(said: string): string {
  return said.replace(/(?:[\s,]+|^)(?:please|pls|so|and|bitte|und|stp|por favor|y|e|et)$/u, '')
}

/** A request whose statements stand on the lines below it. */
const INTRODUCES = /[:：]\s*$/

/** A request without a statement of its own points to what its sentence, or others, say. */
function readPointing(masked: string, match: RegExpExecArray, rest: Rest): Request | undefined {
  const { object } = rest
  const before = masked.slice(0, match.index)
  if (isElsewhere(masked, match, { ...rest, from: masked.length })) return undefined
  if (
    /following|folgende|suivant|suit|siguiente|seguinte|以下|下面|下記|次の/.test(match[0] + object)
  )
    return { from: 0, points: 'ahead', reach: 'all' }
  if (isStatement(before)) return toHere(0)
  return { from: 0, points: 'back', reach: reachOf(object) }
}

function reachOf(object: string): Request['reach'] {
  if (TWO.test(object)) return 'two'
  return MANY.test(object) ? 'all' : 'one'
}

const TWO = /both|two|beides|les deux|ambas|las dos|as duas/
const MANY =
  /all|everything|these|those|them|alles|diese|tout|ces|les|todo|estas|estos|tudo|ess[ae]s|est[ae]s|这些|这几点|全部/

/** Words for one occasion: a session, a task, today. */
const SHORT_LIVED =
  /(?<![\p{L}])(?:(?:for|during|in|until the end of) (?:this|the current|that) (?:session|chat|conversation|pr|task|file|ticket|run|commit|branch|demo|exercise)(?: only)?|for now|just (?:this once|for now|for today)|for today|this (?:one )?time only|for the rest of (?:this|the) (?:session|chat|conversation|day)|nur für (?:diese|heute|jetzt)|für diese (?:sitzung|session)|pour (?:cette session|l'instant|aujourd'hui)|por (?:ahora|hoy)|(?:solo|sólo) (?:por|para) (?:hoy|esta)|esta sesi[oó]n|por enquanto|s[oó] (?:por|para) (?:hoje|esta))(?![\p{L}])|本次|这次会话|今回だけ|このセッション/u

function isShortLived(masked: string): boolean {
  return SHORT_LIVED.test(masked)
}

const REPORTED =
  /(?<![\p{L}])(?:said|says|told|tells|announced|wrote|writes|claims?|claimed|decreed|reads|sagte|sagt|meinte|schrieb|schreibt|dit|disait|écrit|dijo|dice|escribi[oó]|disse|diz|escreveu)(?![\p{L}])|translate|übersetze|tradui[ts]|traduce|traduz|他说|她说|翻译|と言って|翻訳/u
const OWN_WORDS = /(?<![\p{L}])(?:i|ich|je|yo|eu)(?:'ve| have| just| already)? (?:said|told|sagte)/u
const PAST =
  /(?<![\p{L}])(?:years ago|back then|used to|at the time|in (?:19|20)\d\d|damals|à l'époque|autrefois|en aquel|na época|haha+|lol|mdr|jaja+|kkk+|jk|just kidding)(?![\p{L}])|开玩笑/u

function isReported(before: string): boolean {
  return REPORTED.test(before) && !OWN_WORDS.test(before)
}

const NO_WISH =
  /^(?:(?:i'll|i will|i'm|i am|i can|i (?:did|told|never|said|was|didn't|don't)|we'll see|maybe|perhaps|with|from|is|was|as|until|line \d|everything is|it wasn't|not my|that wasn't|geht'?s|wird'?s|sei|je|on verra|veremos|yo|lo hago|eu|we (?:could|might|meet)|there (?:will|might|may))(?![\p{L}])|再|到|的|我(?!们)|有(?:空|钱|机会)|说|看|可能|怎么|自分|未定|どう)/u
const OWN_PLAN =
  /(?<![\p{L}])(?:i'll|i will|i'm going to|let's|je le|lo hago|eu fa[cç]o|ich mach)(?![\p{L}])/u
const SUBJECT =
  /^(?:i|we|he|she|they|it|this|that|the|there|maybe|perhaps|see|until|till|you|let'?s|what|if|a|an|my|our|à|bis|hasta|at[eé])(?![\p{L}])/u
const FUTURE =
  /future|next|later|record|lesson|zukunft|künftig|mal|protokoll|später|avenir|fois|mémoire|suite|futur|vez|pr[oó]xima|下次|次/u

function readStanding(masked: string, match: RegExpExecArray): Request | undefined {
  const before = masked.slice(0, match.index)
  const { from, link, statement } = readRest(masked, match)
  if (isQuestion(masked, before) || isReported(before) || PAST.test(masked)) return undefined
  const isStart = beginsClause(masked, match.index)
  if (isStart && INTRODUCES.test(masked)) return { from: 0, points: 'ahead', reach: 'all' }
  if (statement === '') {
    return isStandingEnd(before, match[0]) ? toHere(0) : undefined
  }
  const isPlain = isStart || /[:：]/.test(link)
  if (!isPlain || !isLong(statement, 2) || NO_WISH.test(statement)) return undefined
  return FUTURE.test(match[0]) && OWN_PLAN.test(statement) ? undefined : toHere(from)
}

/** "… from now on" at the end; of what is only in the future, requests alone. */
function isStandingEnd(before: string, words: string): boolean {
  const said = before.trim()
  if (!isStatement(before) || OWN_PLAN.test(said)) return false
  if (/\($/.test(said)) return true
  if (/(?<![\p{L}])(?:ignore|forget|drop) (?:it|that|this)(?![\p{L}])/u.test(said)) return false
  if (!FUTURE.test(words)) return !/(?<![\p{L}])plan(?![\p{L}])/u.test(said)
  return (
    !SUBJECT.test(said) ||
    /(?<![\p{L}])(?:please|never|always|don'?t|must|should)(?![\p{L}])/u.test(said)
  )
}

/**
 * The words of a statement without a request behind it: "ids are ULIDs (please remember)". The
 * text as it is where there is none.
 */
export function withoutRequest({ text, masked }: Pick<Sentence, 'text' | 'masked'>): string {
  const end = requestsIn(masked).find(match => isBehind(match, masked))
  return end === undefined ? text : text.slice(0, end.index).replace(LOOSE_END, '')
}

const LOOSE_END =
  /(?:[\s,;:(—–-]|(?<![\p{L}\p{N}])(?:and|so|please|pls|bitte|und|das solltest du dir|stp|et|por favor|y|e)(?![\p{L}\p{N}])|と)+$/iu

function isBehind(match: RegExpExecArray, masked: string): boolean {
  const before = masked.slice(0, match.index)
  return isStatement(before) && readRest(masked, match).statement === ''
}
