import { explainDegree } from '../search/decide.js'
import { estimateTokens } from '../text.js'
import type { RecallContext, RecalledMemory } from '../types.js'
import type { Choice, Chosen, RecallSource } from './choose.js'
import { readItems, toRecalled, type RenderedRecall } from './index.js'

/** More of what was left out tells no more. */
const MOST_BELOW = 5

/** A rendered context with what was left out of it just below the line, and what it costs. */
export async function explainContext(
  source: RecallSource,
  { text, given, chosen }: RenderedRecall,
): Promise<RecallContext> {
  const items = given.map(({ choice, memory }) => toRecalled(choice, memory))
  const left = findLeft(chosen, new Set(given.map(({ choice }) => choice.entry.id)))
  return {
    text,
    items: items.map(round),
    below: (await readItems(source, left.slice(0, MOST_BELOW))).map(round),
    chars: text.length,
    tokens: estimateTokens(text),
  }
}

/** Choices that the text lacks, best first, but those that a start counts, and more of a file. */
function findLeft({ choices, below }: Chosen, inText: ReadonlySet<string>): Choice[] {
  const isLeft = ({ entry }: Choice) => !inText.has(entry.id)
  const dropped = choices.filter(isLeft)
  return [...dropped.map(toDropped), ...below.filter(isLeft).map(toBelow)]
}

function toDropped(choice: Choice): Choice {
  return { ...choice, degree: 'below', reason: `${choice.reason}; there was no room for it` }
}

function toBelow(choice: Choice): Choice {
  return { ...choice, reason: `${choice.reason}; ${explainDegree(choice.evidence)}` }
}

function round(item: RecalledMemory): RecalledMemory {
  const { probability, signals } = item
  if (probability === undefined || signals === undefined) return item
  const rounded = Object.entries<number>({ ...signals }).map(([name, value]) => [
    name,
    toThousandths(value),
  ])
  return {
    ...item,
    probability: toThousandths(probability),
    signals: Object.fromEntries(rounded) as typeof signals,
  }
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
