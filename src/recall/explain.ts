import { estimateTokens } from '../provider/types.js'
import { explainDegree } from '../search/decide.js'
import type { RecallContext, RecalledMemory } from '../types.js'
import type { Choice, RecallSource } from './choose.js'
import { readItems, type RenderedRecall } from './index.js'

/** More of what was left out tells no more. */
const MOST_BELOW = 5

/** A rendered context with what was left out of it just below the line, and what it costs. */
export async function explainContext(
  source: RecallSource,
  { text, items, chosen }: RenderedRecall,
): Promise<RecallContext> {
  const inText = new Set(items.map(({ id }) => id))
  const { choices, rest } = chosen
  const dropped = rest === undefined ? choices.filter(({ entry }) => !inText.has(entry.id)) : []
  const left = [...dropped.map(toDropped), ...chosen.below.map(toBelow)]
  const [first] = [...choices, ...chosen.below]
  const need = first?.evidence?.need
  return {
    text,
    items: items.map(round),
    below: (await readItems(source, left.slice(0, MOST_BELOW))).map(round),
    ...(need !== undefined && { need: toThousandths(need) }),
    chars: text.length,
    tokens: estimateTokens(text),
  }
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
