import type { FixAnswer, Fix, PastSession } from '../../src/past/fix.js'

/** A set of past sessions; the file's form in full is what `toSessions` reads. */
export interface PastSet {
  sessions: unknown[]
  errors: PastError[]
}

export interface PastError {
  id: string
  project: string
  error: string
  worked: Worked | null
}

export interface Worked {
  session: string
  turn: number
  by: string
}

export type Verdict = 'right' | 'wrong' | 'missed' | 'quiet' | 'false'

export function toSessions(set: PastSet): PastSession[]
export function judge(error: PastError, answer: FixAnswer): Verdict
export function isRight(worked: Worked, fix: Fix): boolean
export function toFigures(verdicts: readonly Verdict[]): {
  errors: number
  right: number
  wrong: number
  missed: number
  falseAnswers: number
  precision: number
  recall: number
  quiet: number
}
