import type {
  MemoryCandidate,
  ReflectionRequest,
  SkillCandidate,
  Turn,
} from '../../reflect/types.js'
import { redactText } from '../../redact/index.js'
import { findConfirmed } from './confirmed.js'
import type { Found } from './found.js'
import { findHowTos } from './how-to.js'
import { withoutKnown } from './known.js'
import { takesBack, withLater, withoutRetracted } from './retract.js'
import { toSentences, type Sentence } from './sentences.js'
import { findSkills, isRequest } from './skills.js'
import { readSentence } from './statements.js'
import { widensPrevious } from './universal.js'

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
  return { kind, title, content, tags, scope }
}
