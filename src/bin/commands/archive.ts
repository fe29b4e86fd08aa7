import { formatJson } from '../terminal/json.js'
import { renderOutcome } from '../terminal/memory.js'
import { renderArchive } from './archive-list.js'
import { UsageError, type Call } from './command.js'
import { DEFAULT_LIMIT, readLimit } from './filters.js'
import { describeScopes, scopeFilter } from './scope.js'

/** `svc archive list|restore ID`: what consolidation took out of use, and the way back. */
export async function runArchive(call: Call): Promise<void> {
  const [action = '', id] = call.operands
  if (action === 'list' && id === undefined) return listArchived(call)
  if (action === 'restore' && id !== undefined) return restore(call, id)
  const problem = action === 'restore' ? 'ID is missing' : `unexpected argument ${id ?? action}`
  throw new UsageError(problem, call.command)
}

async function listArchived(call: Call): Promise<void> {
  const { screen } = call
  const offset = call.number('offset') ?? 0
  const filter = { ...scopeFilter(call), limit: readLimit(call, DEFAULT_LIMIT), offset }
  const { items, total } = await (await call.service()).archive(filter)
  if (call.json) return screen.print(formatJson({ items, total }))
  if (items.length === 0) {
    const empty = `nothing in the archive of ${describeScopes(call)}`
    return screen.print(total === 0 ? empty : `only ${total} there`)
  }
  screen.print(renderArchive(items, screen))
  const next = offset + items.length
  if (next < total) screen.note(`${items.length} of ${total}; --offset ${next} goes on`)
}

async function restore(call: Call, id: string): Promise<void> {
  const memory = await (await call.service()).restore(id)
  const { screen } = call
  screen.print(call.json ? formatJson(memory) : renderOutcome('restored', memory, screen))
}
