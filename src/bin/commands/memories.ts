import type { ListFilter } from '../../api.js'
import { formatJson } from '../terminal/json.js'
import { renderMemoryList } from '../terminal/memory-list.js'
import type { Call } from './command.js'
import { nameProgram } from './program.js'
import { DEFAULT_LIMIT, filterList, readLimit } from './filters.js'
import { describeScopes, scopeFilter } from './scope.js'

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
