import { isMissing, nameFault } from '../../store/errors.js'
import { readText, ensureDirectory, writeDurable } from '../../store/files/atomic.js'
import { readBytes, SMALL_BYTES, stampOf, toRealPath } from '../../store/files/read.js'
import { findRepository } from '../../store/git/repository.js'
import { pathIn } from '../../store/names.js'
import { stateFolder, statePath } from '../../store/store.js'
import {
  holdBack,
  KEEPING,
  mergeEntries,
  pickGuarded,
  type Consent,
  type GuardedKey,
} from './entries.js'

/** The record of what was accepted; of this machine, never tracked. */
interface AcceptedDocument {
  /** Folder on this disk that it was accepted for: a record brought by git names another one. */
  store: string
  values: Consent
}

/**
 * Reads config.json of a data directory: its JSON, or the problem that it has, as a phrase, with the
 * text where that is no JSON; undefined where there is none. What is no file, and what is larger than
 * 1 MiB, is not read.
 */
export function readConfigFile(
  dataDir: string,
): { entries: unknown } | { problem: string; text?: string } | undefined {
  let text: string | undefined
  try {
    text = readBytes(pathIn(dataDir, 'config.json'), SMALL_BYTES).toString()
    return { entries: JSON.parse(text.replace(/^\ufeff/, '')) as unknown }
  } catch (error) {
    if (isMissing(error)) return undefined
    if (text !== undefined) return { problem: 'is not valid JSON', text }
    return { problem: `cannot be read: ${nameFault(error) ?? (error as Error).message}` }
  }
}

/**
 * Reads which entries of a data directory's config.json this machine has accepted; undefined if all
 * of them count: they name nothing that sends, spends, starts programs or bounds what is kept, and
 * nothing of it was accepted before, or they lie in no git work tree. {} if nothing was accepted.
 * With `isBrief` no file is looked at if they name none of it: for who neither evicts nor sends.
 */
export function readConsent(
  dataDir: string,
  entries: unknown,
  { isBrief = false } = {},
): Consent | undefined {
  const isNamed = Object.keys(pickGuarded(mergeEntries(entries))).length > 0
  if (isBrief && !isNamed) return undefined
  const root = toRealPath(dataDir) ?? dataDir
  const accepted = readAccepted(root)
  // A value that was accepted and is named no more would fall back to the usual.
  if (!isNamed && Object.keys(accepted).length === 0) return undefined
  return findRepository(root) === undefined ? undefined : accepted
}

/**
 * Accepts what config.json of a data directory in git names by now, or some keys of it, on this
 * machine: durable when it resolves. Answers what holds from now on; undefined outside of git, where
 * nothing has to be accepted, and where config.json cannot be read. One that is not there names nothing.
 */
export function acceptStanding(dataDir: string, keys?: readonly GuardedKey[]): Consent | undefined {
  const root = toRealPath(dataDir) ?? dataDir
  const entries = readStanding(root)
  if (entries === undefined || findRepository(root) === undefined) return undefined
  const standing = pickGuarded(mergeEntries(entries))
  const before = readAccepted(root)
  const values = keys === undefined ? standing : replaceKeys(before, standing, keys)
  if (Object.keys({ ...before, ...values }).length === 0) return values
  ensureDirectory(stateFolder(root))
  const document: AcceptedDocument = { store: stampOf(root), values }
  writeDurable(recordOf(root), `${JSON.stringify(document)}\n`)
  return values
}

/**
 * Accepts how much config.json of a data directory in git says is kept, and what of past sessions is
 * not, where that holds here: what was kept by it must not go unasked when a push lowers it or names it
 * no more. What is held back, what is accepted and what is not named change nothing.
 */
export function keepBounds(dataDir: string): void {
  const stored = mergeEntries(readStanding(dataDir))
  const accepted = readAccepted(toRealPath(dataDir) ?? dataDir)
  const named = pickGuarded(stored)
  const held = new Set(holdBack(stored, accepted).heldBack.map(({ key }) => key))
  const fresh = KEEPING.filter(key => named[key] !== undefined && named[key] !== accepted[key])
  const holding = fresh.filter(key => !held.has(key))
  if (holding.length > 0) acceptStanding(dataDir, holding)
}

function replaceKeys(before: Consent, standing: Consent, keys: readonly GuardedKey[]): Consent {
  const others = Object.entries(before).filter(([key]) => !keys.includes(key as GuardedKey))
  const chosen = Object.entries(standing).filter(([key]) => keys.includes(key as GuardedKey))
  return Object.fromEntries([...others, ...chosen])
}

/** A record that cannot be read accepts nothing. */
function readAccepted(root: string): Consent {
  try {
    const document = JSON.parse(
      readText(recordOf(root)) ?? '{}',
    ) as Partial<AcceptedDocument> | null
    const isOurs = document?.store === stampOf(root) && typeof document.values === 'object'
    return isOurs ? (document.values ?? {}) : {}
  } catch {
    return {}
  }
}

function readStanding(root: string): unknown {
  const read = readConfigFile(root) ?? { entries: [] }
  return 'entries' in read ? read.entries : undefined
}

function recordOf(root: string): string {
  return statePath({ state: stateFolder(root) }, 'accepted.json')
}
