import { pattern, spaced, unspaced } from '../../../languages/combined.js'

const STEP = pattern('i')`
  ^\s*(?:\d{1,2}[.)、]|[-*+•]|${spaced.told.step} \d+[.:)]|${unspaced.told.step})\s*(\S.*)$`

/** The items of a list in a text, in which each line may be held to a mark; [] without any. */
export function listedSteps(text: string, mark?: RegExp): string[] {
  return text
    .split('\n')
    .filter(line => mark === undefined || mark.test(line))
    .flatMap(line => STEP.exec(line)?.[1]?.trim() ?? [])
}

/** True for a line of a list. */
export function isStep(line: string): boolean {
  return STEP.test(line)
}

/** A line without what makes it one of a list. */
export function withoutMark(line: string): string {
  return STEP.exec(line)?.[1] ?? line
}
