import type {
  GivenItem,
  LearnedFrom,
  SessionEntry,
  SessionRecord,
} from '../../../overview/types.js'
import type { PastTurn } from '../../../past/turns.js'

/** A session as the service tells it: hooks may have seen none of it, and its turns may not be kept. */
export type ToldSession = Pick<SessionRecord, 'id'> &
  Partial<SessionRecord> & { turns?: PastTurn[] }

/**
 * A step of a session: a prompt, what was done and answered upon it, all memories learned at one time,
 * or another entry.
 */
export type Step =
  | (Extract<SessionEntry, { type: 'prompt' }> & { turn?: PastTurn })
  | { type: 'done'; at: string; turn: PastTurn }
  | Exclude<SessionEntry, { type: 'learned' | 'prompt' }>
  | { type: 'learned'; at: string; items: LearnedFrom[] }

/**
 * The steps of a session in their order; recalls that gave nothing are left out. What was done upon a
 * prompt stands behind what was given with it.
 */
export function toSteps({ entries = [], turns = [] }: ToldSession): Step[] {
  const steps: Step[] = []
  let turn: PastTurn | undefined
  const endTurn = () => {
    if (turn && (turn.answered || turn.did.length > 0))
      steps.push({ type: 'done', at: turn.at, turn })
    turn = undefined
  }
  for (const entry of joinTurns(entries, turns)) {
    const last = steps.at(-1)
    if (entry.type !== 'given' || entry.event !== 'prompt') endTurn()
    if (entry.type === 'given') {
      if (entry.items.length > 0) steps.push({ ...entry, items: dropRepeats(entry.items) })
    } else if (entry.type === 'learned') {
      if (last?.type === 'learned') last.items.push(entry)
      else steps.push({ type: 'learned', at: entry.at, items: [entry] })
    } else {
      steps.push(entry)
      if (entry.type === 'prompt') turn = entry.turn
    }
  }
  endTurn()
  return steps
}

/**
 * The prompt that a number names: that of the turn that is kept under it, else the prompt that comes
 * so far down, from 1; undefined where there is none.
 */
export function findPrompt(steps: readonly Step[], number: number): Step | undefined {
  const prompts = steps.filter(step => step.type === 'prompt')
  return prompts.find(({ turn }) => turn?.turn === number) ?? prompts[number - 1]
}

type Joined = Exclude<SessionEntry, { type: 'prompt' }> | Extract<Step, { type: 'prompt' }>

/** Gives each prompt that hooks noted its turn; turns that they did not see come by their times. */
function joinTurns(entries: readonly SessionEntry[], turns: readonly PastTurn[]): Joined[] {
  const left = new Set(turns)
  let prompts = 0
  const joined = entries.map((entry): Joined => {
    if (entry.type !== 'prompt') return entry
    const number = ++prompts
    const own = [...left].find(turn => isOf(turn, entry.text, number))
    if (own === undefined) return entry
    left.delete(own)
    return { ...entry, text: own.asked || entry.text, turn: own }
  })
  for (const turn of left) {
    const later = joined.findIndex(({ at }) => at > turn.at)
    const place = later < 0 ? joined.length : later
    joined.splice(place, 0, { type: 'prompt', at: turn.at, text: turn.asked, turn })
  }
  return joined
}

/** Characters at the beginning of a prompt by which it is known: hooks clip it later. */
const HEAD_CHARS = 80

function isOf({ asked, turn }: PastTurn, prompt: string, number: number): boolean {
  const headOf = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, HEAD_CHARS)
  return asked === '' ? turn === number : headOf(asked) === headOf(prompt)
}

/** Keeps one item of each memory: sections of an agent file share their id. */
function dropRepeats(items: readonly GivenItem[]): GivenItem[] {
  return [...new Map(items.map(item => [item.id, item])).values()]
}
