import type { StoreChange } from '../../git/changes.js'
import type { GitRestored, MemoryCommit, StoreCommit } from '../../git/log.js'
import { cutToRoom, cutToWidth, padColumn, renderRows } from './layout.js'
import type { Screen } from './screen.js'
import { formatAge, formatTime, oneLine } from './words.js'

const HASH_CHARS = 8
const AUTHOR_COLUMNS = 14
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
  const columns = [
    ...renderHeads(commits, ({ at }) => formatAge(at, screen.now)),
    padColumn(commits.map(({ changes }) => countSigns(changes))),
  ]
  const rest = ({ subject }: StoreCommit, room: number) => cutToRoom(oneLine(subject), room)
  return renderRows(columns, commits, rest, screen)
}

/** One line a commit: hash, date, author, what became of the memory. */
export function renderMemoryLog(commits: readonly MemoryCommit[], screen: Screen): string[] {
  const columns = [
    ...renderHeads(commits, ({ at }) => formatTime(at)),
    padColumn(commits.map(({ kind }) => kind)),
  ]
  const rest = (commit: MemoryCommit, room: number) => cutToRoom(describe(commit), room)
  return renderRows(columns, commits, rest, screen)
}

/** The columns that every log begins with. */
function renderHeads<C extends { hash: string; author: string }>(
  commits: readonly C[],
  timeOf: (commit: C) => string,
): string[][] {
  return [
    commits.map(({ hash }) => hash.slice(0, HASH_CHARS)),
    padColumn(commits.map(timeOf)),
    padColumn(commits.map(({ author }) => cutToWidth(oneLine(author), AUTHOR_COLUMNS))),
  ]
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

/** Tells the source of a restored memory, what records it, and which ones share its title. */
export function describeRestored({ commit, sharesTitleWith }: GitRestored): string[] {
  const from = commit === 'HEAD' ? 'the last commit' : `commit ${commit.slice(0, 10)}`
  const others = sharesTitleWith.join(', ')
  return [
    `from ${from}; svc git commit records it`,
    ...(others === ''
      ? []
      : [`its title is that of ${others} too; svc doctor --fix makes one of them`]),
  ]
}
