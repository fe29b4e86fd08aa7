import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { SvcError, errnoOf } from '../../../store/errors.js'
import type { LoadResult } from '../../types.js'
import type { Call } from '../cli/command.js'
import type { Screen } from '../terminal/screen.js'
import { formatJson, count, oneLine } from '../terminal/words.js'
import { readScope } from './shared.js'

const NEWLINE = 0x0a
const STAND_IN = '{'
/** The longest line that `load` takes, in bytes. */
export const MOST_LINE_BYTES = 2 * 1024 * 1024

/**
 * The lines of a byte stream, one by one, without their line ends and a leading byte-order mark.
 * A line over `most` bytes is never held in memory: something that is not JSON stands for it, and
 * `onOverlong` gets its number (from 1).
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  onOverlong: (line: number) => void,
  most = MOST_LINE_BYTES,
): AsyncGenerator<string> {
  const pending = new PendingLine(most)
  let number = 0
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      pending.add(chunk.subarray(start, end))
      start = end + 1
      yield finish(pending, ++number, onOverlong)
    }
    pending.add(chunk.subarray(start))
  }
  if (pending.bytes > 0) yield finish(pending, number + 1, onOverlong)
}

class PendingLine {
  bytes = 0
  private parts: Uint8Array[] = []

  constructor(private readonly most: number) {}

  add(part: Uint8Array): void {
    this.bytes += part.length
    if (this.bytes > this.most) this.parts = []
    else this.parts.push(part)
  }

  /** The line, or undefined where it was too long. */
  take(): string | undefined {
    const text = this.bytes > this.most ? undefined : Buffer.concat(this.parts).toString('utf8')
    this.parts = []
    this.bytes = 0
    return text
  }
}

function finish(pending: PendingLine, number: number, onOverlong: (line: number) => void): string {
  const text = pending.take()
  if (text === undefined) onOverlong(number)
  const line = (text ?? STAND_IN).replace(/\r$/, '')
  return number === 1 ? line.replace(/^\ufeff/, '') : line
}

const PROGRESS_MS = 100
const OVERLONG = 'longer than 2 MiB'

/** `svc load FILE`: restores exported items. Bad lines go to stderr; one of them makes it exit 1. */
export async function runLoad(call: Call): Promise<number> {
  const input = await openInput(call.operands[0] ?? '')
  const service = await call.service()
  const overlong = new Set<number>()
  const lines = readLines(input, line => overlong.add(line))
  const result = await service.load(lines, createProgress(call.screen))
  call.screen.progress('')
  report(nameOverlong(result, overlong), call)
  return result.failed === 0 ? 0 : 1
}

/** Opened before the service is: a missing file must not create a store. */
async function openInput(operand: string): Promise<AsyncIterable<Uint8Array>> {
  if (operand === '-') return process.stdin
  try {
    const file = await open(operand, 'r')
    if (!(await file.stat()).isDirectory()) return createReadStream(operand, { fd: file })
    await file.close()
  } catch (cause) {
    const why = errnoOf(cause) === 'ENOENT' ? 'no such file' : (cause as Error).message
    throw new SvcError('INVALID_REQUEST', `cannot read ${oneLine(operand)}: ${why}`, { cause })
  }
  throw new SvcError('INVALID_REQUEST', `cannot read ${oneLine(operand)}: it is a directory`)
}

function nameOverlong(result: LoadResult, overlong: ReadonlySet<number>): LoadResult {
  const errors = result.errors.map(bad =>
    overlong.has(bad.line) ? { line: bad.line, error: OVERLONG } : bad,
  )
  return { ...result, errors }
}

function report(result: LoadResult, { json, screen }: Call): void {
  const errors = [...result.errors].sort((a, b) => a.line - b.line)
  for (const { line, error } of errors) screen.note(`line ${line}: ${oneLine(error)}`)
  const untold = result.failed - result.errors.length
  if (untold > 0) screen.note(`and ${count(untold, 'further bad line')}`)
  const { added, updated, unchanged, failed } = result
  const counts = `${added} added, ${updated} updated, ${unchanged} unchanged`
  screen.print(json ? formatJson(result) : counts + (failed === 0 ? '' : `, ${failed} bad`))
}

/** Count and rate on one rewritten line, ten times a second. */
function createProgress(screen: Screen): (done: number) => void {
  const start = performance.now()
  let last = start
  return done => {
    const now = performance.now()
    if (now - last < PROGRESS_MS) return
    last = now
    screen.progress(`${done} lines, ${Math.round((done * 1000) / (now - start))} a second`)
  }
}

/** `svc export`: one JSON item a line, all scopes or one. Ends quietly when the reader goes. */
export async function runExport(call: Call): Promise<void> {
  const scope = readScope(call)
  const service = await call.service()
  for await (const memory of service.exportMemories(scope === undefined ? {} : { scope })) {
    if (!(await call.screen.stream(formatJson(memory)))) return
  }
}
