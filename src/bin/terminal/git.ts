import { join } from 'node:path'
import { addRemote, gitIn } from '../../../store/git/repository.js'
import type { Operation } from '../../../store/git/repository.js'
import { type StoreChange, listChanges, summariseChanges } from '../../git/changes.js'
import type { CheckFinding, CheckReport } from '../../git/check.js'
import type { CommitResult } from '../../git/commit.js'
import { describeIgnored, type InitResult } from '../../git/init.js'
import type { MemoryCommit, StoreCommit } from '../../git/log.js'
import type { StoreGitStatus, SyncResult } from '../../git/sync.js'
import { describeReturned } from '../../memories/archive.js'
import type { Resolution } from '../../merge/settle.js'
import { cutToWidth, wrapText, renderFields, padToWidth, widestOf, widthOf } from './layout.js'
import type { Screen } from './screen.js'
import { oneLine, formatAge, formatTime, count } from './words.js'

/** A line for each change, cut to the screen; of many the first 50 and how many more. */
export function renderChanges(changes: readonly StoreChange[], { columns }: Screen): string[] {
  return listChanges(changes).map(line => `  ${cutToWidth(oneLine(line), columns - 2)}`)
}

/**
 * A sentence, indented, over as many lines as it needs. The style comes last, because escaping takes
 * its codes for stored control characters.
 */
export function hang(text: string, { columns }: Screen, style = (line: string) => line): string[] {
  return wrapText(oneLine(text), columns - 4).map(
    (line, row) => (row === 0 ? '  ' : '    ') + style(line),
  )
}

const DRIVER = {
  registered: 'registered',
  missing: 'not registered; svc git init does it',
  'without its program': 'its program is gone; svc git init finds it again',
}

/** How a store stands in git. */
export function renderGitStatus(status: StoreGitStatus, screen: Screen): string[] {
  const { styles } = screen
  const { branch, head, operation, unmerged, driver, changes, returned } = status
  const { warn } = styles
  const fit = (text: string) => cutToWidth(oneLine(text), screen.columns - 10)
  const rows = [
    ['store', fit(placeOf(status))],
    ['branch', branch === undefined ? warn('none (HEAD is detached)') : fit(branch)],
    ['remote', fit(remoteOf(status))],
    ['commits', head === undefined ? 'none yet' : distanceOf(status)],
    ['changes', changes.length === 0 ? 'none' : summariseChanges(changes)],
    ['open', operation && warn(fit(openOf(operation)))],
    ['unmerged', unmerged.length > 0 ? warn(`${unmerged.length}; svc git resolve`) : undefined],
    ['driver', driver === 'registered' ? DRIVER[driver] : warn(DRIVER[driver])],
    ['state/', status.stateTracked ? warn('tracked: git rm -r --cached state') : undefined],
  ] as const
  return [
    ...renderFields(rows, styles),
    ...(status.remote === undefined ? [`add a remote: ${addRemote(status.store)}`] : []),
    ...describeIgnored(status.store, status.ignored).flatMap(line => hang(line, screen, warn)),
    ...unmerged.map(path => `  ! ${fit(path)}`),
    ...renderChanges(changes, screen),
    ...returned.flatMap(memory => hang(describeReturned(memory), screen)),
  ]
}

function placeOf({ store, workTree }: StoreGitStatus): string {
  return store === workTree ? store : `${store} in ${workTree}`
}

function remoteOf({ remote, url }: StoreGitStatus): string {
  return remote === undefined ? 'none' : `${remote} (${url})`
}

/** Undefined where there is nobody to compare with. */
function distanceOf({ distance, remote }: StoreGitStatus): string | undefined {
  if (remote === undefined) return undefined
  if (distance === undefined) return 'never synced; svc git sync'
  const { ahead, behind } = distance
  if (ahead === 0 && behind === 0) return 'in step with the remote, as last fetched'
  return `${ahead} to push, ${behind} to take in, as last fetched`
}

function openOf(operation: string): string {
  const close = operation === 'merge' ? 'svc git commit' : `git ${operation} --continue`
  return `${operation}; finish it (${close}) or git ${operation} --abort`
}

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

/** What a commit took up. */
export function renderCommit({ commit, changes }: CommitResult, screen: Screen): string[] {
  if (commit === undefined) return ['nothing to commit']
  const summary = summariseChanges(changes)
  const head = `committed ${commit.slice(0, 7)}${summary === '' ? '' : `: ${summary}`}`
  return [head, ...renderChanges(changes, screen)]
}

/** What a sync did; where a person must decide, what and how. */
export function renderSync(result: SyncResult, screen: Screen): string[] {
  const { committed, merged, settled, left } = result
  const lines = [
    ...committed.flatMap(commit => renderCommit(commit, screen)),
    ...(merged.length > 0 ? [`merged: ${summariseChanges(merged)}`] : []),
    ...renderChanges(merged, screen),
    ...settled.flatMap(({ path, how }) => hang(`settled ${path}: ${how}`, screen)),
  ]
  const end = result.open ? [] : renderEnd(result, lines.length === 0)
  const rest = left.length > 0 ? renderLeft(result, screen) : []
  return [...lines, ...end, ...rest, ...renderNotices(result, screen)]
}

/** What a merge did that a person should know of: it looks no different in the files' number. */
function renderNotices({ review, returned }: SyncResult, screen: Screen): string[] {
  return [
    ...review.flatMap(({ id, title }) => {
      const what = `changed on both sides, look at it: ${title} (svc show ${id})`
      return hang(what, screen, screen.styles.warn)
    }),
    ...returned.flatMap(memory => hang(describeReturned(memory), screen)),
  ]
}

function renderEnd({ remote, branch, pushed, store }: SyncResult, isQuiet: boolean): string[] {
  if (remote === undefined) {
    return [
      ...(isQuiet ? ['nothing to commit'] : []),
      'there is no remote to share with; add one:',
      `  ${addRemote(store)}`,
    ]
  }
  const there = oneLine(`${remote}/${branch}`)
  if (pushed > 0) return [`pushed ${count(pushed, 'commit')} to ${there}`]
  return isQuiet ? [`nothing to do: in step with ${there}`] : [`in step with ${there}`]
}

function describeOpen(store: string): string[] {
  return [
    'svc git resolve tries again; or edit them, git add them, svc git commit, svc git sync;',
    `or give the merge up: ${gitIn(store)} merge --abort`,
  ]
}

function renderLeft({ left, open, store }: SyncResult, screen: Screen): string[] {
  return [
    screen.styles.bad(`left for you to settle: ${count(left.length, 'file')}`),
    ...left.flatMap(({ path, reason }) => hang(`${path}: ${reason}`, screen)),
    ...(open ? describeOpen(store) : ['edit them, then svc git sync']),
  ]
}

/** What `svc git init` did, and what comes next. */
export function renderInit(result: InitResult, { styles }: Screen): string[] {
  const { around, store, workTree, created, driver, files, stateTracked, ignored, remote } = result
  const place = workTree === store ? oneLine(store) : `${oneLine(store)} in ${oneLine(workTree)}`
  const isNew = created || driver || files.length > 0
  return [
    `${created ? 'made a repository of' : isNew ? 'prepared' : 'nothing to do for'} ${place}`,
    ...(around === undefined
      ? []
      : [`a repository of its own, because ${oneLine(around)} ignores this folder`]),
    ...files.map(renderFile),
    ...(driver ? ['registered the merge driver'] : []),
    ...(stateTracked
      ? [styles.warn(`git tracks state/: ${gitIn(store)} rm -r --cached state`)]
      : []),
    ...describeIgnored(store, ignored).map(line => styles.warn(oneLine(line))),
    ...(remote === undefined ? [`next: ${addRemote(store)}`, 'then: svc git sync'] : []),
    ...(remote !== undefined && isNew ? ['next: svc git sync'] : []),
  ]
}

function renderFile({ name, lines, isLink }: InitResult['files'][number]): string {
  if (!isLink) return `added to ${name}: ${lines.join(', ')}`
  return `${name} is a symbolic link; add to it yourself: ${lines.join(', ')}`
}

/** What was settled, what is left for a person, and how to go on. */
export function renderResolution(
  { settled, left }: Resolution,
  operation: Operation | undefined,
  screen: Screen,
): string[] {
  if (settled.length === 0 && left.length === 0) return ['nothing to settle', ...goOn(operation)]
  return [
    ...settled.flatMap(({ path, how }) => hang(`settled ${path}: ${how}`, screen)),
    ...(left.length > 0
      ? [screen.styles.bad(`left: ${count(left.length, 'file')} for you to settle`)]
      : []),
    ...left.flatMap(({ path, reason }) => hang(`${path}: ${reason}`, screen)),
    ...(left.length > 0 ? ['edit them, then svc git resolve'] : goOn(operation, settled.length)),
  ]
}

function goOn(operation: Operation | undefined, settled = 0): string[] {
  if (operation !== undefined && operation !== 'merge')
    return [`go on: git ${operation} --continue`]
  return operation === 'merge' || settled > 0 ? ['go on: svc git commit'] : []
}

/**
 * One line a finding, uncut: `path:line: problem`, as editors and CI understand it, and a summary.
 * Paths begin with the folder as it was named, so that they lead there from where one is.
 */
export function renderCheck(
  { findings, files }: CheckReport,
  folder: string | undefined,
  { styles }: Screen,
): string[] {
  const failures = findings.filter(({ level }) => level === 'failure').length
  const remarks = findings.length - failures
  const also = remarks === 0 ? '' : `, ${count(remarks, 'remark')}`
  const summary = `${count(files, 'file')} checked: ${count(failures, 'failure')}${also}`
  const style = failures === 0 ? styles.good : styles.bad
  return [...findings.map(finding => renderFinding(finding, folder)), style(summary)]
}

function renderFinding(
  { path, line, level, message }: CheckFinding,
  folder: string | undefined,
): string {
  const place = oneLine(folder === undefined ? path : join(folder, path))
  const at = line === undefined ? place : `${place}:${line}`
  return `${at}: ${level === 'remark' ? 'remark: ' : ''}${oneLine(message)}`
}
