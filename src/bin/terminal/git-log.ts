import type { MemoryCommit, StoreCommit } from '../../git/log.js'
import type { StoreChange } from '../../git/store-change.js'
import type { Screen } from './screen.js'
import { cutToWidth, padToWidth, widestOf, widthOf } from './width.js'
import { formatAge, formatTime, oneLine } from './words.js'

const GAP = '  '
const HASH_CHARS = 8
const AUTHOR_COLUMNS = 14
const LEAST_TEXT = 12
const SIGNS: Readonly<Record<StoreChange['kind'], string>> = {
  added: '+',
  restored: '+',
  changed: '~',
  forgotten: '-',
  merged: '-',
  evicted: '-',
  dropped: '-',
}

/** One line a commit: hash, age, author, how many came, changed and went, subject. */
export function renderStoreLog(commits: readonly StoreCommit[], screen: Screen): string[] {
  return renderRows(
    commits,
    ({ at }) => formatAge(at, screen.now),
    commits.map(({ changes }) => countSigns(changes)),
    ({ subject }) => oneLine(subject),
    screen,
  )
}

/** One line a commit: hash, date, author, what became of the memory. */
export function renderMemoryLog(commits: readonly MemoryCommit[], screen: Screen): string[] {
  return renderRows(
    commits,
    ({ at }) => formatTime(at),
    commits.map(({ kind }) => kind),
    describe,
    screen,
  )
}

/** `+3 ~1 -2`: memories and skills; other files only where nothing else changed. */
function countSigns(changes: readonly StoreChange[]): string {
  const own = changes.filter(({ what }) => what !== 'file')
  const told = own.length === 0 ? changes : own
  return ['+', '~', '-']
    .map(sign => ({ sign, count: told.filter(({ kind }) => SIGNS[kind] === sign).length }))
    .filter(({ count }) => count > 0)
    .map(({ sign, count }) => `${sign}${count}`)
    .join(' ')
}

function describe({ kind, fields, title, path, from }: MemoryCommit): string {
  const moved = from === undefined ? '' : `${oneLine(from)} to ${oneLine(path)}`
  if (kind === 'moved') return moved
  const changed = fields.map(oneLine).join(', ')
  const what = kind === 'changed' && changed !== '' ? changed : oneLine(title)
  return moved === '' ? what : `${what}; ${moved}`
}

function renderRows<C extends { hash: string; author: string }>(
  commits: readonly C[],
  timeOf: (commit: C) => string,
  middles: readonly string[],
  textOf: (commit: C) => string,
  screen: Screen,
): string[] {
  const columns = [
    commits.map(({ hash }) => screen.styles.strong(hash.slice(0, HASH_CHARS))),
    padAll(commits.map(timeOf)),
    padAll(commits.map(({ author }) => cutToWidth(oneLine(author), AUTHOR_COLUMNS))),
    padAll(middles),
  ]
  const used = columns.slice(1).reduce((sum, cells) => sum + widthOf(cells[0] ?? ''), HASH_CHARS)
  const room = Math.max(LEAST_TEXT, screen.columns - used - columns.length * GAP.length)
  return commits.map((commit, row) => {
    const cells = columns.map(cells => cells[row] ?? '')
    return [...cells, cutToWidth(textOf(commit), room)].join(GAP).trimEnd()
  })
}

function padAll(cells: readonly string[]): string[] {
  const widest = widestOf(cells)
  return cells.map(cell => padToWidth(cell, widest))
}
