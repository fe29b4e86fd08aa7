import { appendToLog, readLog, type SegmentedLog } from '../../store/files/log.js'
import { noteKept } from '../../store/memories/history.js'
import { hashText } from '../../store/names.js'
import { statePath, type Store } from '../../store/store.js'
import { redactText } from '../redact/index.js'
import { titleKey } from '../text.js'

/** The text of a memory or a candidate. */
interface Statement {
  title: string
  content: string
}

/** A statement that somebody forgot as wrong: what is needed to know it when it is made again. */
interface Wrong {
  /** The memory that was forgotten; what it had taken in stands under its id too. */
  id: string
  /** Names the folder of its scope, as `ScopeFolder.key`. */
  key: string
  /** ISO 8601. */
  at: string
  /** Its title key. */
  title: string
  /** Fingerprint of its content. */
  content: string
}

/** Takes the records of a memory back: somebody says the same again, or wants it after all. */
interface Cleared {
  id: string
  at: string
  isCleared: true
}

/** Folder key of global scope: a statement that is wrong there is wrong everywhere. */
const EVERYWHERE = 'global'

/** Remembers that statements are wrong in a scope, all of them or none. Atomic; may lose the last append on power loss. */
export function noteWrong(
  store: Store,
  { id, key }: Pick<Wrong, 'id' | 'key'>,
  statements: readonly Statement[],
  at: Date,
): void {
  const records = statements.map(({ title, content }): Wrong => {
    const said = { title: titleKey(redactText(title)), content: fingerprint(content) }
    return { id, key, at: at.toISOString(), ...said }
  })
  appendToLog(wrongLog(store), ...records)
}

/**
 * True where a statement was forgotten as wrong in one of these scopes (by folder key) or globally:
 * one of the same title key, or one that says the same.
 */
export function isWrong(store: Store, keys: readonly string[], statement: Statement): boolean {
  return findWrong(store, keys, statement).length > 0
}

/** True where a text says, in the same words, what was forgotten as wrong there or globally. */
export function saysWrong(store: Store, keys: readonly string[], content: string): boolean {
  const said = fingerprint(content)
  return readWrong(store).some(wrong => isFor(wrong, keys) && wrong.content === said)
}

/** A statement that was made on purpose is no longer wrong where it was made, nor globally. */
export function clearWrong(store: Store, key: string, statement: Statement, at: Date): void {
  for (const { id } of findWrong(store, [key], statement)) clearWrongById(store, id, at)
}

/** Clears a memory of being forgotten or wrong; does nothing if it is neither. */
export function noteWanted(store: Store, id: string, at: Date): void {
  noteKept(store, id, at)
  clearWrongById(store, id, at)
}

function clearWrongById(store: Store, id: string, at: Date): void {
  if (!readWrong(store).some(wrong => wrong.id === id)) return
  const cleared: Cleared = { id, at: at.toISOString(), isCleared: true }
  appendToLog(wrongLog(store), cleared)
}

function findWrong(store: Store, keys: readonly string[], statement: Statement): Wrong[] {
  const title = titleKey(redactText(statement.title))
  const content = fingerprint(statement.content)
  return readWrong(store).filter(
    wrong => isFor(wrong, keys) && (wrong.title === title || wrong.content === content),
  )
}

function isFor({ key }: Wrong, keys: readonly string[]): boolean {
  return key === EVERYWHERE || keys.includes(key)
}

/** A fingerprint of what a text says: neither case, white space, emphasis nor a last full stop count. */
function fingerprint(content: string): string {
  const said = content
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`"'“”„‘’]/g, '')
    .replace(/^[^\S\r\n\u2028\u2029]*(?:[-•]|\d+\.)\s+/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s.!])[\s.!]+$/, '')
  return hashText(said.trim(), 20)
}

function readWrong(store: Store): Wrong[] {
  let standing: Wrong[] = []
  const lines = readLog<Partial<Wrong & Cleared> | null>(wrongLog(store), Infinity)
  for (const line of lines.reverse()) {
    if (line?.isCleared === true) standing = standing.filter(({ id }) => id !== line.id)
    else if (isRecord(line)) standing.push(line)
  }
  return standing
}

function isRecord(line: Partial<Wrong> | null): line is Wrong {
  const fields = [line?.id, line?.key, line?.at, line?.title, line?.content]
  return fields.every(field => typeof field === 'string')
}

/** Nothing is ever rewritten, so that no writer needs a lock; the oldest segment goes as a whole. */
function wrongLog(store: Store): SegmentedLog {
  const directory = statePath(store, 'wrong')
  return { directory, segmentBytes: 64 * 1024, segmentsKept: 4 }
}
