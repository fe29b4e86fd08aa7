import type { Store } from '../../store/store.js'
import { lastHostCalls } from '../activity/host-calls.js'
import type { Config } from '../config.js'
import { HOST_PROVIDER, providerOfHost } from '../provider/catalog.js'
import { findProviderFault } from '../provider/fault.js'
import type { Check } from './check.js'

type Env = Readonly<Record<string, string | undefined>>

/**
 * What distils the turns of each host that has called, by host; undefined where one provider does
 * whatever the host is.
 */
export function readLearners(
  store: Store,
  { provider }: Config,
): Record<string, string> | undefined {
  if (provider !== HOST_PROVIDER) return undefined
  const hosts = [...lastHostCalls(store).keys()].sort()
  return Object.fromEntries(hosts.map(host => [host, providerOfHost(host)]))
}

/** Why turns cannot be distilled with these settings, and what to set; [] where they can. */
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
