interface Row {
  items: { features: number[] }[]
}

interface JudgedRow {
  /** 1 where the prompt wants something, else 0. */
  wants: number
  items: { probability: number; wanted: number }[]
}

export interface AblationFigures {
  area: number
  arrives: number
}

export const GROUPS: readonly (readonly string[])[]
export const DISTURBED: number
export function leaveOut<T extends Row>(
  rows: readonly T[],
  left: readonly string[],
  names: readonly string[],
): T[]
export function groupBySet<T extends { set: string; hasAliases: boolean }>(
  rows: readonly T[],
): Map<string, T[]>
export function measure(rows: readonly JudgedRow[]): AblationFigures
export function renderAblation(
  lines: readonly (readonly [string, ReadonlyMap<string, AblationFigures>])[],
): string
