import { all, pattern } from '../../languages/combined.js'
import type { MemoryCandidate, Provider, ReflectionRequest, Retraction } from '../types.js'
import { asksForEarlier, findAsked } from './asked.js'
import { readConversation, type Spoken } from './conversation.js'
import { findDecisions, withDecisions } from './decisions.js'
import { withDates } from './dates.js'
import { fitTo, withoutKnown, type Found, withLater } from './found.js'
import { holdsSecret, findGate } from './gates.js'
import { analyse } from './model/analyse.js'
import { createScorer, openModel, type Model, type Scorer } from './model/score.js'
import { saysYes, toClaim, phrase, type Group } from './phrase.js'
import { findProcedures, withProcedures } from './procedures/index.js'
import { findSkills, isRequest } from './procedures/skills.js'
import { withoutQuoted } from './quoted.js'
import { withoutRequest } from './request.js'
import {
  findNew,
  findOver,
  findReplaced,
  findRetraction,
  saysUsed,
  takesBack,
  topicOf,
  withoutRetracted,
} from './retractions.js'
import { isOfProject, isUniversal, widensPrevious } from './scope.js'
import { countShared, topicOfTitle, toSentences, toTopic } from './sentences.js'
import { correctsEarlier, withValue } from './slips.js'
import { chooseSpan } from './spans.js'

/** Most memories beside a decision, which has what else was said in it. */
const MOST_BESIDE = 2

/** Distils a batch: lasting memories, surest first, skills and retractions. */
function distill(request: ReflectionRequest, model: Model, leastScore: number) {
  const stated = readStatements(request, createScorer(model), model.least)
  const procedures = findProcedures(request.turns, request.scope)
  const all = withProcedures(stated.found, procedures).map(one => placed(one, request.turns))
  const sure = all.filter(({ isAsked, isChange, isDecision, score }) => {
    return isAsked || isChange || isDecision || score >= leastScore
  })
  const clean = sure.filter(({ title, content }) => !holdsSecret(`${title}\n${content}`))
  const most = clean.some(({ isDecision }) => isDecision) ? MOST_BESIDE + 1 : Infinity
  const best = fitTo(Math.min(most, request.maxMemories), withoutKnown(clean, request))
  return {
    memories: best.sort((a, b) => b.score - a.score).map(toCandidate),
    skills: findSkills(request.turns).slice(0, request.maxSkills),
    retractions: stated.retractions,
  }
}

/** A candidate with the dates that its words had on the day of its turn, and the session's turns. */
function placed(one: Found, turns: ReflectionRequest['turns']): Found {
  const at = turns[one.turn]?.at
  const dated = { ...one, title: withDates(one.title, at), content: withDates(one.content, at) }
  if (one.turns === undefined) return dated
  return { ...dated, turns: one.turns.flatMap(index => turns[index]?.turn ?? []) }
}

function toCandidate({
  score: _score,
  turn: _turn,
  topic: _topic,
  aliases = [],
  ...rest
}: Found): MemoryCandidate {
  return { ...rest, aliases }
}

/**
 * The provider that needs no language model: a small trained one finds what people state as
 * lasting, in seven languages. Deterministic, no I/O, no cost; it cannot answer questions, so it
 * has no `ask`. Another trained model may be given, for measurements; `leastScore`: how much surer it is
 * to be of what nobody asked to keep, changed or settled over turns, in logarithms of odds.
 */
export function createBuiltinProvider(model?: Model, leastScore = -Infinity): Provider {
  return {
    name: 'builtin',
    model: 'sentences',
    reflect: async request => ({
      value: distill(request, model ?? openModel(), leastScore),
      usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
    }),
  }
}

/** The statements of a conversation in their order, and the retractions of what is known. */
interface Stated {
  found: Found[]
  retractions: Retraction[]
}

/** Least scores by which a sentence goes on, holds everywhere, or takes back. */
const MORE = 0
const GLOBAL = 0
const RETRACT = -0.5
/** Subtracted from the least score where a sentence changes what is known. */
const CHANGE = 3
/** Subtracted where it also says what is used instead of what it takes back. */
const INSTEAD = 6

/** Most characters of a retraction, and of a sentence that only may change what is known. */
const MOST_STATED = 500
const MOST_PASSED = 300
/** Least characters of such a sentence. */
const LEAST_PASSED = 4

/** "Remember that" alone points to the reply before it, or to the prompt before that. */
const EARLIER = 2
/** Least words of a statement that somebody points to. */
const LEAST_WORDS = 4

/** Stands between several things that somebody asks to keep. */
const BESIDE = pattern('u')`,?\s+${all.shapes.and}\s+${all.shapes.that}\s+|[;；]\s*`

/**
 * Reads a batch from its beginning: what is said later may replace or bury what was said before.
 */
function readStatements(
  { turns, own, global, opening }: Pick<ReflectionRequest, 'turns' | 'own' | 'global' | 'opening'>,
  score: Scorer,
  least: Model['least'],
): Stated {
  const reader = new Reader(score, least, [...own.memories, ...global.memories])
  const messages = readConversation(turns, score)
  messages.forEach((message, at) => {
    const earlier = messages.slice(Math.max(0, at - EARLIER), at)
    reader.read(message, earlier.at(-1))
    if (message[0]?.who === 'user' && asksForEarlier(message)) reader.keepEarlier(earlier)
  })
  const decisions = findDecisions(messages, least.user)
  const found = withDecisions(reader.found, decisions, opening ?? turns[0]?.prompt ?? '')
  return { found, retractions: reader.retractions }
}

const textOf = (sentences: readonly Spoken[]) => sentences.map(({ text }) => text).join(' ')

class Reader {
  found: Found[] = []
  readonly retractions: Retraction[] = []
  /** The sentence that a group begins with, and those before it: a change is often told in two. */
  private around = ''
  /** True while a message is read that has words of a known title. */
  private isNear = false

  constructor(
    private readonly score: Scorer,
    private readonly least: Model['least'],
    private readonly known: readonly string[],
  ) {}

  read(message: readonly Spoken[], previous: readonly Spoken[] | undefined): void {
    const isOfUser = message[0]?.who === 'user'
    this.isNear = isOfUser && message.some(({ masked }) => this.namesKnown(masked))
    const isSkill = isOfUser && message.some(({ text }) => isRequest(text))
    const said = isSkill ? message.filter(one => !one.isListItem && !isRequest(one.text)) : message
    if (isOfUser && previous && said[0] && saysYes(said[0].text)) this.confirm(previous, said[0])
    const asked = isOfUser ? findAsked(said) : new Map<Spoken, number>()
    const slip = isOfUser && correctsEarlier(said) ? said.find(one => this.correct(one)) : undefined
    let group: Group | undefined
    const end = () => {
      if (group) this.add(group)
      group = undefined
    }
    said.forEach((spoken, at) => {
      if (spoken === slip) return end()
      const recent = said.slice(Math.max(0, at - 2), at + 1)
      const before = said[at - 1] ?? previous?.at(-1)
      const start = asked.get(spoken)
      if (start !== undefined) {
        end()
        this.around = textOf(recent)
        if (holdsSecret(spoken.text)) this.addClear(spoken, start)
        else group = this.begin(spoken, before, start)
        return
      }
      if (group && widensPrevious(spoken.text)) group.isGlobal = true
      else if (group && this.goesOn(spoken, group)) group.more.push(spoken)
      else {
        end()
        if (isOfUser && slip === undefined && this.takeBack(spoken)) return
        if (isOfUser && this.endsKnown(spoken)) return
        const eased = this.easeFor(spoken, said[at - 1])
        group = this.isKept(spoken, eased) ? this.begin(spoken, before) : undefined
        if (group) group.isChange = eased > 0
        else if (isOfUser) this.passOn(spoken)
        this.around = textOf(recent)
      }
    })
    end()
  }

  private isKept(spoken: Spoken, eased: number): boolean {
    return spoken.scores.keep >= this.least[spoken.who] - eased && findGate(spoken) !== 'secret'
  }

  /**
   * Subtracts from the least score of a sentence that comes in place of something; 0 for nothing.
   */
  private easeFor(spoken: Spoken, before: Spoken | undefined): number {
    if (this.changesKnown(spoken)) return CHANGE
    if (spoken.who !== 'user') return 0
    const isAfter = before !== undefined && findRetraction(before.text, []) !== undefined
    if (isAfter && saysUsed(spoken.text)) return INSTEAD
    return isAfter || topicOf(spoken.text) !== '' ? CHANGE : 0
  }

  /**
   * True for words of a person on a thing that a known title names, in whose place another comes.
   */
  private changesKnown({ who, text }: Spoken): boolean {
    const old = who === 'user' ? findReplaced(text) : undefined
    const topic = old === undefined ? new Set<string>() : toTopic(old)
    if (topic.size === 0) return false
    const all = toTopic(text)
    return this.known.some(title => {
      const known = topicOfTitle(title)
      return isPart(topic, known) || (known.size >= 2 && isPart(known, all))
    })
  }

  private goesOn({ scores, text, ...rest }: Spoken, group: Group): boolean {
    if (scores.more < MORE || holdsSecret(text) || group.more.length >= 4) return false
    return scores.more > scores.keep || scores.keep < this.least[rest.who]
  }

  private begin(first: Spoken, before: Spoken | undefined, start?: number): Group | undefined {
    const [from, to] =
      start === undefined ? chooseSpan(first, this.score) : [start, first.text.length]
    if (start === undefined && findGate(first, from, to) !== undefined) return undefined
    if (holdsSecret(first.text)) return undefined
    return {
      first,
      text: start === undefined ? first.text.slice(from, to) : withoutRequest(first).slice(from),
      more: [],
      before,
      score: first.scores.keep - this.least[first.who],
      isAsked: start !== undefined,
      isGlobal: isUniversal(first.text) || isMeantGlobally(first),
    }
  }

  /** "Remember that the key is … and that the state lives in …": what stands beside a secret. */
  private addClear(spoken: Spoken, start: number): void {
    for (const part of spoken.text.slice(start).split(BESIDE)) {
      const clear =
        part.split(/\s+/).length < LEAST_WORDS ? undefined : this.readAlone(part, spoken)
      const group = clear && this.begin(clear, undefined, 0)
      if (group) this.add(group)
    }
  }

  private add(group: Group): void {
    const next = phrase(group)
    if (next !== undefined) this.found = withLater(this.found, next, this.around)
    else if (group.first.who === 'user') this.passOn(group.first)
  }

  /** True for a sentence that only says that something is over that a known title names. */
  private endsKnown(spoken: Spoken): boolean {
    const over = findGate(spoken) === undefined ? findOver(spoken.text) : undefined
    const topic = toTopic(over?.topic ?? '')
    if (topic.size === 0 || !this.known.some(title => isPart(topic, topicOfTitle(title))))
      return false
    this.retractions.push({ statement: spoken.text.slice(0, MOST_STATED) })
    return true
  }

  /** Passes on what is no memory by itself, and may end or change one that is known. */
  private passOn(spoken: Spoken): void {
    const { text, own } = spoken
    if (text.length > MOST_PASSED || own.isQuestion || findGate(spoken) !== undefined) return
    // Announced or quoted words are somebody else's.
    if (/[:：]$/.test(text) || withoutQuoted(text) !== text) return
    if (this.isNear && text.length >= LEAST_PASSED) this.retractions.push({ statement: text })
  }

  /** True for a sentence that gives something said before it another value, in its place. */
  private correct(spoken: Spoken): boolean {
    const change = holdsSecret(spoken.text) ? undefined : withValue(this.found, spoken)
    if (change === undefined) return false
    this.found = this.found.map(one => (one === change.old ? change.corrected : one))
    return true
  }

  /** True for a sentence that only takes back; what it buries in this batch goes at once. */
  private takeBack(spoken: Spoken): boolean {
    const isTaken = takesBack(spoken.text) || topicOf(spoken.text) !== ''
    if (!isTaken && spoken.scores.retract < RETRACT) return false
    const left = withoutRetracted(this.found, spoken.text, spoken.turn)
    if (left !== undefined) this.found = left
    const saysMore =
      findRetraction(spoken.text, []) === undefined || /[,;:—–，、]/.test(spoken.text)
    if (saysMore && spoken.scores.keep >= this.least.user) return false
    if (left === undefined) this.buryKnown(spoken)
    this.addNew(spoken)
    return true
  }

  /** "Forget what I said about prettier, we use biome now": what holds instead is kept alone. */
  private addNew(spoken: Spoken): void {
    const instead = findNew(spoken.text)
    const first = instead === undefined ? undefined : this.readAlone(instead, spoken)
    const eased = saysUsed(instead ?? '') ? INSTEAD : CHANGE
    if (first === undefined || first.scores.keep < this.least.user - eased) return
    const group = this.begin(first, undefined)
    this.around = first.text
    if (group) this.add({ ...group, isChange: true })
  }

  /** Buries what was said in earlier conversations, where it is known. */
  private buryKnown(spoken: Spoken): void {
    const { text } = spoken
    if (holdsSecret(text)) return
    if (topicOf(text) === '') return this.passOn(spoken)
    const statement = text.slice(0, MOST_STATED)
    this.retractions.push(findRetraction(text, this.known) ?? { statement })
  }

  /** True for words of which a known title has one. */
  private namesKnown(text: string): boolean {
    const topic = toTopic(text)
    return this.known.some(title => countShared(topicOfTitle(title), topic) > 0)
  }

  /** Keeps what was said before and is asked for now: the sentence that looks most lasting. */
  keepEarlier(messages: readonly (readonly Spoken[])[]): void {
    const said = messages.flat().filter(({ text, own }) => {
      return own.tokens.length >= LEAST_WORDS && !own.isQuestion && !holdsSecret(text)
    })
    const [best] = said.sort((a, b) => b.scores.keep - a.scores.keep)
    const known = this.found.find(one => best && one.said?.includes(best.text))
    if (known) known.isAsked = true
    const group = best && !known ? this.begin(best, undefined, 0) : undefined
    if (group) this.add(group)
  }

  /** "It looks like you use Vitest, right?" and a yes. */
  private confirm(previous: readonly Spoken[], yes: Spoken): void {
    const last = previous.at(-1)
    const claim = last && /[?？]\s*$/.test(last.text) ? toClaim(last.text) : undefined
    const first = claim === undefined ? undefined : this.readAlone(claim, yes)
    if (first === undefined || first.scores.keep < this.least.user - 1.5) return
    const group = { first, text: first.text, more: [], score: 0, isAsked: false }
    this.add({ ...group, isGlobal: isUniversal(first.text) })
  }

  /**
   * A statement in the place of a sentence, as if it were all that was said; undefined for a
   * secret.
   */
  private readAlone(text: string, spoken: Spoken): Spoken | undefined {
    const [sentence] = toSentences(text, spoken.turn)
    if (sentence === undefined || holdsSecret(sentence.text)) return undefined
    const own = analyse(sentence.text)
    const alone = { before: undefined, answered: undefined, opening: own, closing: own }
    const scores = this.score(own, { ...spoken.place, ...alone })
    return { ...spoken, ...sentence, own, scores, index: 1 }
  }
}

const isMeantGlobally = ({ scores, text }: Spoken) => scores.global > GLOBAL && !isOfProject(text)

function isPart(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return countShared(part, whole) === part.size
}
