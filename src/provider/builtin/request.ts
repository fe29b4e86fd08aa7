import { all, findAll, pattern, spaced, unspaced, whole } from '../../languages/combined.js'
import { isUnspaced, patternsFor, withSlips } from './request-words.js'
import type { Sentence } from './sentences.js'

/** A request: it asks to keep its own words from an index on, or what it points to. */
export interface Request {
  from: number
  points?: 'back' | 'ahead'
  /** Reaches back to the last statement, the last two, or all of a paragraph. */
  reach: 'one' | 'two' | 'all'
}

/** "TIL the cache is per branch": what follows was learned. "/remember …", "# …": it is a note. */
const LEARNED = pattern()`^(?:\W*${all.requests.learned}|\s*[/／]${all.requests.slashed}[\s:：]\s*|# )(?=\S)`

/** The request of a sentence; undefined where it asks for nothing. */
export function readRequest(sentence: Sentence): Request | undefined {
  const { text, masked } = sentence
  const learned = LEARNED.exec(text)
  if (learned) return toHere(learned[0].length)
  if (SHORT_LIVED.test(masked)) return undefined
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

function matchesOf(masked: string, what: 'request' | 'standing'): RegExpExecArray[] {
  return findAll(masked, patternsFor(masked)[what])
}

/** The requests of a sentence that stand where a clause begins. */
function requestsIn(masked: string): RegExpExecArray[] {
  return matchesOf(masked, 'request').filter(
    match => beginsClause(masked, match.index) || isAnnouncing(masked, match),
  )
}

/** Words of somebody who remembers, or does not: no request. */
const NO_REQUEST = pattern()`${unspaced.requests.noRequest}`

/** A colon behind a request, and what softens it. */
const COLON = pattern()`^(?:${unspaced.requests.softeners}|\s)*[:：]`

/** True for a request behind the thing that it names, with a colon: "处理流程记下:…". */
function isAnnouncing(masked: string, match: RegExpExecArray): boolean {
  if (!isUnspaced(masked) || !COLON.test(masked.slice(match.index + match[0].length))) return false
  return !NO_REQUEST.test(masked.slice(0, match.index + 1))
}

function beginsClause(masked: string, index: number): boolean {
  return patternsFor(masked).clauseStart.test(masked.slice(Math.max(0, index - 120), index))
}

/** The text behind a request: the object that it names, the link to its statement, and that. */
interface Rest {
  object: string
  link: string
  from: number
  statement: string
}

function readRest(masked: string, match: RegExpExecArray): Rest {
  const { object: objects, tail, link: links } = patternsFor(masked)
  let from = match.index + match[0].length
  const take = (form: RegExp) => {
    const found = form.exec(masked.slice(from))?.[0] ?? ''
    from += found.length
    return found
  }
  const takeAll = (form: RegExp) => {
    while (take(form) !== '');
  }
  takeAll(tail)
  const objectAt = from
  const object = take(objects).trim()
  takeAll(tail)
  const link = take(links).trim()
  const statement = masked.slice(from).replace(/^[\s.!?)\]…~。！？:)（）]+$/, '')
  const isThat = THAT.test(object)
  const isPart = object !== '' && link === '' && statement !== '' && !isThat
  if (isPart) return { object: '', link, from: skipBlank(masked, objectAt), statement }
  return { object, link: link || (isThat ? object : ''), from, statement }
}

/** An object that may also be the conjunction before a statement. */
const THAT = pattern()`^${all.requests.thatAlone}$`

function skipBlank(text: string, from: number): number {
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
}

const TASKS = pattern('u')`${all.requests.wouldYou}(?![\p{L}])`
const TAG_QUESTION = pattern()`[,，] ?${all.requests.tags}\?$`
const INDIRECT = pattern('u')`^${all.requests.indirect}(?![\p{L}])`
const BARE = new RegExp(withSlips(`^${all.requests.bare}$`))
const CLAUSE = pattern('u')`(?<![\p{L}])${all.requests.clauses}(?![\p{L}])`
const TO_DO = pattern('u')`^${all.requests.toDo}|(?<![\p{L}])${all.requests.toDoAtEnd}[.!]*$`
const TO_DO_BEFORE = pattern('u')`${all.requests.toDoBefore}[\s,、]*$`
const OWN_NOTE = pattern('u')`^${all.requests.ownNotes}`
const OWN_TASK = pattern('u')`^${all.requests.ownTasks}(?![\p{L}])`
const CONDITION = pattern('u')`${whole.requests.conditions}`
const MOOD = pattern('u')`^${all.requests.moods}(?![\p{L}])`

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

/** "remember to always …": the statement begins behind these words. */
const TO_DO_LEAD = pattern()`^${all.requests.toDoLeads}`

/** The index at which the statement begins. */
function skipTo({ from, statement }: Rest): number {
  return from + (TO_DO_LEAD.exec(statement)?.[0].length ?? 0)
}

/** Requests not to forget; behind some of them only what is established is a statement. */
const FORGET = new RegExp(withSlips(all.requests.forget))
const FORGET_ESTABLISHED = new RegExp(withSlips(all.requests.forgetEstablished))

/** A task of now; one with a condition ("after each …") is a rule. */
function isTask(request: string, { link, statement }: Rest): boolean {
  if (OWN_NOTE.test(request) && OWN_TASK.test(statement)) return true
  return /^,?$/.test(link) && TO_DO.test(statement)
}

function isOwnStatement(request: string, rest: Rest): boolean {
  const { link, statement } = rest
  if (isTask(request, rest)) return CONDITION.test(statement)
  if (isWeak(request, link) && MOOD.test(statement)) return false
  if (/[:：—–-]/.test(link)) return isLong(statement, 1)
  if (INDIRECT.test(statement)) return false
  if (FORGET.test(request) && NOW.test(statement)) return false
  if (FORGET_ESTABLISHED.test(request) && link === '') return ESTABLISHED.test(statement)
  if (isUnspaced(statement)) return link !== '' || !isLoose(request, statement)
  if (link !== '') return isLong(statement, 2)
  if (/^[^:,.]{1,60}[:：]\s*\S/.test(statement)) return true
  return BARE.test(request) && isLong(statement, 3) && CLAUSE.test(statement)
}

/** Begins what is no statement behind a request. */
const LOOSE = pattern()`^${unspaced.requests.looseStarts}`
/** Verbs that also mean the next step, and what makes a rule of it all the same. */
const LOOSE_REQUEST = pattern()`${unspaced.requests.looseVerbs}`
const RULE = pattern()`^${unspaced.requests.statementStarts}`

/** True where few words behind a request, without a sign between, are no rule. */
function isLoose(request: string, statement: string): boolean {
  if (LOOSE.test(statement)) return true
  return LOOSE_REQUEST.test(request) && !RULE.test(statement) && !CONDITION.test(statement)
}

const IN_MIND = pattern()`${all.requests.inMind}`

function isWeak(request: string, link: string): boolean {
  return link === ',' || IN_MIND.test(request)
}

const ESTABLISHED = pattern('u')`^${all.requests.established}`

/** Marks the next step, not a statement, of what is not to be forgotten. */
const NOW = pattern('u')`
  ^${all.requests.now}(?![\p{L}])`

function isLong(statement: string, words: number): boolean {
  return isUnspaced(statement) || statement.split(/\s+/).length >= words
}

/** Names a file, a page or a ticket: what that is to hold is not for the memory. */
const ELSEWHERE = pattern('u')`
  (?<![\p{L}])${all.requests.into}(?: ${all.requests.articles})? ?(?:\p{L}+ )?
  (?:${all.requests.documents}|[\w/.-]*\.(?:md|txt|ya?ml|json|csv|toml|ini|tsx?|jsx?|py|rs|go))
  (?![\p{L}])`

function isElsewhere(masked: string, match: RegExpExecArray, { from }: Rest): boolean {
  return ELSEWHERE.test(masked.slice(match.index, from))
}

const ACKNOWLEDGED = pattern('u')`^${all.requests.acknowledged}(?![\p{L}])`

/** True for words, or for those before a request, that say something: no thanks, no agreement. */
export function isStatement(before: string, words = 3): boolean {
  const said = before.replace(/[\s,;:.!…()—–-]+$/, '').trim()
  if (ACKNOWLEDGED.test(said) && said.length < 40) return false
  if (isUnspaced(said)) return said.length >= 6
  return said.replace(OPENERS_AT_END, '').split(/\s+/).length >= words
}

/** Words that lead over to a request. */
const OPENERS_AT_END = pattern('u')`(?:[\s,]+|^)${all.requests.looseOpeners}$`

/** A request whose statements stand on the lines below it. */
const INTRODUCES = /[:：]\s*$/

/** Points to what follows. */
const AHEAD = pattern()`${all.requests.ahead}`

/** A request without a statement of its own points to what its sentence, or others, say. */
function readPointing(masked: string, match: RegExpExecArray, rest: Rest): Request | undefined {
  const { object } = rest
  const before = masked.slice(0, match.index)
  if (isElsewhere(masked, match, { ...rest, from: masked.length })) return undefined
  if (AHEAD.test(match[0] + object)) return { from: 0, points: 'ahead', reach: 'all' }
  if (TO_DO_BEFORE.test(before) && !CONDITION.test(before)) return undefined
  if (isStatement(before)) return toHere(0)
  return { from: 0, points: 'back', reach: reachOf(object) }
}

function reachOf(object: string): Request['reach'] {
  if (TWO.test(object)) return 'two'
  return MANY.test(object) ? 'all' : 'one'
}

const TWO = pattern()`${all.requests.two}`
const MANY = pattern()`${all.requests.many}`

/** Words for one occasion: a session, a task, today. */
const SHORT_LIVED = pattern('u')`${whole.requests.shortLived}`

const REPORTED = pattern('u')`
  (?<![\p{L}])${all.requests.reported}(?![\p{L}])
  |${all.requests.reportedAnywhere}`
const OWN_WORDS = pattern('u')`
  (?<![\p{L}])${all.requests.i}${all.requests.haveJust}? ${all.requests.saidMyself}`
const PAST = pattern('u')`${whole.requests.past}`

function isReported(before: string): boolean {
  return REPORTED.test(before) && !OWN_WORDS.test(before)
}

const NO_WISH = pattern('u')`^(?:${spaced.requests.noWish}(?![\p{L}])|${unspaced.requests.noWish})`
const OWN_PLAN = pattern('u')`(?<![\p{L}])${all.requests.ownPlan}(?![\p{L}])`
const SUBJECT = pattern('u')`^${all.requests.subjects}(?![\p{L}])`
const FUTURE = pattern('u')`${all.requests.future}`

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

/** Words of a wish. */
const WISHES = pattern('u')`(?<![\p{L}])${all.requests.wishes}(?![\p{L}])`

/** A plan is none either. */
const PLAN = pattern('u')`(?<![\p{L}])${all.requests.plan}(?![\p{L}])`

/** "ignore that from now on" is no statement. */
const DROPS = pattern('u')`(?<![\p{L}])${all.requests.dropIt}(?![\p{L}])`

/** "… from now on" at the end; of what is only in the future, requests alone. */
function isStandingEnd(before: string, words: string): boolean {
  const said = before.trim()
  if (!isStatement(before) || OWN_PLAN.test(said)) return false
  if (/\($/.test(said)) return true
  if (DROPS.test(said)) return false
  if (!FUTURE.test(words)) return !PLAN.test(said)
  return !SUBJECT.test(said) || WISHES.test(said)
}

/**
 * The words of a statement without a request behind it: "ids are ULIDs (please remember)". The
 * text as it is where there is none.
 */
export function withoutRequest({ text, masked }: Pick<Sentence, 'text' | 'masked'>): string {
  const end = requestsIn(masked).find(match => isBehind(match, masked))
  return end === undefined ? text : text.slice(0, end.index).replace(LOOSE_END, '')
}

const LOOSE_END = pattern('iu')`
  (?:[\s,;:(—–-]|(?<![\p{L}\p{N}])${spaced.requests.looseEnds}(?![\p{L}\p{N}])
  |${unspaced.requests.looseEnds})+$`

function isBehind(match: RegExpExecArray, masked: string): boolean {
  const before = masked.slice(0, match.index)
  return isStatement(before) && readRest(masked, match).statement === ''
}
