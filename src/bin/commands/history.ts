import type { StoreChange } from '../../git/changes.js'
import type { GitRestored, MemoryCommit, StoreCommit } from '../../git/log.js'
import type { Action, Call } from '../cli/command.js'
import { cutToRoom, cutToWidth, renderRows } from '../terminal/layout.js'
import { renderOutcome } from '../terminal/memories.js'
import type { Screen } from '../terminal/screen.js'
import { formatAge, formatTime, oneLine } from '../terminal/words.js'
import { storeInGit } from './store.js'

const storeLog: Action<{ commits: StoreCommit[] }> = {
  async run(call) {
    const gitStore = await storeInGit(call)
    const { readStoreLog } = await import('../../git/log.js')
    return { commits: await readStoreLog(gitStore, limitOf(call)) }
  },
  render: ({ commits }, screen) =>
    commits.length === 0 ? 'nothing is committed yet' : renderStoreLog(commits, screen),
}

const memoryLog: Action<{ commits: MemoryCommit[] }> = {
  async run(call) {
    const [id = ''] = call.operands
    const gitStore = await storeInGit(call)
    const { readMemoryLog } = await import('../../git/log.js')
    return { commits: await readMemoryLog(gitStore, id, limitOf(call)) }
  },
  render: ({ commits }, screen) =>
    commits.length === 0 ? 'not committed yet; svc git commit' : renderMemoryLog(commits, screen),
}

function limitOf(call: Call): number {
  return call.number('limit') ?? 20
}

/** `svc git log [ID]`: the commits that touched the store, or what became of one memory. */
export function chooseLogAction({ operands: [id] }: Call): Action {
  return id === undefined ? storeLog : memoryLog
}

/** `svc git restore ID[@REV]`: brings a memory back as it was committed. */
export const gitRestore: Action<GitRestored> = {
  async run(call) {
    const gitStore = await storeInGit(call)
    const { restoreFromGit } = await import('../../git/log.js')
    return restoreFromGit(gitStore, call.operands[0] ?? '')
  },
  render: ({ memory }, screen) => renderOutcome('restored', memory, screen),
  footnotes: (restored, json) => (json ? [] : describeRestored(restored)),
}

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
    [hashOf, ({ at }) => formatAge(at, screen.now), authorOf, ({ changes }) => countSigns(changes)],
    ({ subject }, room) => cutToRoom(oneLine(subject), room),
    screen,
  )
}

/** One line a commit: hash, date, author, what became of the memory. */
export function renderMemoryLog(commits: readonly MemoryCommit[], screen: Screen): string[] {
  return renderRows(
    commits,
    [hashOf, ({ at }) => formatTime(at), authorOf, ({ kind }) => kind],
    (commit, room) => cutToRoom(describe(commit), room),
    screen,
  )
}

function hashOf({ hash }: { hash: string }): string {
  return hash.slice(0, 8)
}

function authorOf({ author }: { author: string }): string {
  return cutToWidth(oneLine(author), 14)
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
function describeRestored({ commit, sharesTitleWith }: GitRestored): string[] {
  const from = commit === 'HEAD' ? 'the last commit' : `commit ${commit.slice(0, 10)}`
  const others = sharesTitleWith.join(', ')
  return [
    `from ${from}; svc git commit records it`,
    ...(others === ''
      ? []
      : [`its title is that of ${others} too; svc doctor --fix makes one of them`]),
  ]
}
