import type { GivenItem, LearnedFrom, SessionEntry } from '../../../overview/types.js'

/** What is told as one: all that was learned at one time, else an entry. */
export type Step =
  Exclude<SessionEntry, { type: 'learned' }> | { type: 'learned'; at: string; items: LearnedFrom[] }

/** The entries as they are told; what gave nothing is left out. */
export function toSteps(entries: readonly SessionEntry[]): Step[] {
  const steps: Step[] = []
  for (const entry of entries) {
    const last = steps.at(-1)
    if (entry.type !== 'learned') {
      if (entry.type !== 'given' || entry.items.length > 0) steps.push(toStep(entry))
    } else if (last?.type === 'learned') last.items.push(entry)
    else steps.push({ type: 'learned', at: entry.at, items: [entry] })
  }
  return steps
}

function toStep(entry: Exclude<SessionEntry, { type: 'learned' }>): Step {
  return entry.type === 'given' ? { ...entry, items: onceEach(entry.items) } : entry
}

/** Several sections of one agent file are one memory. */
function onceEach(items: readonly GivenItem[]): GivenItem[] {
  return [...new Map(items.map(item => [item.id, item])).values()]
}
