import { join } from 'node:path'
import type { CheckFinding, CheckReport } from '../../git/check.js'
import type { DoctorFinding, DoctorReport } from '../../report.js'
import { renderFacts } from './facts.js'
import { padColumn, wrapText } from './layout.js'
import type { Screen } from './screen.js'
import { count, formatAge, oneLine } from './words.js'

/** A doctor's report with the agent hosts of this machine. */
export interface ExaminedReport extends DoctorReport {
  hosts: { host: string; title: string; connected: boolean; last?: string; learnsBy?: string }[]
}

/**
 * Renders a report: failures first, then remarks, then what was mended; the hosts; the facts; a
 * summary at the end.
 */
export function renderReport(report: ExaminedReport, screen: Screen): string[] {
  const fixed = report.findings.filter(finding => finding.fixed === true)
  const open = report.findings.filter(finding => finding.fixed !== true)
  const failures = open.filter(finding => finding.level === 'failure')
  const remarks = open.filter(finding => finding.level === 'remark')
  const mendable = open.filter(({ fixable }) => fixable === true).length
  return [
    ...renderGroup('failures', failures, screen, screen.styles.bad),
    ...renderGroup('remarks', remarks, screen, screen.styles.warn),
    ...renderGroup('fixed', fixed, screen, screen.styles.good),
    ...renderHosts(report, screen),
    ...renderFacts(report.facts, screen),
    summarise(report, { failures: failures.length, remarks: remarks.length, mendable }),
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

function tellAge(iso: string, now: number): string {
  const age = formatAge(iso, now)
  return age === 'now' ? 'just now' : `${age} ago`
}

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
    const [first = '', ...more] = wrapText(`${finding.check}: ${message}`, screen.columns - 4)
    return [`  ${first}`, ...more.map(line => `    ${line}`)]
  }
  const said = wrapText(message, screen.columns - 4).map(line => `    ${line}`)
  return [`  ${finding.check}: ${path}`, ...said]
}

/** Counts of open findings, and of those that `--fix` mends. */
interface OpenCounts {
  failures: number
  remarks: number
  mendable: number
}

function summarise(report: DoctorReport, { failures, remarks, mendable }: OpenCounts): string {
  const also = alsoRemarks(remarks)
  const mended = mendable === 0 ? '' : `; svc doctor --fix mends ${mendable}`
  if (report.ok) return `everything stored and queued can be read and is consistent${also}${mended}`
  return `${count(failures, 'failure')}${also}${mended}`
}

function alsoRemarks(remarks: number): string {
  return remarks === 0 ? '' : `, ${count(remarks, 'remark')}`
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
  const also = alsoRemarks(findings.length - failures)
  const summary = `${count(files, 'file')} checked: ${count(failures, 'failure')}${also}`
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
