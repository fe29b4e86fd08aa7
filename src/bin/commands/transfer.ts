import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { LoadResult } from '../../api.js'
import { SvcError, errnoOf } from '../../../store/errors.js'
import { formatJson } from '../terminal/json.js'
import type { Screen } from '../terminal/screen.js'
import { count, oneLine } from '../terminal/words.js'
import type { Call } from './command.js'
import { readLines } from './lines.js'

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
