import type { Memory } from '../../../store/types.js'
import type { Screen } from './screen.js'
import { cutToWidth, padToWidth, widestOf, widthOf } from './width.js'
import { formatAge, nameScope, oneLine } from './words.js'

const GAP = '  '
const LEAST_TITLE = 12
const LEAST_TAGS = 4

/** One line an item: id, kind, age, scope (where they differ), title, tags. */
export function renderMemoryList(items: readonly Memory[], screen: Screen): string[] {
  const scopes = items.map(item => nameScope(item.scope))
  const mixed = new Set(items.map(item => `${item.scope.type}:${item.scope.id}`)).size > 1
  const columns = [
    column(items.map(item => oneLine(item.id))),
    column(items.map(item => cutToWidth(oneLine(item.kind), 16))),
    column(
      items.map(item => formatAge(item.updatedAt, screen.now)),
      'start',
    ),
    ...(mixed ? [column(scopes.map(scope => cutToWidth(scope, 14)))] : []),
  ]
  return items.map((item, row) => {
    const [id = '', ...rest] = columns.map(cells => cells[row] ?? '')
    const used = [id, ...rest].reduce((sum, cell) => sum + widthOf(cell) + GAP.length, 0)
    const [title, tags] = fitTitle(item, screen.columns - used)
    const cells = [screen.styles.strong(id), ...rest, title, screen.styles.dim(tags)]
    return cells.join(GAP).trimEnd()
  })
}

function column(cells: string[], side: 'end' | 'start' = 'end'): string[] {
  const widest = widestOf(cells)
  return cells.map(cell => padToWidth(cell, widest, side === 'start' ? 'start' : 'end'))
}

/** The title first; tags take what room it leaves. */
function fitTitle(item: Memory, room: number): [string, string] {
  const mark = item.pinned ? '* ' : ''
  const title = cutToWidth(mark + oneLine(item.title), Math.max(LEAST_TITLE, room))
  const tags = item.tags.map(tag => `#${oneLine(tag)}`).join(' ')
  const left = room - widthOf(title) - GAP.length
  return [title, left < LEAST_TAGS ? '' : cutToWidth(tags, left)]
}
