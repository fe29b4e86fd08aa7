import type { ListFilter } from '../../types.js'
import { type Call, UsageError } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'
import {
  renderMemoryList,
  renderOutcome,
  renderRecall,
  renderMemory,
  renderVersions,
  renderArchive,
} from '../terminal/memories.js'
import { formatJson } from '../terminal/words.js'
import {
  DEFAULT_LIMIT,
  filterList,
  readLimit,
  describeScopes,
  scopeFilter,
  splitList,
  writeScope,
  readContent,
  readScopes,
} from './shared.js'

/** `svc list`: one line an item, the newest update (or the best match of --text) first. */
export async function runList(call: Call): Promise<void> {
  const filter = toFilter(call)
  const { items, total } = await (await call.service()).list(filter)
  const { screen } = call
  if (call.json) return screen.print(formatJson({ items, total }))
  if (items.length === 0) return screen.print(total === 0 ? sayEmpty(call) : `only ${total} there`)
  screen.print(renderMemoryList(items, screen))
  const next = (filter.offset ?? 0) + items.length
  if (next < total) screen.note(`${items.length} of ${total}; --offset ${next} goes on`)
}

function toFilter(call: Call): ListFilter {
  const given = {
    kinds: filterList(call, 'kind'),
    tags: filterList(call, 'tags'),
    text: call.text('text')?.trim() || undefined,
    limit: readLimit(call, DEFAULT_LIMIT),
    offset: call.number('offset'),
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...scopeFilter(call), ...(Object.fromEntries(set) as ListFilter) }
}

function sayEmpty(call: Call): string[] {
  const filters = ['kind', 'tags', 'text'].some(flag => call.text(flag) !== undefined)
  if (filters) return [`nothing in ${describeScopes(call)} matches`]
  const svc = nameProgram(process.env.PATH)
  return [
    `nothing is stored in ${describeScopes(call)} yet; begin with one of`,
    '',
    `  ${svc} remember --title T CONTENT`,
    `  ${svc} import`,
    `  ${svc} install --host claude-code`,
  ]
}

const DONE = {
  created: 'remembered',
  updated: 'updated',
  global: 'nothing stored, global has it:',
}

/** `svc remember`: stores CONTENT, or updates the scope's own item of that title. */
export async function runRemember(call: Call): Promise<void> {
  const scope = writeScope(call)
  const content = await readContent(call.operands[0] ?? '')
  const service = await call.service()
  const { memory, outcome } = await service.rememberAs('cli', {
    scope,
    title: call.text('title'),
    content,
    kind: call.text('kind'),
    tags: splitList(call.text('tags')),
  })
  const { screen } = call
  screen.print(call.json ? formatJson(memory) : renderOutcome(DONE[outcome], memory, screen))
}

/** `svc recall`: what a hook would put into a model's context for TEXT, and why. */
export async function runRecall(call: Call): Promise<void> {
  const text = call.operands.join(' ').trim()
  const limit = call.number('limit')
  const scopes = readScopes(call)
  const service = await call.service()
  const context = await service.recallContext({
    scopes,
    ...(text !== '' && { text }),
    ...(limit !== undefined && { limit }),
  })
  if (call.json) call.screen.print(formatJson(context))
  else if (context.items.length > 0) call.screen.print(renderRecall(context.items, call.screen))
  else call.screen.print(`nothing in ${describeScopes(call)} matches`)
}

/** `svc show ID`: one memory in full. */
export async function runShow(call: Call): Promise<void> {
  const memory = await (await call.service()).get(call.operands[0] ?? '')
  call.screen.print(call.json ? formatJson(memory) : renderMemory(memory, call.screen))
}

/** `svc forget ID`: removes a memory and its file. */
export async function runForget(call: Call): Promise<void> {
  const memory = await (await call.service()).forget(call.operands[0] ?? '')
  const { screen } = call
  screen.print(call.json ? formatJson(memory) : renderOutcome('forgot', memory, screen))
}

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
