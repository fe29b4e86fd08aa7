import { mergeEntries, valueAt, type Stored } from './entries.js'
import { PLACES, SETTINGS } from './table.js'

/** A value that no setting takes. */
export interface BadValue {
  key: string
  /** Phrase that follows the key. */
  expects: string
}

/** Finds the values of a `config` that its settings do not take, in the order of the table. Pure. */
export function findBadValues(stored: Stored): BadValue[] {
  return SETTINGS.flatMap(({ key, expects, parse }) => {
    const value = key === undefined ? undefined : valueAt(stored, key)
    if (key === undefined || isUnset(value) || parse(value) !== undefined) return []
    return [{ key, expects }]
  })
}

function isUnset(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** Finds the keys of a `config` that no setting has: they have no effect. Pure. */
export function findUnknownKeys(stored: Stored): string[] {
  const known = [...SETTINGS.flatMap(({ key }) => key ?? []), ...PLACES.map(({ name }) => name)]
  return Object.entries(stored)
    .flatMap(([name, value]) => {
      const isGroup = known.some(key => key.startsWith(`${name}.`)) && isObject(value)
      return isGroup ? Object.keys(value).map(inner => `${name}.${inner}`) : name
    })
    .filter(key => !known.includes(key))
}

/** True for a list of entries `{id, name, config}`, whatever their values are. */
export function isEntryList(entries: unknown): entries is { config?: Stored }[] {
  if (!Array.isArray(entries)) return false
  return entries.every((entry: unknown) => {
    return isObject(entry) && (entry.config === undefined || isObject(entry.config))
  })
}

/** The entries with what stands here in the place of values that no setting takes, or without. Pure. */
export function withoutBadValues(
  entries: readonly { config?: Stored }[],
  standing: Stored,
): { config?: Stored }[] {
  const bad = findBadValues(mergeEntries(entries)).map(({ key }) => key)
  const good = bad.filter(key => {
    return (
      valueAt(standing, key) !== undefined && !findBadValues(standing).some(one => one.key === key)
    )
  })
  const last = entries.findLastIndex(({ config }) => config !== undefined)
  return entries.map((entry, at) => {
    if (entry.config === undefined) return entry
    const dropped = bad.reduce((config, key) => withValue(config, key, undefined), entry.config)
    if (at !== last) return { ...entry, config: dropped }
    const put = (config: Stored, key: string) => withValue(config, key, valueAt(standing, key))
    return { ...entry, config: good.reduce(put, dropped) }
  })
}

/** The config with a value in the place of another one; without the key where it is undefined. */
function withValue(config: Stored, key: string, value: unknown): Stored {
  const [first = '', ...rest] = key.split('.')
  const { [first]: inside, ...others } = config
  const isGroup = rest.length > 0 && isObject(inside)
  const put = isGroup
    ? withValue(inside, rest.join('.'), value)
    : rest.length > 0 && value !== undefined
      ? { [rest.join('.')]: value }
      : value
  return put === undefined ? others : { ...config, [first]: put }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
