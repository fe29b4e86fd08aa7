import { useEffect, useRef } from 'preact/hooks'
import type { EventItem, Scope } from '../../../../store/types.js'
import type { ConsolidateResult } from '../../../api.js'
import { ask } from '../../api.js'
import { count, countMemories } from '../../format.js'
import { useResource } from '../../resource.js'
import { keyOf } from '../../scopes.js'
import { Button } from '../../ui/controls.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/states.js'
import { ScopeName } from '../../ui/text.js'
import { formatConsolidation } from './work.js'

interface Planned {
  scope: Scope
  result: ConsolidateResult
}

/** Shows the outcome of a consolidation before it is run. */
export function Preview({
  scopes,
  onGo,
  onClose,
}: {
  scopes: readonly Scope[]
  onGo: () => void
  onClose: () => void
}) {
  const plan = useResource(abort => planAll(scopes, abort), [scopes.map(keyOf).join()])
  const planned = plan.value ?? []
  const actions = useRef<HTMLDivElement>(null)
  const isReady = plan.value !== undefined
  useEffect(() => {
    if (isReady) actions.current?.querySelector<HTMLElement>('button:last-child')?.focus()
  }, [isReady])
  const results = planned.map(({ result }) => result)
  const changing = planned.filter(({ result }) => result.items.length > 0)
  return (
    <Dialog title="Consolidate" onClose={onClose}>
      {plan.error ? (
        <Failure error={plan.error} onRetry={plan.reload} />
      ) : (
        <p class="muted" role="status">
          {plan.value === undefined
            ? `Looking at ${count(scopes.length, 'scope')} …`
            : `${formatConsolidation(results, { isPlanned: true })}. ${changing.length > 0 ? BACK : DONE}`}
        </p>
      )}
      {changing.map(({ scope, result }) => (
        <section key={keyOf(scope)} class="health-plan">
          <h3>
            <ScopeName of={scope} />
            <span class="muted numbers">
              {result.before === result.after
                ? countMemories(result.before)
                : `${countMemories(result.before)}, then ${result.after}`}
            </span>
          </h3>
          <ul role="list">
            {result.items.map(item => (
              <li key={`${item.id} ${item.change}`}>
                <span class="muted">{CHANGES[item.change]}</span> {item.title}
                <Into item={item} items={result.items} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div class="dialog-actions" ref={actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={!isReady} onClick={onGo}>
          Consolidate
        </Button>
      </div>
    </Dialog>
  )
}

const BACK = 'What is merged or archived can be brought back for 90 days.'
const DONE = 'Only the list of what waits is emptied.'

const CHANGES: Readonly<Partial<Record<EventItem['change'], string>>> = {
  updated: 'Grows:',
  merged: 'Merged:',
  evicted: 'Archived:',
  marked: 'Marked for review:',
}

function Into({ item, items }: { item: EventItem; items: readonly EventItem[] }) {
  const into = items.find(({ id }) => id === item.into)
  return into ? <span class="muted"> into “{into.title}”</span> : null
}

async function planAll(scopes: readonly Scope[], signal: AbortSignal): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const scope of scopes) {
    const body = { scope, dryRun: true }
    const result = await ask<ConsolidateResult>('/consolidate', { method: 'POST', body, signal })
    planned.push({ scope, result })
  }
  return planned
}
