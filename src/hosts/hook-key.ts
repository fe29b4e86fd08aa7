import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createDurable, writeDurable } from '../../store/files/atomic.js'
import { readSmallFile } from '../../store/files/read.js'

/** The file in a data directory's `bin` with the word by which a host's hook calls are told from a model's. */
export const HOOK_KEY_FILE = 'hook-key'
/** The field of a hook's input that holds it. */
const FIELD = 'key'
const KEY_BYTES = 24
const KEY = /svc-hook-key-[\w-]{32}/

/** Words that this process has made and not written yet, by data directory. */
const made = new Map<string, string>()

/** The word of an installation; undefined where none was made. */
export function readHookKey(dataDir: string): string | undefined {
  const text = readSmallFile(join(dataDir, 'bin', HOOK_KEY_FILE))?.trim() ?? ''
  return new RegExp(`^${KEY.source}$`).test(text) ? text : undefined
}

/** The word of an installation, or the one that it will have: random, and the same for every host. */
export function hookKeyOf(dataDir: string): string {
  const standing = readHookKey(dataDir) ?? made.get(dataDir)
  if (standing !== undefined) return standing
  const key = `svc-hook-key-${randomBytes(KEY_BYTES).toString('base64url')}`
  made.set(dataDir, key)
  return key
}

/** Writes the word of an installation that has none, for its owner alone; the folder must be there. */
export function writeHookKey(dataDir: string): void {
  if (readHookKey(dataDir) !== undefined) return
  const path = join(dataDir, 'bin', HOOK_KEY_FILE)
  const text = `${hookKeyOf(dataDir)}\n`
  if (!createDurable(path, text) && readHookKey(dataDir) === undefined) writeDurable(path, text)
}

/** A handler's input with the word that its calls carry. */
export function withHookKey(input: Record<string, string>, key: string): Record<string, string> {
  return { [FIELD]: key, ...input }
}

/** The word in a handler's input or in a call; undefined for none. */
export function hookKeyIn(input: unknown): unknown {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, FIELD)
    ? (input as Record<string, unknown>)[FIELD]
    : undefined
}

/** The call as its host sent it; undefined where it does not carry the installation's word. */
export function readHostCall(payload: unknown, dataDir: string): object | undefined {
  const key = readHookKey(dataDir)
  if (key === undefined || hookKeyIn(payload) !== key) return undefined
  const { [FIELD]: _, ...sent } = payload as Record<string, unknown>
  return sent
}

/** A text without any such word: what is shown is read by models too. */
export function hideHookKeys(text: string): string {
  return text.replace(new RegExp(KEY, 'g'), 'svc-hook-key-…')
}
