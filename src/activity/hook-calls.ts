import { closeSync, openSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { ensureDirectory } from '../../store/files/atomic.js'
import { listNames, statIfThere } from '../../store/files/read.js'
import { statePath, type Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'
import type { ToolAccess } from '../hosts/profile.js'
import type { HostName } from '../hosts/profiles.js'

/** Counts of what a hook call put into a model's context. */
export interface CallGift {
  /** Memories with their text. */
  full: number
  /** Characters of the whole text, skills and frame included. */
  chars: number
}

/** A line of the log of hook calls: a call that did something. */
export interface HookCallLine extends CallGift {
  /** ISO 8601. */
  at: string
  /** SessionStart, UserPromptSubmit, Stop or SessionEnd, whatever the host calls it. */
  event: string
  /** The agent host, where it is known. */
  host?: string
  /** Milliseconds until the answer was out: of a hook's process since it began. */
  ms: number
  scope: Scope
  /** The model's way to svc, where the call said. */
  tools?: ToolAccess
}

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
