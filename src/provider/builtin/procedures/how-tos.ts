import { all, pattern } from '../../../languages/combined.js'
import type { Turn } from '../../types.js'
import { toLower } from '../sentences.js'
import { capitalise } from '../wording.js'
import { isCommon, parseCommand } from './command.js'
import type { Draft } from './draft.js'
import { commandsIn, confirms, findShown } from './shown.js'
import { findQuestion, type Asked } from './topic.js'

interface Open extends Asked {
  command?: string
}

/** The person asked how something is done, and a command turned out to work. */
export function findHowTos(turns: readonly Turn[]): Draft[] {
  const found: Draft[] = []
  let open: Open | undefined
  for (const [index, turn] of turns.entries()) {
    const settled = open && answerOf(open, turn.prompt)
    if (open && settled !== undefined) found.push(toDraft(open, settled, index))
    if (settled !== undefined) open = undefined
    open = findQuestion(turn.prompt) ?? open
    const shown = open && findShown(turn)
    if (!open || !shown || isKnown(shown.command)) continue
    open.command = shown.command
    if (!shown.isShown) continue
    found.push(toDraft(open, shown.command, index))
    open = undefined
  }
  return found
}

function toDraft({ topic, sentence }: Asked, command: string, turn: number): Draft {
  return {
    steps: [command],
    topic: capitalise(topic),
    turn,
    said: sentence,
  }
}

/** True for a command that anyone would look up elsewhere. */
function isKnown(text: string): boolean {
  const command = parseCommand(text)
  return command !== undefined && isCommon(command)
}

/** Whoever asked has found the command. */
const GIVES_ITSELF = pattern()`^${all.commands.gives}\b|${all.commands.givesAnywhere}`

/** The command that the next prompt confirms, or gives itself; undefined without one. */
function answerOf(open: Open, prompt: string): string | undefined {
  if (confirms(prompt)) return open.command
  const own = commandsIn(prompt.slice(0, 2_000))[0]
  const isGiven = own !== undefined && GIVES_ITSELF.test(toLower(prompt.slice(0, 60)))
  return isGiven && !/[?？]\s*$/.test(prompt) ? own : undefined
}
