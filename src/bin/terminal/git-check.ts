import { join } from 'node:path'
import type { CheckFinding, CheckReport } from '../../git/check.js'
import type { Screen } from './screen.js'
import { count, oneLine } from './words.js'

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
