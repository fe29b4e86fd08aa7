import { resolve } from 'node:path'
import type { CheckReport } from '../../git/check.js'
import type { DoctorReport } from '../../types.js'
import type { Action } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'
import { renderCheck, renderReport } from '../terminal/findings.js'
import { existingStore } from './store.js'

/** `svc doctor`: the service's findings and, as remarks, how the hooks are installed. Exit 0 or 1. */
export const doctor: Action<DoctorReport> = {
  async run(call) {
    const report = await (await call.service()).doctor({ fix: call.on('fix') })
    const { checkClaudeCode } = await import('../../install/claude-code.js')
    const install = `${nameProgram(process.env.PATH)} install --host claude-code`
    const installed = checkClaudeCode(process.env, process.cwd(), install)
    return { ...report, findings: [...report.findings, ...installed] }
  },
  render: renderReport,
  exitCode: ({ ok }) => (ok ? 0 : 1),
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
