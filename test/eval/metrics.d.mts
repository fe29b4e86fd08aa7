import type { Figures } from './evaluate.mjs'

export function average(rows: readonly Figures[]): Figures
