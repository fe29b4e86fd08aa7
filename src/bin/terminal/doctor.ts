import type { DoctorFinding, DoctorReport } from '../../types.js'
import { wrapText } from './layout.js'
import type { Screen } from './screen.js'
import { count, oneLine } from './words.js'

/** What doctor found: failures first, then remarks, then what was mended; a summary at the end. */
export function renderReport(report: DoctorReport, screen: Screen): string[] {
  const fixed = report.findings.filter(finding => finding.fixed === true)
  const open = report.findings.filter(finding => finding.fixed !== true)
  const failures = open.filter(finding => finding.level === 'failure')
  const remarks = open.filter(finding => finding.level === 'remark')
  return [
    ...renderGroup('failures', failures, screen, screen.styles.bad),
    ...renderGroup('remarks', remarks, screen, screen.styles.warn),
    ...renderGroup('fixed', fixed, screen, screen.styles.good),
    summarise(report, failures.length, remarks.length),
  ]
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

/** The path stands on a line of its own, uncut: it is what a person copies. */
function renderFinding(finding: DoctorFinding, screen: Screen): string[] {
  const message = oneLine(finding.message).replace(/:$/, '')
  const path = finding.path === undefined ? undefined : oneLine(finding.path)
  if (path === undefined || message.includes(path)) {
    const [first = '', ...more] = wrapText(`${finding.check}: ${message}`, screen.columns - 4)
    return [`  ${first}`, ...more.map(line => `    ${line}`)]
  }
  const said = wrapText(message, screen.columns - 4).map(line => `    ${line}`)
  return [`  ${finding.check}: ${path}`, ...said]
}

function summarise(report: DoctorReport, failures: number, remarks: number): string {
  const also = remarks === 0 ? '' : `, ${count(remarks, 'remark')}`
  if (report.ok) return `everything stored and queued can be read and is consistent${also}`
  return `${count(failures, 'failure')}${also}`
}
