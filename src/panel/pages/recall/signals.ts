import type { RecalledMemory } from '../../../types.js'

/** A signal for a memory, or against it, in words for a person. */
export interface Reading {
  name: string
  says: string
}

/** The least worths (nats of rarity) of words that tell something. */
const RARE = 4
const UNCOMMON = 2

/** Puts the signals of a memory into words, the weightiest first; [] where none were taken. */
export function readSignals({ signals, prior }: RecalledMemory): Reading[] {
  if (signals === undefined) return prior === undefined ? [] : [readPrior(prior)]
  const { coverage, rarest, title, words, pairs, lead, gap } = signals
  const readings: (Reading | undefined)[] = [
    { name: 'Shares with the prompt', says: `${percent(coverage)} of what its words tell` },
    { name: 'Words found', says: words === 1 ? '1 telling word' : `${words} telling words` },
    { name: 'Rarest of them', says: readRarity(rarest) },
    {
      name: 'Title',
      says: title === 0 ? 'not in the prompt' : `${percent(title)} of it is in the prompt`,
    },
    words > 1
      ? {
          name: 'Side by side',
          says: pairs > 0 ? 'some of them, as in the prompt' : 'none of them',
        }
      : undefined,
    { name: 'Beside the others', says: readPlace(lead, gap) },
    prior === undefined ? undefined : readPrior(prior),
  ]
  return readings.filter(reading => reading !== undefined)
}

function readRarity(worth: number): string {
  if (worth >= RARE) return 'a rare word'
  return worth >= UNCOMMON ? 'a less common word' : 'a common word'
}

function readPlace(lead: number, gap: number): string {
  if (lead < 1) return `${percent(lead)} of the best score`
  return gap > 0 ? `the best; the next is ${percent(gap)} behind` : 'the best'
}

function readPrior(prior: number): Reading {
  const says =
    prior > 0
      ? 'agents used it where it was given, so it counts for more'
      : 'it was corrected where it was given, so it counts for less'
  return { name: 'Earlier sessions', says }
}

/** A share of 1 as people say it. */
export function percent(share: number): string {
  const value = 100 * share
  return `${value > 0 && value < 1 ? '<1' : Math.round(value)}%`
}
