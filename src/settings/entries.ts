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

/** Merges the entries of a config.json: the last one counts. What is no entry is reported. */
export function mergeEntries(entries: unknown, report: (message: string) => void): Stored {
  if (entries === undefined) return {}
  if (!Array.isArray(entries)) {
    report('config.json: must be an array of entries {id, name, config}')
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
 * decide where turns are sent, what that may cost, and whether a program is started.
 */
export type Consent = Readonly<Partial<Record<GuardedKey, unknown>>>

/** The keys that a person decides about on each machine. */
export type GuardedKey = 'provider' | 'model' | 'dailyTokens' | 'dailyUsd' | 'git.autoCommit'

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

/** The values of the entries that a person decides about, by key; {} where there are none. Pure. */
export function pickGuarded(stored: Stored): Consent {
  const picked: Partial<Record<GuardedKey, unknown>> = {}
  for (const key of ['provider', 'model'] as const) {
    const name = read(stored, key)
    if (name !== undefined && name !== '' && name !== LOCAL) picked[key] = name
  }
  for (const key of BUDGETS) {
    const most = read(stored, key)
    if (most !== undefined) picked[key] = most
  }
  if (read(stored, 'git.autoCommit') === true) picked['git.autoCommit'] = true
  return picked
}

/**
 * The entries without what this machine has not accepted. A provider and its model hold together or
 * not at all; a budget is never above the one that was accepted, or else the usual one. All of it
 * holds where there is no consent to ask for. Pure.
 */
export function holdBack(
  stored: Stored,
  consent: Consent | undefined,
): { stored: Stored; heldBack: HeldBack[] } {
  if (consent === undefined) return { stored, heldBack: [] }
  const wanted = pickGuarded(stored)
  const heldBack = [
    ...planProvider(wanted, consent),
    ...BUDGETS.flatMap(key => planBudget(key, wanted, consent)),
    ...planCommits(wanted, consent),
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

/** A smaller one needs nobody's consent. */
function planBudget(key: (typeof BUDGETS)[number], wanted: Consent, consent: Consent): HeldBack[] {
  const usual = SETTINGS.find(({ name }) => name === key)?.fallback as number
  const most = (consent[key] as number | undefined) ?? usual
  const named = wanted[key] as number | undefined
  if ((named ?? usual) <= most) return []
  return [{ key, ...(named !== undefined && { wanted: named }), inForce: most }]
}

function planCommits(wanted: Consent, consent: Consent): HeldBack[] {
  const key = 'git.autoCommit'
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
