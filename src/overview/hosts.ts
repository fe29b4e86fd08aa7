import { lastHostCalls } from '../activity/host-calls.js'
import type { OverviewContext } from './context.js'
import type { FoundHost, HostCondition } from './types.js'

/**
 * The agent hosts and when each called last. Where nobody says what is on this machine they are
 * those that have called.
 */
export async function listHosts({ store, hosts }: OverviewContext): Promise<HostCondition[]> {
  const calls = lastHostCalls(store)
  const callers = [...calls.keys()].sort()
  const found = hosts === undefined ? callers.map(toCaller) : await hosts.find(callers)
  return found.map(host => {
    const lastCall = calls.get(host.host)?.toISOString()
    return { ...host, ...(lastCall !== undefined && { lastCall }) }
  })
}

function toCaller(host: string): FoundHost {
  return { host, title: host, connected: true, install: `svc install --host ${host}` }
}
