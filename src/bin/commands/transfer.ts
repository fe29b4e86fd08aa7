import type { Memory } from '../../../store/types.js'
import type { LoadResult } from '../../types.js'
import type { Action, Call } from '../cli/command.js'
import { readScope } from '../cli/flags.js'
import { count, formatJson, oneLine } from '../terminal/words.js'
import { openInput, readLines } from './input.js'

/** `svc export`: one JSON item a line, all scopes or one. Ends quietly when the reader goes. */
export const exportAll: Action<Memory> = {
  async *run(call) {
    const scope = readScope(call)
    const service = await call.service()
    for await (const memory of service.memories.export(scope === undefined ? {} : { scope })) {
      yield memory
      if (!call.isHeard()) return
    }
  },
  render: formatJson,
}

const PROGRESS_MS = 100

/** `svc load FILE`: restores exported items. Bad lines go to stderr; one of them makes it exit 1. */
export const load: Action<LoadResult> = {
  async run(call) {
    // Before the service: a missing file must not create a store.
    const input = await openInput(call.operands[0] ?? '')
    const service = await call.service()
    const overlong = new Set<number>()
    const lines = readLines(input, line => overlong.add(line))
    const loaded = await service.memories.load(lines, createProgress(call))
    call.progress('')
    const nameOverlong = (bad: LoadResult['errors'][number]) =>
      overlong.has(bad.line) ? { ...bad, error: 'longer than 2 MiB' } : bad
    const result = { ...loaded, errors: loaded.errors.map(nameOverlong) }
    for (const line of describeBad(result)) call.note(line)
    return result
  },
  render: ({ added, updated, unchanged, failed }) => {
    const counts = `${added} added, ${updated} updated, ${unchanged} unchanged`
    return counts + (failed === 0 ? '' : `, ${failed} bad`)
  },
  exitCode: ({ failed }) => (failed === 0 ? 0 : 1),
}

/** Count and rate on one rewritten line, ten times a second. */
function createProgress(call: Call): (done: number) => void {
  const start = performance.now()
  let last = start
  return done => {
    const now = performance.now()
    if (now - last < PROGRESS_MS) return
    last = now
    call.progress(`${done} lines, ${Math.round((done * 1000) / (now - start))} a second`)
  }
}

function describeBad({ errors, failed }: LoadResult): string[] {
  const untold = failed - errors.length
  const inOrder = [...errors].sort((a, b) => a.line - b.line)
  return [
    ...inOrder.map(({ line, error }) => `line ${line}: ${oneLine(error)}`),
    ...(untold > 0 ? [`and ${count(untold, 'further bad line')}`] : []),
  ]
}
