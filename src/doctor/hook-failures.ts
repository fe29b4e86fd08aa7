import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readLines } from '../../store/log.js'
import type { Check, Found } from './check.js'
import { remark } from './findings.js'

interface Failure {
  at?: unknown
  event?: unknown
  message?: unknown
}

/** What failed where nobody was told: hook calls, which answer their host all the same, and commits. */
export const hookFailure: Check = {
  name: 'hook-failure',
  run: ({ store, fix }) => {
    const path = join(store.state, 'hook-failures.jsonl')
    const failures = readLines<Failure | null>(path).filter(line => line !== null)
    const commits = failures.filter(({ event }) => event === 'automatic commit')
    const calls = failures.filter(({ event }) => event !== 'automatic commit')
    const settle = { fix, by: () => rmSync(path, { force: true }) }
    return [describeCalls(calls), describeCommits(commits)]
      .filter(message => message !== undefined)
      .map((message): Found => remark(path, message, settle))
  },
}

function describeCalls(calls: readonly Failure[]): string | undefined {
  const newest = calls.at(-1)
  if (!newest) return undefined
  const when = `the newest at ${text(newest.at)} (${text(newest.event)}): ${text(newest.message)}`
  return `${calls.length} failed hook ${calls.length === 1 ? 'call' : 'calls'}, ${when}`
}

function describeCommits(commits: readonly Failure[]): string | undefined {
  const newest = commits.at(-1)
  if (!newest) return undefined
  const count = `${commits.length} automatic ${commits.length === 1 ? 'commit' : 'commits'} failed`
  const when = `the newest at ${text(newest.at)}: ${text(newest.message)}`
  return `${count}, ${when}; svc git status shows how things stand`
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : 'unknown'
}
