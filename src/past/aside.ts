import { basename } from 'node:path'
import { listAside } from '../../store/aside.js'
import { orElse } from '../../store/errors.js'
import { removeDurable, writeDurable } from '../../store/files/atomic.js'
import { readBytes } from '../../store/files/read.js'
import type { Store } from '../../store/store.js'
import { isPacked, packPart, salvagePart } from './parts.js'

/** True where anything was set aside as damaged: nobody knows whose it may be. */
export function hasAside(store: Store): boolean {
  return listAside(store).length > 0
}

/**
 * Removes a session from what was set aside as damaged, lines one by one and other files wholly; from past
 * sessions also the lines that were cut off: nobody knows whose they are. `ledger` is the name of its ledger. Durable when
 * it returns. Answers the files that cannot be read.
 */
export function dropAside(store: Store, session: string, ledger: string): string[] {
  const marks = [JSON.stringify(session), JSON.stringify(ledger)]
  return listAside(store).filter(path => {
    if (basename(path).startsWith(ledger)) return !removeDurable(path)
    const text = orElse(() => salvagePart(path, readBytes(path)).toString(), undefined)
    if (text !== undefined) dropFrom(path, text, marks)
    return text === undefined
  })
}

function dropFrom(path: string, text: string, marks: readonly string[]): void {
  const isTold = (line: string) => marks.some(mark => line.includes(mark))
  const lines = text.split('\n').filter(line => line !== '')
  const kept = lines.filter(line => !isTold(line) && !(isPacked(path) && isBroken(line)))
  if (kept.length === lines.length) return
  const isOfLines = basename(path).includes('.jsonl') && kept.length > 0
  if (isOfLines) writeDurable(path, packPart(path, kept.map(line => `${line}\n`).join('')))
  else removeDurable(path)
}

function isBroken(line: string): boolean {
  return orElse(() => JSON.parse(line) as unknown, undefined) === undefined
}
