import type { ArchivedMemory } from '../../api.js'
import type { Screen } from '../terminal/screen.js'
import { cutToWidth, padToWidth, widestOf, widthOf } from '../terminal/width.js'
import { formatAge, nameScope, oneLine } from '../terminal/words.js'

const GAP = '  '
const LEAST_TITLE = 12

/** One line an archived memory: id, when, scope (where they differ), why, title. */
export function renderArchive(items: readonly ArchivedMemory[], screen: Screen): string[] {
  const isMixed = new Set(items.map(({ scope }) => `${scope.type}:${scope.id}`)).size > 1
  const columns = [
    toColumn(items.map(({ id }) => oneLine(id))),
    toColumn(items.map(({ at }) => formatAge(at, screen.now))),
    ...(isMixed ? [toColumn(items.map(({ scope }) => cutToWidth(nameScope(scope), 14)))] : []),
    toColumn(items.map(toReason)),
  ]
  return items.map((item, row) => {
    const [id = '', ...rest] = columns.map(cells => cells[row] ?? '')
    const used = [id, ...rest].reduce((sum, cell) => sum + widthOf(cell) + GAP.length, 0)
    const title = cutToWidth(oneLine(item.title), Math.max(LEAST_TITLE, screen.columns - used))
    return [screen.styles.strong(id), ...rest, title].join(GAP).trimEnd()
  })
}

function toReason({ reason, supersededBy }: ArchivedMemory): string {
  return supersededBy === undefined ? reason : `${reason} into ${oneLine(supersededBy)}`
}

function toColumn(cells: string[]): string[] {
  const widest = widestOf(cells)
  return cells.map(cell => padToWidth(cell, widest))
}
