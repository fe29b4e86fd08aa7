import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readLines } from '../../store/log.js'
import type { Check } from './check.js'
import { remark } from './findings.js'

interface HookFailure {
  at?: unknown
  event?: unknown
  message?: unknown
}

/** Hook calls that failed: they answer their host all the same, so only this tells of them. */
export const hookFailure: Check = {
  name: 'hook-failure',
  run: ({ store, fix }) => {
    const path = join(store.state, 'hook-failures.jsonl')
    const failures = readLines<HookFailure | null>(path).filter(line => line !== null)
    const newest = failures.at(-1)
    if (!newest) return []
    const when = `the newest at ${text(newest.at)} (${text(newest.event)}): ${text(newest.message)}`
    const message = `${failures.length} failed hook ${failures.length === 1 ? 'call' : 'calls'}, ${when}`
    return [remark(path, message, { fix, by: () => rmSync(path, { force: true }) })]
  },
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown'
}
