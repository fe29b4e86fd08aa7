import type { Store } from '../../store/store.js'
import { lastHostCalls } from '../activity/hook-calls.js'
import type { Config } from '../config.js'
import { HOST_PROVIDER, providerOfHost } from '../provider/catalog.js'
import { findProviderFault } from '../provider/fault.js'
import type { DoctorFacts } from '../report.js'
import type { Check } from './check.js'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Names the provider that distils the turns of each host that has called, by host; undefined if one
 * provider does whatever the host is.
 */
export function readLearners(
  store: Store,
  { provider }: Config,
): Record<string, string> | undefined {
  if (provider !== HOST_PROVIDER) return undefined
  const hosts = [...lastHostCalls(store).keys()].sort()
  return Object.fromEntries(hosts.map(host => [host, providerOfHost(host)]))
}

/** Explains why these settings cannot distil turns, and what to set; [] if they can. */
export function findProviderFaults(store: Store, config: Config, env: Env): string[] {
  const hosts = Object.keys(readLearners(store, config) ?? {})
  const asked = config.provider === HOST_PROVIDER ? hosts : [undefined]
  const faults = asked.map(host => findProviderFault(config, env, host))
  return faults.filter(fault => fault !== undefined)
}

/** Settings that name a provider which cannot be opened: what is said waits until they do. */
export const unsoundProvider: Check = {
  name: 'provider',
  run: ({ store, config, env = {} }) => {
    if (config === undefined || !config.reflect) return []
    const faults = findProviderFaults(store, config, env)
    return faults.map(message => ({ level: 'remark', message: `nothing is learned: ${message}` }))
  },
}

/** A provider on the network that does not answer, or takes no key of ours. */
export const unreachableProvider: Check = {
  name: 'provider-unreachable',
  run: ({ facts }) => {
    const { name, service } = facts.provider ?? {}
    if (service === undefined) return []
    const told = tellService(service)
    if (told === undefined) return []
    const [message, mend] = told
    return [{ level: 'remark', message: `${name} ${message}`, mend }]
  },
}

function tellService({
  host,
  status,
  problem,
}: NonNullable<NonNullable<DoctorFacts['provider']>['service']>): ServiceFault | undefined {
  if (problem !== undefined)
    return [`at ${host} cannot be reached (${problem})`, `${WAITING}; check SVC_PROVIDER_URL`]
  if (status === 401 || status === 403)
    return [`at ${host} refuses the key (${status})`, 'check SVC_PROVIDER_KEY']
  if (status === undefined || status < 500) return undefined
  return [`at ${host} is in trouble (${status})`, WAITING]
}

/** A fault, and the advice for it. */
type ServiceFault = readonly [message: string, mend: string]

const WAITING = 'turns wait until it answers'
