import { findAll } from '../../languages/combined.js'
import { languageOf } from '../../languages/detect.js'
import { LANGUAGES } from '../../languages/index.js'
import type { Language } from '../../languages/language.js'
import { listOf, type Words } from '../../languages/words.js'
import { maskAll } from './quoted.js'
import { toLower } from './sentences.js'

/** Reads a date, ISO 8601, off the day on which it is said and the name or number in its words. */
type ToDate = (at: Date, named: string) => string

/** Words that name a date by the day on which they are said. */
interface Form {
  words: RegExp
  toDate: ToDate
  /**
   * Stands before the date where no other preposition does; undefined where the words name a date
   * behind a preposition only: "at the end of August" comes every year.
   */
  lead: string | undefined
  isSpaced: boolean
}

/**
 * A text with dates for the words that mean one only on the day on which they are said, given as a
 * timestamp: "yesterday", "next Monday", "until the end of August". The text as it is where that
 * day is not known.
 */
export function withDates(text: string, said = ''): string {
  const at = new Date(said)
  if (Number.isNaN(at.getTime())) return text
  const forms = FORMS.get(languageOf(text).code) ?? []
  return forms.reduce((left, form) => replaceIn(left, form, at), text)
}

function replaceIn(text: string, { words, toDate, lead, isSpaced }: Form, at: Date): string {
  let rest = ''
  let done = 0
  for (const match of findAll(toLower(maskAll(text)), words)) {
    const { before = '', named = '' } = match.groups ?? {}
    if (lead === undefined && before === '' && isSpaced) continue
    const from = match.index + before.length
    rest += text.slice(done, from) + (before === '' ? (lead ?? '') : '') + toDate(at, named)
    done = match.index + match[0].length
  }
  return rest + text.slice(done)
}

const FORMS = new Map(LANGUAGES.map(language => [language.code, createForms(language)]))

function createForms(language: Language): Form[] {
  const { dates, isSpaced } = language
  const [weekdays, months] = [listOf(dates.weekdays), listOf(dates.months)]
  const numbers = ['', '', ...language.comparing.numbers]
  const form = (words: Words, lead: string | undefined, toDate: ToDate): Form[] =>
    words === '' ? [] : [{ words: toPattern(words, language), lead, toDate, isSpaced }]
  const day = (words: Words, toDay: (at: Date, named: string) => Date) =>
    form(words, dates.on, (at, named) => isoOf(toDay(at, named)))
  const count = (named: string) => Number(named) || numbers.indexOf(named)
  const weekday = (named: string) => weekdays.indexOf(named)
  return [
    ...day(dates.today, at => at),
    ...day(dates.yesterday, at => addDays(at, -1)),
    ...day(dates.dayAfterTomorrow, at => addDays(at, 2)),
    ...day(dates.tomorrow, at => addDays(at, 1)),
    ...day(dates.dayOfNextWeek, (at, named) => addDays(at, 7 + weekday(named) - weekdayOf(at))),
    ...day(dates.nextDay, (at, named) => addDays(at, daysTo(at, weekday(named)))),
    ...day(dates.lastDay, (at, named) => addDays(at, daysTo(at, weekday(named), 0) - 7)),
    ...day(dates.inDays, (at, named) => addDays(at, count(named))),
    ...day(dates.inWeeks, (at, named) => addDays(at, 7 * count(named))),
    ...day(dates.daysAgo, (at, named) => addDays(at, -count(named))),
    ...day(dates.weeksAgo, (at, named) => addDays(at, -7 * count(named))),
    ...form(dates.endOfThis, undefined, at => isoOf(endOf(at, at.getUTCMonth()))),
    ...form(dates.endOf, undefined, (at, named) => isoOf(endOf(at, months.indexOf(named)))),
    ...form(dates.nextMonth, dates.inMonth, at => isoOf(addMonth(at, 1)).slice(0, 7)),
    ...form(dates.lastMonth, dates.inMonth, at => isoOf(addMonth(at, -1)).slice(0, 7)),
  ]
}

/**
 * Words between edges; DAY, MONTH and N stand for a name or a number, which is read, and a
 * preposition before all for itself.
 */
function toPattern(words: Words, { dates, comparing, isSpaced }: Language): RegExp {
  const names = { DAY: dates.weekdays, MONTH: longestFirst(dates.months), N: '' }
  names.N = ['\\d{1,2}', ...comparing.numbers].join('|')
  const source = words.replace(/DAY|MONTH|N(?= )/, name => `(?<named>${names[name as 'DAY']})`)
  if (!isSpaced) return new RegExp(`(?:${source})`, 'gu')
  const before = `(?<![\\p{L}\\p{N}_/.-])(?<before>(?:${dates.leads})\\s+)?`
  return new RegExp(`${before}(?:${source})(?![\\p{L}\\p{N}_/-]|'s|\\.\\w)`, 'gu')
}

/** 十二 before 二. */
function longestFirst(words: Words): Words {
  return listOf(words)
    .sort((one, other) => other.length - one.length)
    .join('|')
}

const DAY_MS = 86_400_000
const isoOf = (date: Date) => date.toISOString().slice(0, 10)
const addDays = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS)

/** 0 for Monday. */
const weekdayOf = (date: Date) => (date.getUTCDay() + 6) % 7

/** The days from a date to the next such weekday, `least` or up to seven more. */
function daysTo(date: Date, weekday: number, least = 1): number {
  return ((weekday - weekdayOf(date) - least + 14) % 7) + least
}

/** The last day of a month, of the next year where it is over in this one. */
function endOf(date: Date, month: number): Date {
  const year = date.getUTCFullYear() + (month < date.getUTCMonth() ? 1 : 0)
  return new Date(Date.UTC(year, month + 1, 0))
}

const addMonth = (date: Date, months: number) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
