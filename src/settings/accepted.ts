import { readText, ensureDirectory, writeDurable } from '../../store/files/atomic.js'
import { stampOf, toRealPath } from '../../store/files/read.js'
import { findRepository } from '../../store/git/repository.js'
import { pathIn } from '../../store/names.js'
import { stateFolder, statePath } from '../../store/store.js'
import { mergeEntries, pickGuarded, type Consent, type GuardedKey } from './entries.js'

/** The record of what was accepted; of this machine, never tracked. */
interface AcceptedDocument {
  /** Folder on this disk that it was accepted for: a record brought by git names another one. */
  store: string
  values: Consent
}

/**
 * Reads which entries of a data directory's config.json this machine has accepted; undefined if all
 * of them count: they name nothing that sends, spends or starts programs, or lie in no git work
 * tree. {} if nothing was accepted. Looks at no file if they name none of it.
 */
export function readConsent(dataDir: string, entries: unknown): Consent | undefined {
  if (Object.keys(pickGuarded(mergeEntries(entries, ignore))).length === 0) return undefined
  const root = toRealPath(dataDir) ?? dataDir
  return findRepository(root) === undefined ? undefined : readAccepted(root)
}

/**
 * Accepts what config.json of a data directory in git names by now, or some keys of it, on this
 * machine: durable when it resolves. Answers what holds from now on; undefined outside of git, where
 * nothing has to be accepted, and where config.json cannot be read.
 */
export function acceptStanding(dataDir: string, keys?: readonly GuardedKey[]): Consent | undefined {
  const root = toRealPath(dataDir) ?? dataDir
  const entries = readStanding(root)
  if (entries === undefined || findRepository(root) === undefined) return undefined
  const standing = pickGuarded(mergeEntries(entries, ignore))
  const values = keys === undefined ? standing : replaceKeys(readAccepted(root), standing, keys)
  ensureDirectory(stateFolder(root))
  const document: AcceptedDocument = { store: stampOf(root), values }
  writeDurable(recordOf(root), `${JSON.stringify(document)}\n`)
  return values
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
  try {
    return JSON.parse((readText(pathIn(root, 'config.json')) ?? '').replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function recordOf(root: string): string {
  return statePath({ state: stateFolder(root) }, 'accepted.json')
}

function ignore(): void {
  // Readers of the settings are told of it there.
}
