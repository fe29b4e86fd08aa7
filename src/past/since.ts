const AGE = /^(\d{1,5})\s*([hdwmy])$/
const HOUR_MS = 3_600_000
const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, m: 730, y: 8_766 }
const DATE = /^\d{4}-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)?$/

/** The time that a date (`2026-03-02`) or an age (`12h`, `30d`, `8w`, `6m`, `2y`) means; undefined for other text. */
export function readSince(text: string, now: Date): Date | undefined {
  const [, number, unit = ''] = AGE.exec(text.trim().toLowerCase()) ?? []
  if (number !== undefined) return new Date(now.getTime() - Number(number) * HOURS[unit]! * HOUR_MS)
  const time = DATE.test(text.trim()) ? Date.parse(text.trim()) : NaN
  return Number.isNaN(time) ? undefined : new Date(time)
}
