import { join, resolve } from 'node:path'
import type { CheckFinding, CheckReport } from '../../git/check.js'
import type { HostCondition } from '../../overview/types.js'
import { HOST_PROVIDER, providerOfHost } from '../../provider/catalog.js'
import type { DoctorFacts, DoctorFinding, DoctorReport } from '../../report.js'
import type { Action, Call } from '../cli/command.js'
import {
  cutToWidth,
  hangText,
  indentText,
  padColumn,
  renderFields,
  wrapText,
} from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import {
  count,
  countEach,
  formatAge,
  formatTime,
  oneLine,
  tellAge,
  tellBytes,
} from '../terminal/words.js'
import { existingStore } from './store.js'

/** A doctor's report with the agent hosts of this machine. */
interface ExaminedReport extends DoctorReport {
  hosts: { host: string; title: string; connected: boolean; last?: string; learnsBy?: string }[]
}

/**
 * `svc doctor`: what is wrong in the store and in the hosts' settings; and which hosts are there,
 * connected or not, with their last calls. Exit 0 or 1.
 */
export const doctor: Action<ExaminedReport> = {
  async run(call) {
    const service = await call.service()
    const report = await service.doctor({ fix: call.on('fix') })
    const hosts = await service.overview.hosts()
    return { ...report, hosts: hosts.map(host => toExamined(call, host)) }
  },
  render: renderReport,
  exitCode: ({ ok }) => (ok ? 0 : 1),
}

/** A host with the program that distils its turns; without one for built-in rules, and for none. */
function toExamined(call: Call, { host, title, connected, lastCall }: HostCondition) {
  const { provider, reflect } = call.config()
  const isAsked = connected && reflect && provider !== 'builtin'
  return {
    ...{ host, title, connected },
    ...(lastCall !== undefined && { last: lastCall }),
    ...(isAsked && { learnsBy: provider === HOST_PROVIDER ? providerOfHost(host) : provider }),
  }
}

/**
 * Renders a report: failures first, then remarks, then what was mended; the hosts; the facts; a
 * summary at the end.
 */
export function renderReport(report: ExaminedReport, screen: Screen): string[] {
  const fixed = report.findings.filter(finding => finding.fixed === true)
  const open = report.findings.filter(finding => finding.fixed !== true)
  const failures = open.filter(({ level }) => level === 'failure')
  const remarks = open.filter(({ level }) => level === 'remark')
  const mendable = open.filter(({ fixable }) => fixable === true).length
  return [
    ...renderGroup('failures', failures, screen, screen.styles.bad),
    ...renderGroup('remarks', remarks, screen, screen.styles.warn),
    ...renderGroup('fixed', fixed, screen, screen.styles.good),
    ...renderHosts(report, screen),
    ...renderFacts(report.facts, screen),
    summarise(report.ok, failures.length, remarks.length, mendable),
  ]
}

function renderHosts({ hosts }: ExaminedReport, { styles, now }: Screen): string[] {
  if (hosts.length === 0) return []
  const titles = padColumn(hosts.map(({ title }) => title))
  const rows = hosts.map(({ connected, last, learnsBy }, at) => {
    const called = last === undefined ? SILENT : `last call ${tellAge(last, now)}`
    const learns = learnsBy === undefined ? '' : `, learns by ${oneLine(learnsBy)}`
    return `  ${titles[at]}  ${connected ? `connected, ${called}${learns}` : 'not connected'}`
  })
  return [styles.strong('hosts'), ...rows, '']
}

/** Hosts read their settings when a session begins. */
const SILENT = 'has not called yet: begin a new session there'

function renderGroup(
  heading: string,
  findings: readonly DoctorFinding[],
  screen: Screen,
  style: (text: string) => string,
): string[] {
  if (findings.length === 0) return []
  return [style(heading), ...findings.flatMap(finding => renderFinding(finding, screen)), '']
}

function tellFinding({ message, mend, fixable = false }: DoctorFinding): string {
  const told = mend === undefined ? message : `${message}; ${mend}`
  return !fixable || told.includes('--fix') ? told : `${told}; so does svc doctor --fix`
}

/** The path stands on a line of its own, uncut: it is what a person copies. */
function renderFinding(finding: DoctorFinding, screen: Screen): string[] {
  const message = oneLine(tellFinding(finding)).replace(/:$/, '')
  const path = finding.path === undefined ? undefined : oneLine(finding.path)
  if (path === undefined || message.includes(path)) {
    return hangText(`${finding.check}: ${message}`, screen)
  }
  return [`  ${finding.check}: ${path}`, ...indentText(message, screen)]
}

function summarise(isOk: boolean, failures: number, remarks: number, mendable: number): string {
  const mended = mendable === 0 ? '' : `; svc doctor --fix mends ${mendable}`
  const told = isOk
    ? 'everything stored and queued can be read and is consistent'
    : count(failures, 'failure')
  return `${told}${alsoRemarks(remarks)}${mended}`
}

function alsoRemarks(remarks: number): string {
  return remarks === 0 ? '' : `, ${count(remarks, 'remark')}`
}

/** Folders of the data directory that are named, at most. */
const FOLDERS_SHOWN = 4
/** Queues and held entries that are named, at most; `--json` has all. */
const ROWS_SHOWN = 5

/** Renders the doctor's facts in lines of at most the screen's width, each under its name. */
export function renderFacts(facts: DoctorFacts, screen: Screen): string[] {
  const { styles, columns } = screen
  const rows = [
    ['versions', tellVersions(facts)],
    ['hosts', tellHosts(facts)],
    ['hooks', tellLauncher(facts)],
    ['store', tellStore(facts)],
    ['largest', tellFolders(facts)],
    ...tellMany('queued', tellQueues(facts, screen)),
    ['index', tellIndexes(facts)],
    ['provider', tellProvider(facts)],
    ['git', tellGit(facts)],
    ...tellMany('locks', tellLocks(facts)),
  ] as const
  const told = rows.filter(([, text]) => text !== undefined && text !== '')
  const widest = Math.max(...told.map(([name]) => name.length)) + 4
  const broken = told.flatMap(([name, text]) =>
    wrapText(text ?? '', columns - widest).map((line, at) => [at === 0 ? name : '', line] as const),
  )
  const lines = renderFields(broken, styles).map(line => `  ${line}`)
  return [styles.strong('facts'), ...lines, '']
}

/** Rows of one name, which stands at the first. */
function tellMany(name: string, texts: readonly string[]): [string, string][] {
  const shown = texts.slice(0, ROWS_SHOWN)
  const left = texts.length - shown.length
  const all = left > 0 ? [...shown, `and ${left} more`] : shown
  return all.map((text, at) => [at === 0 ? name : '', text])
}

function tellVersions({ versions }: DoctorFacts): string {
  const { svc, node, git, platform, storeFormat } = versions
  const ofGit = git === undefined ? 'no git' : `git ${oneLine(git)}`
  return `svc ${svc}, Node ${node}, ${ofGit}, ${oneLine(platform)}, store format ${storeFormat}`
}

function tellHosts({ hosts = [] }: DoctorFacts): string {
  const told = hosts.map(({ title, version }) => `${title} ${version ?? '(tells no version)'}`)
  return told.map(oneLine).join(', ')
}

function tellLauncher({ launcher }: DoctorFacts): string | undefined {
  if (launcher === undefined) return undefined
  const { node, nodeVersion, isNodeUsable, script, svcVersion, isOwn } = launcher
  if (script === '') return `what ${oneLine(launcher.path)} starts is not to be seen`
  const ofSvc = svcVersion ?? 'that is gone'
  const same = isOwn ? 'this one' : oneLine(script)
  const told = nodeVersion === undefined ? '' : ` ${nodeVersion}`
  const usable = isNodeUsable ? '' : nodeVersion === undefined ? ', which is gone' : ', too old'
  return `svc ${oneLine(ofSvc)} (${same}) on Node${told} (${oneLine(node)}${usable})`
}

function tellStore({ dataDir }: DoctorFacts): string {
  const { path, mode, bytes, files, freeBytes } = dataDir
  const open = mode === '' ? '' : ` (${mode})`
  const free = freeBytes === undefined ? '' : `, ${tellBytes(freeBytes)} free`
  return `${oneLine(path)}${open}, ${tellBytes(bytes)} in ${count(files, 'file')}${free}`
}

function tellFolders({ dataDir: { folders } }: DoctorFacts): string {
  const shown = folders.filter(({ name }) => name !== '.').slice(0, FOLDERS_SHOWN)
  return shown.map(({ name, bytes }) => `${oneLine(name)} ${tellBytes(bytes)}`).join(', ')
}

function tellQueues({ queues }: DoctorFacts, { now }: Screen): string[] {
  return queues.map(({ key, turns, oldest, failing, setAside, putOff, replay }) => {
    const since = oldest === undefined ? '' : ` (${formatAge(oldest, now)})`
    const what = countEach([
      [turns, `${turns === 1 ? 'turn' : 'turns'}${since}`],
      [failing, 'failing'],
      [setAside, 'set aside'],
      [putOff, 'put off'],
      [replay, 'to consolidate'],
    ])
    return `${cutToWidth(oneLine(key), 24)}: ${what}`
  })
}

function tellIndexes({ indexes }: DoctorFacts): string {
  const inState = (wanted: string) => indexes.filter(({ state }) => state === wanted).length
  return countEach([
    [inState('fresh'), 'fresh'],
    [inState('behind'), 'behind'],
    [inState('none'), 'not made yet'],
  ])
}

function tellProvider({ provider }: DoctorFacts): string | undefined {
  if (provider === undefined) return undefined
  const { name, service } = provider
  if (service === undefined) return oneLine(name)
  const { host, hasKey, status, problem, ms } = service
  const answer = status === undefined ? `no answer (${problem})` : `answers ${status} in ${ms} ms`
  return `${oneLine(name)} at ${oneLine(host)}, ${hasKey ? 'with a key' : 'without a key'}, ${answer}`
}

function tellGit({ git }: DoctorFacts): string | undefined {
  if (git === undefined) return undefined
  const { branch, remote, uncommitted, unmerged, ahead, behind, driver, ignored } = git
  const distance = ahead === undefined ? '' : `, ${ahead} ahead and ${behind} behind ${remote}`
  const what = countEach([
    [uncommitted, 'not committed'],
    [unmerged, 'not merged'],
    [ignored, 'ignored'],
  ])
  return `${oneLine(branch ?? 'no branch')}, ${what || 'clean'}${distance}, merge driver ${driver}`
}

function tellLocks({ locks }: DoctorFacts): string[] {
  return locks.map(({ name, since, isStale, pid }) => {
    const who = isStale ? 'left behind' : `held${pid === undefined ? '' : ` by process ${pid}`}`
    return `${oneLine(name)} ${who} since ${formatTime(since)}`
  })
}

/** `svc git check [DIR]`: checks the files of a store for a team's CI. Exit 0 or 1. */
export const gitCheck: Action<{ report: CheckReport; given: string | undefined }> = {
  async run(call) {
    const [given] = call.operands
    const folder = given === undefined ? existingStore(call).dataDir : resolve(given)
    const { checkStore } = await import('../../git/check.js')
    return { report: await checkStore(folder), given }
  },
  toJson: ({ report }) => report,
  render: ({ report, given }, screen) => renderCheck(report, given, screen),
  exitCode: ({ report }) => (report.ok ? 0 : 1),
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
  const found = `${count(failures, 'failure')}${alsoRemarks(findings.length - failures)}`
  const summary = `${count(files, 'file')} checked: ${found}`
  const style = failures === 0 ? styles.good : styles.bad
  return [...findings.map(finding => renderCheckFinding(finding, folder)), style(summary)]
}

function renderCheckFinding(
  { path, line, level, message }: CheckFinding,
  folder: string | undefined,
): string {
  const place = oneLine(folder === undefined ? path : join(folder, path))
  const at = line === undefined ? place : `${place}:${line}`
  return `${at}: ${level === 'remark' ? 'remark: ' : ''}${oneLine(message)}`
}
