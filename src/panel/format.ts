const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const DAY = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' })
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const MOMENT = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
})
const CLOCK = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const NUMBER = new Intl.NumberFormat('en')
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Says in words how long ago a moment (ISO 8601) was; a date from a month on. */
export function formatAgo(at: string, now = Date.now()): string {
  const past = now - Date.parse(at)
  if (Number.isNaN(past)) return ''
  if (past < MINUTE_MS) return 'just now'
  if (past < HOUR_MS) return RELATIVE.format(-Math.floor(past / MINUTE_MS), 'minute')
  if (past < DAY_MS) return RELATIVE.format(-Math.floor(past / HOUR_MS), 'hour')
  if (past < 30 * DAY_MS) return RELATIVE.format(-Math.floor(past / DAY_MS), 'day')
  return DATE.format(new Date(at))
}

/** Date and time of an ISO 8601 time, where the person is. */
export function formatMoment(at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : MOMENT.format(date)
}

/** The time of day, where the person is: `14:05`. */
export function formatClock(at: string): string {
  return CLOCK.format(new Date(at))
}

/** Names the day of a time where the person is, as `YYYY-MM-DD`. */
export function dayOf(at: string | Date): string {
  const date = new Date(at)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** A day as people say it: Today, Yesterday, `Thursday, November 19`. */
export function formatDay(day: string, now = new Date()): string {
  if (day === dayOf(now)) return 'Today'
  if (day === dayOf(new Date(now.getTime() - DAY_MS))) return 'Yesterday'
  return DAY.format(new Date(`${day}T12:00:00`))
}

/** A number in three digits or so: `12.3K`. */
export function formatShort(value: number): string {
  return COMPACT.format(value)
}

/** A number with commas; from ten thousand on short where `isShort`: `12.3K`. */
export function formatNumber(value: number, { isShort = false } = {}): string {
  return isShort && Math.abs(value) >= 10_000 ? formatShort(value) : NUMBER.format(value)
}

/** Longer titles are cut where they are only named. */
const MOST_TITLE = 48

/** A title between quotation marks, cut where it is long. */
export function quoteTitle(title: string): string {
  return `“${title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1).trimEnd()}…` : title}”`
}

/** `1 turn`, `2 turns`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes in words of two digits at least: `740 B`, `12 KB`, `3.4 GB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}

/** `1 memory`, `2 memories`. */
export function countMemories(number: number): string {
  return count(number, 'memory', 'memories')
}

/** Begins a text with a capital letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Splits a search into its words. */
export function toWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** True where a text has each of the words, in whatever case. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every(word => lower.includes(word.toLowerCase()))
}
