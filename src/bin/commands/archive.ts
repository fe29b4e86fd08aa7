import { formatJson } from '../terminal/json.js'
import { renderOutcome } from '../terminal/memory.js'
import { renderVersions } from '../terminal/versions.js'
import { renderArchive } from './archive-list.js'
import { UsageError, type Call } from './command.js'
import { DEFAULT_LIMIT, readLimit } from './filters.js'
import { describeScopes, scopeFilter } from './scope.js'

const ACTIONS: Readonly<Record<string, (call: Call, id: string) => Promise<void>>> = {
  history: listVersions,
  restore,
  keep,
}

/** `svc archive list|history|restore|keep`: what was taken out of use, and the way back. */
export async function runArchive(call: Call): Promise<void> {
  const [action = '', id] = call.operands
  if (action === 'list' && id === undefined) return listArchived(call)
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (run !== undefined && id !== undefined) return run(call, id)
  const problem = run === undefined ? `unexpected argument ${id ?? action}` : 'ID is missing'
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

async function listVersions(call: Call, id: string): Promise<void> {
  const versions = await (await call.service()).history(id)
  const { screen } = call
  if (call.json) return screen.print(formatJson({ versions }))
  if (versions.length === 0) return screen.print('no older version is kept on this machine')
  screen.print(renderVersions(id, versions, screen))
}

async function restore(call: Call, id: string): Promise<void> {
  const memory = await (await call.service()).restore(id)
  const { screen } = call
  screen.print(call.json ? formatJson(memory) : renderOutcome('restored', memory, screen))
}

async function keep(call: Call, id: string): Promise<void> {
  const memory = await (await call.service()).keep(id)
  const { screen } = call
  screen.print(call.json ? formatJson(memory) : renderOutcome('kept', memory, screen))
}
