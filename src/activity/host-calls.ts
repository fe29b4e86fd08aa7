import { closeSync, openSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { ensureDirectory } from '../../store/files/atomic.js'
import { listNames, statIfThere } from '../../store/files/read.js'
import { statePath, type Store } from '../../store/store.js'
import type { HostName } from '../hosts/profiles.js'

/** Notes that a host has called: an empty file of its name, whose time is `now`. */
export function noteHostCall(store: Pick<Store, 'state'>, host: HostName, now: Date): void {
  const path = statePath(store, 'hosts', host)
  try {
    utimesSync(path, now, now)
  } catch {
    ensureDirectory(dirname(path))
    closeSync(openSync(path, 'a'))
    utimesSync(path, now, now)
  }
}

/** Last time that each host began a session or ended a turn, by name; none if it never did. */
export function lastHostCalls(store: Pick<Store, 'state'>): Map<string, Date> {
  const calls = new Map<string, Date>()
  for (const host of listNames(statePath(store, 'hosts'))) {
    const stats = statIfThere(statePath(store, 'hosts', host))
    if (stats?.isFile()) calls.set(host, stats.mtime)
  }
  return calls
}
