import { useState } from 'preact/hooks'
import type { Scope } from '../../../../store/types.js'
import type { ConsolidateResult, ReflectResult } from '../../../api.js'
import { ask } from '../../api.js'
import { count } from '../../format.js'
import { keyOf, nameOf } from '../../scopes.js'
import { loadStatus } from '../../session.js'
import { showFailure, showToast } from '../../toasts.js'

/** What this page has the service do now. */
export interface Running {
  what: 'reflect' | 'consolidate'
  scopeKey: string
}

/** Work that is done scope by scope, and told when it is over. */
export interface Work {
  running: Running | undefined
  isBusy: boolean
  reflect: (scopes: readonly Scope[]) => Promise<void>
  consolidate: (scopes: readonly Scope[]) => Promise<void>
}

/** Has the service reflect and consolidate; `onStep` is called after each scope. */
export function useWork(onStep: () => void): Work {
  const [running, setRunning] = useState<Running>()
  const runAll = async <T>(
    what: Running['what'],
    scopes: readonly Scope[],
    tell: (results: readonly T[]) => string,
  ) => {
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
    void loadStatus()
    if (results.length > 0) showToast(tell(results))
  }
  return {
    running,
    isBusy: running !== undefined,
    reflect: scopes => runAll<ReflectResult>('reflect', scopes, tellReflection),
    consolidate: scopes => runAll<ConsolidateResult>('consolidate', scopes, tellConsolidation),
  }
}

function toFailure(cause: unknown, scope: Scope): Error {
  const message = cause instanceof Error ? cause.message : 'something went wrong'
  return new Error(`${nameOf(scope)}: ${message}`)
}

function tellReflection(results: readonly ReflectResult[]): string {
  const sum = (field: 'batches' | 'added' | 'updated' | 'failed' | 'waiting') =>
    results.reduce((all, result) => all + result[field], 0)
  const [added, updated, failed, waiting] = [
    sum('added'),
    sum('updated'),
    sum('failed'),
    sum('waiting'),
  ]
  const parts = [
    added > 0 && `${count(added, 'memory', 'memories')} learned`,
    updated > 0 && `${updated} changed`,
    failed > 0 && `${count(failed, 'batch', 'batches')} failed and will be tried again`,
    waiting > 0 && `${count(waiting, 'batch', 'batches')} wait for a reply or for tomorrow`,
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  return sum('batches') > 0 ? 'Nothing in it was worth keeping' : 'Nothing was waiting'
}

/** What a consolidation does, or would do, in words. */
export function tellConsolidation(results: readonly ConsolidateResult[]): string {
  const items = results.flatMap(result => result.items)
  const merged = results.reduce((sum, result) => sum + result.merged, 0)
  const evicted = results.reduce((sum, result) => sum + result.evicted, 0)
  const marked = items.filter(({ change }) => change === 'marked').length
  const parts = [
    merged > 0 && `${count(merged, 'memory', 'memories')} merged`,
    evicted > 0 && `${evicted} archived`,
    marked > 0 && `${marked} marked for review`,
  ].filter(Boolean)
  return parts.join(', ') || 'Nothing to merge or archive'
}
