import { resolve } from 'node:path'
import type { CheckReport } from '../../git/check.js'
import type { HostCondition } from '../../overview/types.js'
import { HOST_PROVIDER, providerOfHost } from '../../provider/catalog.js'
import type { Action, Call } from '../cli/command.js'
import { renderCheck, renderReport, type ExaminedReport } from '../terminal/findings.js'
import { existingStore } from './store.js'

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

function toExamined(call: Call, { host, title, connected, lastCall }: HostCondition) {
  const learnsBy = findLearner(call, { host, connected })
  return {
    ...{ host, title, connected },
    ...(lastCall !== undefined && { last: lastCall }),
    ...(learnsBy !== undefined && { learnsBy }),
  }
}

/** Names the program that distils a host's turns; undefined for built-in rules, and for none. */
function findLearner(
  call: Call,
  { host, connected }: Pick<HostCondition, 'host' | 'connected'>,
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
