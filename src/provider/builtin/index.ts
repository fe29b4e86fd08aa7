import { redactText } from '../../redact/index.js'
import type {
  MemoryCandidate,
  ReflectionRequest,
  SkillCandidate,
  Turn,
  Provider,
} from '../types.js'
import {
  withoutKnown,
  takesBack,
  withLater,
  withoutRetracted,
  widensPrevious,
  type Found,
} from './found.js'
import { findHowTos, findSkills, isRequest } from './procedures.js'
import { toLower, toSentences, type Sentence } from './sentences.js'
import { readSentence } from './statement.js'

const STRONG =
  /^(?:(?:yes|yep|yeah|ja|oui|sí|对|是的|はい)[,.! ，。、]*)?(?:that'?s (?:right|correct|true|it)|that is (?:right|correct)|correct|exactly|precisely|confirmed|you'?re right|indeed|spot on|genau|stimmt|richtig|korrekt|exact(?:ement)?|c'est (?:ça|exact|correct|bien ça)|exacto|correcto|así es|eso es|没错|对的|正确|正是|その通り|正しいです|合ってます)/
const WEAK = /^(?:yes|yep|yeah|yup|right|ja|oui|sí|对|是的|嗯|はい|ええ)(?=[\s,.!，。、]|$)/
const QUALIFIED = /\b(?:but|except|only|aber|mais|pero|not|nicht|pas)\b|但|不过|ただ|でも/
const LEAD =
  /^(?:(?:so|got it|i see|understood|ok(?:ay)?|just to (?:confirm|check)|to confirm|from what i (?:see|can tell)|it (?:looks like|seems(?: that)?)|i (?:see|assume|gather|take it|understand|believe|think)(?: that)?|looks like|if i understand correctly|should i (?:remember|note) that|am i right that|verstehe|also|alors|donc|entonces|所以|看起来|我理解)[,:，]? )+/i
const TAG =
  /,? (?:right|correct|is that (?:right|correct)|yes|yeah|no|oder|richtig|stimmt'?s?|non|c'est ça|n'est-ce pas|verdad|correcto)\?$/i

/**
 * The claim of a reply that the next prompt confirms, as the person would say it ("we use …");
 * undefined where nothing, or not clearly one thing, is confirmed.
 */
function findConfirmed(reply: readonly Sentence[], prompt: string): string | undefined {
  const answer = toLower(prompt.trim().slice(0, 200))
  const first = answer.split(/(?<=[.!。！])\s|\n/)[0] ?? ''
  if (QUALIFIED.test(first)) return undefined
  const last = reply.at(-1)
  if (last === undefined) return undefined
  const asks = /[?？]\s*$/.test(last.text)
  if (asks && (STRONG.test(answer) || WEAK.test(answer))) return toOwnWords(last.text)
  return STRONG.test(answer) && reply.length <= 2 ? toOwnWords(last.text) : undefined
}

function toOwnWords(claim: string): string | undefined {
  if (/^(?:should|shall|do you want|would you|want me|can i|may i|could)\b/i.test(claim))
    return undefined
  return claim
    .replace(TAG, '.')
    .replace(LEAD, '')
    .replace(/\?$/, '.')
    .replace(/\byour (?=project|repo|codebase|team)/gi, 'the ')
    .replace(/\byour\b/gi, 'our')
    .replace(/\byou(?:'re| are)\b/gi, 'we are')
    .replace(/\byou\b/gi, 'we')
}

/** What a batch states as lasting, best first: at most as many memories and skills as asked for. */
export function distill(request: ReflectionRequest): {
  memories: MemoryCandidate[]
  skills: SkillCandidate[]
} {
  const stated = request.turns.reduce<Found[]>(
    (found, turn, index) => readTurn(found, turn, index, request.turns[index - 1]),
    [],
  )
  const howTos = findHowTos(request.turns)
  const all = howTos.reduce((found, next) => withLater(found, next, ''), stated).filter(isClean)
  const best = withoutKnown(all, request).sort((a, b) => b.score - a.score)
  return {
    memories: best.slice(0, request.maxMemories).map(toCandidate),
    skills: findSkills(request.turns).slice(0, request.maxSkills),
  }
}

function readTurn(found: Found[], turn: Turn, index: number, previous: Turn | undefined): Found[] {
  const own = toSentences(turn.prompt, index)
  const isSkill = own.some(sentence => isRequest(sentence.text))
  const said = isSkill ? own.filter(sentence => !sentence.isListItem) : own
  const claim = previous && findConfirmed(toSentences(previous.reply, index), turn.prompt)
  const confirmed = claim === undefined ? [] : toSentences(claim, index).slice(0, 1)
  return [...confirmed, ...said].reduce(
    (all, sentence, at, list) => readNext(all, sentence, list[at - 1], list[at + 1]),
    found,
  )
}

function readNext(
  found: Found[],
  sentence: Sentence,
  before?: Sentence,
  after?: Sentence,
): Found[] {
  const last = found.at(-1)
  if (last && widensPrevious(sentence.text))
    return [...found.slice(0, -1), { ...last, scope: 'global' }]
  const left = takesBack(sentence.text)
    ? withoutRetracted(found, sentence.text, sentence.turn)
    : found
  if (isRequest(sentence.text)) return left
  const next = readSentence(sentence, { before, after })
  return next ? withLater(left, next, sentence.text) : left
}

/** The rules that guard the disk have the last word on what may be a secret. */
function isClean({ title, content }: Found): boolean {
  const text = `${title}\n${content}`
  return !text.includes('[redacted') && redactText(text) === text
}

function toCandidate({ kind, title, content, tags, scope }: Found): MemoryCandidate {
  return { kind, title, content, tags, aliases: [], scope }
}

/**
 * The provider that needs no model: rules in several languages find what people state as lasting.
 * Deterministic, no I/O, no cost; it cannot answer questions, so it has no `ask`.
 */
export function createBuiltinProvider(): Provider {
  return {
    name: 'builtin',
    model: 'rules',
    reflect: async request => ({
      value: distill(request),
      usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
    }),
  }
}
