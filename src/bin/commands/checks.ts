import { resolve } from 'node:path'
import { stateFolder } from '../../../store/store.js'
import type { CheckReport } from '../../git/check.js'
import { lastHostCalls } from '../../activity/host-calls.js'
import { HOST_PROVIDER, providerOfHost } from '../../provider/catalog.js'
import type { Action, Call } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'
import { renderCheck, renderReport, type ExaminedReport } from '../terminal/findings.js'
import { existingStore } from './store.js'

/**
 * `svc doctor`: the service's findings and, as remarks, what is wrong in the hosts' settings; and
 * which hosts are there, connected or not, with their last calls. Exit 0 or 1.
 */
export const doctor: Action<ExaminedReport> = {
  async run(call) {
    const fix = call.on('fix')
    const report = await (await call.service()).doctor({ fix })
    const { checkHosts, findHostStates } = await import('../../install/check.js')
    const { locateLaunched } = await import('./hosts.js')
    const launched = locateLaunched({ dataDir: call.text('data-dir') })
    const program = nameProgram(process.env.PATH)
    const [install, mend] = [`${program} install`, `${program} doctor --fix`] as const
    const asked = { env: process.env, project: process.cwd(), launched, install, mend, fix }
    const findings = [...report.findings, ...(await checkHosts(asked))]
    const calls = lastHostCalls({ state: stateFolder(launched.dataDir) })
    const hosts = findHostStates(asked, [...calls.keys()]).map(state => {
      const last = calls.get(state.host)?.toISOString()
      const learnsBy = findLearner(call, state)
      return {
        ...state,
        ...(last !== undefined && { last }),
        ...(learnsBy !== undefined && { learnsBy }),
      }
    })
    return { ...report, findings, hosts }
  },
  render: renderReport,
  exitCode: ({ ok }) => (ok ? 0 : 1),
}

/** What distils a host's turns; undefined for the rules that need no word, and where nothing does. */
function findLearner(
  call: Call,
  { host, connected }: { host: string; connected: boolean },
): string | undefined {
  const { provider, reflect } = call.config()
  if (!reflect || !connected || provider === 'builtin') return undefined
  return provider === HOST_PROVIDER ? providerOfHost(host) : provider
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
