import { DRIVERS } from '../drivers.js'
import { INSTALLED_HOSTS, PROFILES, type InstalledHost } from '../profiles.js'
import type { Host } from './hosts/host.js'

/** Loads every host that svc can be installed in, in the order in which they are shown. */
export function loadHosts(): Promise<Host[]> {
  return Promise.all(INSTALLED_HOSTS.map(loadHost))
}

/** Loads the host of a name or a short name; undefined for none. */
export async function findHost(name: string): Promise<Host | undefined> {
  const found = INSTALLED_HOSTS.find(host => host === name || PROFILES[host].aliases.includes(name))
  return found && loadHost(found)
}

async function loadHost(name: InstalledHost): Promise<Host> {
  const { installer } = await DRIVERS[name].load()
  return { name, ...PROFILES[name], ...installer }
}
