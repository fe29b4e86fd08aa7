export interface DenseRow {
  x: number[]
  /** What it should be rated, 0–1. */
  y: number
  weight: number
}

export interface TermRow {
  /** 1 or 0. */
  wanted: number
  terms: string[]
  /** The file or store that it is of. */
  from: string
}

export function rate(coefficients: readonly number[], features: readonly number[]): number
export function fitLogistic(
  rows: readonly DenseRow[],
  penalty: number,
): { coefficients: number[]; standard: number[] }
export function fitTerms(
  rows: readonly TermRow[],
  settings: { least: number; penalty: number; rounds: number },
): Map<string, number>
export function areaUnderCurve(rows: readonly (readonly [number, number])[]): number
