import type { Sides } from './sides.js'

/** The versions that a text with conflict markers was made of, or why it cannot be taken apart. */
export type SplitConflict = Sides<string> | { problem: string }

type Part = 'both' | 'ours' | 'base' | 'theirs'

const OPENING = /^<{7} /
const BASE = /^\|{7}(?: |\r?$)/
const MIDDLE = /^={7}\r?$/
const CLOSING = /^>{7}(?: |\r?$)/

/** What a marker begins, by the part in which it stands; elsewhere it is none. */
const STEPS: readonly { marker: RegExp; from: readonly Part[]; to: Part }[] = [
  { marker: OPENING, from: ['both'], to: 'ours' },
  { marker: BASE, from: ['ours'], to: 'base' },
  { marker: MIDDLE, from: ['ours', 'base'], to: 'theirs' },
  { marker: CLOSING, from: ['theirs'], to: 'both' },
]

/**
 * Takes a text with git's conflict markers apart into its whole versions, in any of git's styles;
 * `base` is undefined where the markers do not tell it. Nothing is guessed: markers within markers,
 * and a line that could be one or not, are a problem.
 */
export function splitConflict(text: string): SplitConflict {
  const lines: Record<'ours' | 'base' | 'theirs', string[]> = { ours: [], base: [], theirs: [] }
  let part: Part = 'both'
  let isBaseKnown = true
  for (const line of text.split('\n')) {
    const step = STEPS.find(({ marker, from }) => from.includes(part) && marker.test(line))
    if (step === undefined && isAmbiguous(line, part)) return { problem: AMBIGUOUS }
    if (step?.to === 'theirs' && part === 'ours') isBaseKnown = false
    if (step === undefined) {
      for (const name of part === 'both' ? (['ours', 'base', 'theirs'] as const) : [part]) {
        lines[name].push(line)
      }
    }
    part = step?.to ?? part
  }
  if (part !== 'both') return { problem: 'has conflict markers that do not close' }
  const base = isBaseKnown ? lines.base.join('\n') : undefined
  return { base, ours: lines.ours.join('\n'), theirs: lines.theirs.join('\n') }
}

const AMBIGUOUS = 'has conflict markers within conflict markers'

/** Outside of a conflict, a row of equals signs underlines a heading. */
function isAmbiguous(line: string, part: Part): boolean {
  if (OPENING.test(line)) return true
  return part !== 'both' && STEPS.some(({ marker }) => marker.test(line))
}
