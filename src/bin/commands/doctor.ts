import { checkClaudeCode } from '../../install/check.js'
import { formatJson } from '../terminal/json.js'
import { renderReport } from '../terminal/doctor.js'
import type { Call } from './command.js'
import { nameProgram } from './program.js'

/** `svc doctor`: the service's findings and, as remarks, how the hooks are installed. Exit 0 or 1. */
export async function runDoctor(call: Call): Promise<number> {
  const checked = await (await call.service()).doctor({ fix: call.on('fix') })
  const program = nameProgram(process.env.PATH)
  const installed = checkClaudeCode(
    process.env,
    process.cwd(),
    `${program} install --host claude-code`,
  )
  const report = { ...checked, findings: [...checked.findings, ...installed] }
  call.screen.print(call.json ? formatJson(report) : renderReport(report, call.screen))
  return report.ok ? 0 : 1
}
