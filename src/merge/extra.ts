import {
  rememberWritten,
  textAsWritten,
  writtenOf,
} from '../../store/memory-document/as-written.js'
import type { MemoryDocument } from '../../store/types.js'
import { RESTORED_AT, SUPERSEDED_AT } from '../consolidate/tombstones.js'
import { mergeLines } from './lines.js'
import { arrange, isOneSided, mergeSorted } from './lists.js'
import { isSame, mapSides, pick, preferLater, preferSmaller } from './sides.js'
import type { Picked, Sides } from './sides.js'

type Extra = MemoryDocument['extra']

/** A value together with the lines in which a person wrote it, if they are not our own. */
interface Entry {
  value: unknown
  text: string | undefined
}

/** The front-matter key for the titles that a merge did not choose; a sorted list. */
export const OTHER_TITLES = 'otherTitles'

/** The titles in `otherTitles`; [] where there are none, or where it is no list of texts. */
export function otherTitles(extra: Extra): string[] {
  const titles = extra[OTHER_TITLES]
  return isTitles(titles) ? titles : []
}

/** Merges unknown keys one by one, with the lines and comments in which they were written. */
export function mergeExtra(sides: Sides<Extra>): Picked<Extra> {
  const names = mapSides(sides, extra => Object.keys(extra))
  const all = new Set([...(names.base ?? []), ...names.ours, ...names.theirs])
  const entries = new Map<string, Entry>()
  let isContested = false
  for (const key of all) {
    const entry = mergeKey(
      key,
      mapSides(sides, extra => toEntry(extra, key)),
    )
    isContested ||= entry.isContested
    if (entry.value.value !== undefined) entries.set(key, entry.value)
  }
  const order = orderOf(names, new Set(entries.keys()))
  const value = Object.fromEntries(order.map(key => [key, entries.get(key)?.value]))
  rememberWritten(value, textsOf(entries), mergeTails(sides))
  return { value, isContested }
}

/** The key that a merge adds stands last, so that merging again finds it in its place. */
function orderOf(names: Sides<string[]>, kept: ReadonlySet<string>): string[] {
  if (isOneSided(names)) return arrange(names, kept)
  const others = mapSides(names, keys => keys.filter(key => key !== OTHER_TITLES))
  const order = arrange(others, new Set([...kept].filter(key => key !== OTHER_TITLES)))
  return kept.has(OTHER_TITLES) ? [...order, OTHER_TITLES] : order
}

function toEntry(extra: Extra, key: string): Entry {
  return { value: extra[key], text: textAsWritten(writtenOf(extra), extra, key) }
}

function mergeKey(key: string, sides: Sides<Entry>): Picked<Entry> {
  const values = mapSides(sides, ({ value }) => value)
  const { base = [], ours, theirs } = values
  if (key === OTHER_TITLES && isTitles(base) && isTitles(ours ?? []) && isTitles(theirs ?? [])) {
    return withLines(mergeTitles(values), sides)
  }
  if (key === RESTORED_AT || key === SUPERSEDED_AT) {
    return withLines(pick(values, preferLater).value, sides)
  }
  const { value, isContested } = pick(sides, preferSmallerEntry)
  return { value, isContested: isContested && !isSame(ours, theirs) }
}

function mergeTitles(values: Sides<unknown>): string[] | undefined {
  const titles = mergeSorted(mapSides(values, value => (isTitles(value) ? value : [])))
  return titles.length === 0 ? undefined : titles
}

function isTitles(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(title => typeof title === 'string')
}

/** By the value first: how it was written matters only where both wrote the same value. */
function preferSmallerEntry(a: Entry, b: Entry): Entry {
  const value = preferSmaller(a.value, b.value)
  if (!isSame(a.value, b.value)) return isSame(value, a.value) ? a : b
  return { value, text: preferSmaller(a.text, b.text) }
}

/** The value in the lines of a side that has the same value. */
function withLines(value: unknown, { ours, theirs }: Sides<Entry>): Picked<Entry> {
  const texts = [ours, theirs].filter(entry => isSame(entry.value, value)).map(({ text }) => text)
  const text = texts.length === 0 ? undefined : texts.reduce(preferSmaller)
  return { value: { value, text }, isContested: false }
}

function textsOf(entries: ReadonlyMap<string, Entry>): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, { text }] of entries) if (text !== undefined) texts.set(key, text)
  return texts
}

/** Comments that belong to no key, by line. */
function mergeTails(sides: Sides<Extra>): string {
  const tails = mapSides(sides, extra => (writtenOf(extra)?.tail ?? '').replace(/\n$/, ''))
  const { value } = mergeLines({ ...tails, base: tails.base ?? '' })
  return value === '' ? '' : `${value}\n`
}
