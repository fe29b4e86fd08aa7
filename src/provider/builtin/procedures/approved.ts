import { all, pattern, whole } from '../../../languages/combined.js'
import { LANGUAGES } from '../../../languages/index.js'
import type { Turn } from '../../types.js'
import { takesBack } from '../corrections.js'
import { isOneOff } from '../gates.js'
import { toSentences } from '../sentences.js'
import { capitalise } from '../wording.js'
import { isGeneral, parseCommand } from './command.js'
import type { Draft } from './draft.js'
import { commandsIn } from './shown.js'
import { listedSteps } from './steps.js'
import { findTopic } from './topic.js'

/** Words for good, and words for what was just shown: one of each, in one language, approve. */
const APPROVING = LANGUAGES.map(({ isSpaced, approvals: { lasting, shown } }) => {
  return { lasting: toPattern(lasting, isSpaced), shown: toPattern(shown, isSpaced) }
})

function toPattern(words: string, isSpaced: boolean): RegExp {
  const source = isSpaced ? String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])` : words
  return new RegExp(source, 'u')
}

const NOT = pattern('u')`${whole.approvals.denies}`
/** Tells of what always happens, not of what is to be done. */
const COMPLAINS = pattern('u')`${whole.approvals.complains}`
const MOST_WORDS = 14

/** A sentence that approves for good what was just shown: "ok, always use that one". */
function approves(masked: string): boolean {
  const isShort = masked.split(/\s+/).length <= MOST_WORDS && masked.length <= 120
  if (!isShort || /[?？]\s*$/.test(masked) || isOneOff(masked)) return false
  if (NOT.test(masked) || COMPLAINS.test(masked)) return false
  return APPROVING.some(({ lasting, shown }) => lasting.test(masked) && shown.test(masked))
}

/** The command, or the steps, of a reply that the next prompt approves for good. */
export function findApproved(turns: readonly Turn[]): Draft[] {
  return turns.flatMap((turn, index) => {
    const before = turns[index - 1]
    if (before === undefined) return []
    const sentences = toSentences(turn.prompt, index)
    const approval = sentences.find(({ masked }) => approves(masked))
    if (approval === undefined || sentences.some(({ text }) => takesBack(text))) return []
    const steps = stepsOf(before)
    if (steps.length === 0 || commandsIn(turn.prompt).length > 0) return []
    const said = `${before.prompt.slice(0, 200)} … ${approval.text}`
    const { reply } = before
    const topic = findTopic(before.prompt) ?? topicIn(reply, steps[0] ?? '')
    return [{ steps, topic, reply, turn: index, said, isAsked: true }]
  })
}

/** A purpose before its command: "to dump the rates: `pg_dump …`". */
const NAMED = pattern('i')`^(?:${all.approvals.purposes} )?([^\x60,:]{4,50}): ?\x60?$`

/** The purpose that a reply names right before a command; undefined without one. */
function topicIn(reply: string, command: string): string | undefined {
  const before = reply
    .slice(0, Math.max(0, reply.indexOf(command)))
    .split(/[.!?。\n]\s*/)
    .at(-1)
  const named = NAMED.exec(before ?? '')?.[1]
  return named === undefined ? undefined : capitalise(named)
}

/**
 * The steps that a reply lists, else its last command, else the last that ran and tells something.
 */
function stepsOf({ reply, commands = [] }: Turn): string[] {
  const listed = listedSteps(reply, /^\s*\d{1,2}[.)]/)
  if (listed.length >= 2 && listed.some(step => commandsIn(step).length > 0)) return listed
  const failed = new Set(
    commands.filter(({ isFailed }) => isFailed === true).map(({ command }) => command),
  )
  const shown = commandsIn(reply).filter(command => !failed.has(command))
  const ran = commands
    .filter(({ isFailed }) => isFailed === false)
    .flatMap(({ command }) => parseCommand(command) ?? [])
    .filter(command => !isGeneral(command))
    .map(({ text }) => text)
  return [shown.at(-1) ?? ran.at(-1) ?? []].flat()
}
