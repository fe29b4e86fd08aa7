interface Point {
  x: number
  y: number
}

interface Figure {
  value: number
  unit: string
}

export function quantile(numbers: readonly number[], q: number): number
export function middleMean(numbers: readonly number[]): number
export function growthOf(points: readonly Point[]): number | undefined
export function toComparable(figure: Figure, bareMs: number): number
export function isMet(figure: Figure & { goal?: number }): boolean | undefined
export function compare(
  unit: string,
  now: number,
  former: number | undefined,
  tolerance: number,
): { change: number; verdict: 'worse' | 'better' | 'as before' } | undefined
export function judgeGrowth(points: readonly Point[]): string
