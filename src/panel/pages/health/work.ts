import { useState } from 'preact/hooks'
import type { Scope } from '../../../../store/types.js'
import type { ConsolidateResult, ReflectResult } from '../../../api.js'
import { ask } from '../../api.js'
import { count, countMemories } from '../../format.js'
import { keyOf, nameOf } from '../../scopes.js'
import { loadStatus } from '../../session.js'
import { showFailure, showToast } from '../../toasts.js'

/** The work that this page has the service do now. */
interface Running {
  what: 'reflect' | 'consolidate'
  scopeKey: string
}

/** Runs work scope by scope, and says its outcome at the end. */
export interface Work {
  running: Running | undefined
  isBusy: boolean
  reflect: (scopes: readonly Scope[]) => Promise<void>
  consolidate: (scopes: readonly Scope[]) => Promise<void>
}

/** Has the service reflect and consolidate; `onStep` is called after each scope, `onEnd` after all. */
export function useWork(onStep: () => void, onEnd: () => void): Work {
  const [running, setRunning] = useState<Running>()
  const runAll = async <T>(
    what: Running['what'],
    scopes: readonly Scope[],
    tell: (results: readonly T[]) => string,
  ) => {
    if (running) return
    const results: T[] = []
    for (const scope of scopes) {
      setRunning({ what, scopeKey: keyOf(scope) })
      try {
        results.push(await ask<T>(`/${what}`, { method: 'POST', body: { scope } }))
      } catch (cause) {
        showFailure(toFailure(cause, scope))
      }
      onStep()
    }
    setRunning(undefined)
    onEnd()
    void loadStatus()
    if (results.length > 0) showToast(tell(results))
  }
  return {
    running,
    isBusy: running !== undefined,
    reflect: scopes => runAll<ReflectResult>('reflect', scopes, formatReflection),
    consolidate: scopes => runAll<ConsolidateResult>('consolidate', scopes, formatConsolidation),
  }
}

function toFailure(cause: unknown, scope: Scope): Error {
  const message = cause instanceof Error ? cause.message : 'something went wrong'
  return new Error(`${nameOf(scope)}: ${message}`)
}

function formatReflection(results: readonly ReflectResult[]): string {
  const sum = (field: 'batches' | 'added' | 'updated' | 'failed' | 'waiting') =>
    results.reduce((all, result) => all + result[field], 0)
  const [added, updated] = [sum('added'), sum('updated')]
  const [failed, waiting] = [sum('failed'), sum('waiting')]
  const parts = [
    added > 0 && `${countMemories(added)} learned`,
    updated > 0 && `${updated} changed`,
    failed > 0 && `${count(failed, 'batch', 'batches')} failed and will be tried again`,
    waiting > 0 && `${count(waiting, 'batch', 'batches')} wait for a reply or for tomorrow`,
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  return sum('batches') > 0 ? 'Nothing in it was worth keeping' : 'Nothing was waiting'
}

/** Puts the outcome of a consolidation, or of a planned one, into words. */
export function formatConsolidation(
  results: readonly ConsolidateResult[],
  { isPlanned = false } = {},
): string {
  const sum = (field: 'merged' | 'evicted') =>
    results.reduce((all, result) => all + result[field], 0)
  const marked = results.flatMap(({ items }) => items).filter(({ change }) => change === 'marked')
  const counts = [
    [sum('merged'), 'merged'],
    [sum('evicted'), 'archived'],
    [marked.length, 'marked for review'],
  ] as const
  const [first, ...rest] = counts.filter(([number]) => number > 0)
  if (first === undefined) return 'Nothing to merge or archive'
  const begin = `${countMemories(first[0])} ${isPlanned ? 'will be ' : ''}${first[1]}`
  return [begin, ...rest.map(([number, what]) => `${number} ${what}`)].join(', ')
}
