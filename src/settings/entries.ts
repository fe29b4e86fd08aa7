import { SETTINGS } from './table.js'

/** The `config` of the entries of a config.json as one. */
export type Stored = Readonly<Record<string, unknown>>

/** The value of a key, `a.b` being b inside a; null where a is there and holds nothing. */
export function valueAt(stored: Stored, key: string): unknown {
  const [first = '', ...rest] = key.split('.')
  const value = stored[first]
  if (rest.length === 0 || value === undefined) return value
  if (typeof value !== 'object' || value === null) return null
  return valueAt(value as Record<string, unknown>, rest.join('.'))
}

/** Merges the entries of a config.json: the last one counts. What is no list of them is reported to who asks. */
export function mergeEntries(entries: unknown, report?: (message: string) => void): Stored {
  if (entries === undefined) return {}
  if (!Array.isArray(entries)) {
    report?.('config.json: must be an array of entries {id, name, config}')
    return {}
  }
  const merged: Record<string, unknown> = {}
  for (const entry of entries as { config?: unknown }[]) {
    if (typeof entry?.config === 'object' && entry.config !== null)
      Object.assign(merged, entry.config)
  }
  return merged
}

/**
 * Values that this machine has accepted of a config.json that git shares, by key: of those that
 * decide where turns are sent, what that may cost, whether a program is started, how much is kept, of
 * which projects no past sessions are, and whether what agents save binds at once.
 */
export type Consent = Readonly<Partial<Record<GuardedKey, unknown>>>

/** The keys that a person decides about on each machine. */
export type GuardedKey =
  | 'provider'
  | 'model'
  | 'pastLeaveOut'
  | (typeof BOUNDS)[number]
  | (typeof BUDGETS)[number]
  | (typeof SWITCHES)[number]

/** A key of config.json that does not hold here. */
export interface HeldBack {
  key: GuardedKey
  /** Value that config.json names; absent if it names none any more. */
  wanted?: unknown
  /** Value that holds in its place. */
  inForce: unknown
}

/** Sends nothing, costs nothing and starts nothing. */
const LOCAL = 'builtin'
const BUDGETS = ['dailyTokens', 'dailyUsd'] as const
/** Below them something goes. */
const BOUNDS = ['capacity', 'pastMegabytes', 'pastDays'] as const
/** Those that say how much is kept, and of what. */
export const KEEPING = [...BOUNDS, 'pastLeaveOut'] as const
/** Those that start or let in something by themselves where they are on. */
const SWITCHES = ['git.autoCommit', 'agentRules'] as const

/** The values of the entries that a person decides about, by key; {} where there are none. Pure. */
export function pickGuarded(stored: Stored): Consent {
  const picked: Partial<Record<GuardedKey, unknown>> = {}
  for (const key of ['provider', 'model'] as const) {
    const name = read(stored, key)
    if (name !== undefined && name !== '' && name !== LOCAL) picked[key] = name
  }
  for (const key of [...BUDGETS, ...BOUNDS] as const) {
    const number = read(stored, key)
    if (number !== undefined) picked[key] = number
  }
  const leftOut = read(stored, 'pastLeaveOut')
  if (leftOut !== undefined && leftOut !== '') picked.pastLeaveOut = leftOut
  for (const key of SWITCHES) if (read(stored, key) === true) picked[key] = true
  return picked
}

/**
 * The entries without what this machine has not accepted. A provider and its model hold together or
 * not at all; a budget is never above the one that was accepted, or else the usual one, a bound of what
 * is kept never below; what was left out of past sessions stays so. All of it holds where there is no
 * consent to ask for. Pure.
 */
export function holdBack(
  stored: Stored,
  consent: Consent | undefined,
): { stored: Stored; heldBack: HeldBack[] } {
  if (consent === undefined) return { stored, heldBack: [] }
  const wanted = pickGuarded(stored)
  const heldBack = [
    ...planProvider(wanted, consent),
    ...BUDGETS.flatMap(key => planNumber(key, wanted, consent)),
    ...BOUNDS.flatMap(key => planNumber(key, wanted, consent)),
    ...planLeftOut(wanted, consent),
    ...SWITCHES.flatMap(key => planSwitch(key, wanted, consent)),
  ]
  const held = { ...stored }
  for (const { key, inForce } of heldBack) {
    if (key === 'git.autoCommit') held.git = { ...(stored.git as object), autoCommit: inForce }
    else held[key] = inForce
  }
  return { stored: held, heldBack }
}

function planProvider(wanted: Consent, consent: Consent): HeldBack[] {
  if (wanted.provider === consent.provider && wanted.model === consent.model) return []
  return (['provider', 'model'] as const)
    .filter(key => wanted[key] !== undefined)
    .map(key => ({ key, wanted: wanted[key], inForce: LOCAL }))
}

/**
 * A smaller budget needs nobody's consent, and neither does a larger bound: nothing goes for it. Who
 * wants none kept at all has said so.
 */
function planNumber(
  key: (typeof BUDGETS)[number] | (typeof BOUNDS)[number],
  wanted: Consent,
  consent: Consent,
): HeldBack[] {
  const usual = rowOf(key)?.fallback as number
  const bound = (consent[key] as number | undefined) ?? usual
  const named = wanted[key] as number | undefined
  const excess = (named ?? usual) - bound
  const isBound = (BOUNDS as readonly GuardedKey[]).includes(key)
  const isFree = isBound && bound !== 0 ? excess >= 0 : excess <= 0
  return isFree ? [] : [{ key, ...(named !== undefined && { wanted: named }), inForce: bound }]
}

/** A project more needs nobody's consent: nothing goes for it. */
function planLeftOut({ pastLeaveOut: wanted }: Consent, consent: Consent): HeldBack[] {
  const [named, accepted] = [wanted, consent.pastLeaveOut].map(toList) as [string[], string[]]
  if (accepted.every(one => named.includes(one))) return []
  const inForce = [...new Set([...named, ...accepted])].join(', ')
  return [{ key: 'pastLeaveOut', ...(wanted !== undefined && { wanted }), inForce }]
}

function toList(value: unknown): string[] {
  return typeof value === 'string' ? value.split(',').map(one => one.trim()) : []
}

function planSwitch(key: (typeof SWITCHES)[number], wanted: Consent, consent: Consent): HeldBack[] {
  const isAccepted = wanted[key] === consent[key]
  return isAccepted || wanted[key] !== true ? [] : [{ key, wanted: true, inForce: false }]
}

/** Undefined where no value stands there, or none that the setting takes. */
function read(stored: Stored, key: GuardedKey): unknown {
  const raw = valueAt(stored, key)
  return raw === undefined || raw === '' ? undefined : rowOf(key)?.parse(raw)
}

function rowOf(key: GuardedKey) {
  return SETTINGS.find(row => row.key === key)
}

/** Tells in one line which settings are held back and how they are accepted. */
export function describeHeldBack(heldBack: readonly HeldBack[]): string {
  const named = heldBack.map(({ key, wanted, inForce }) => {
    return wanted === undefined
      ? `no ${key} (${String(inForce)} holds)`
      : `${key} ${JSON.stringify(wanted).slice(0, 100)}`
  })
  const what = named.join(', ')
  return `config.json names ${what}, which this machine has not accepted: without effect until svc git accept`
}
