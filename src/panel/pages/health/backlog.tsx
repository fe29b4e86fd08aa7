import { Combine, Lightbulb } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import type { Scope } from '../../../../store/types.js'
import type { ScopeQueue } from '../../../overview/types.js'
import { count } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { useChanges, useEvery } from '../../live.js'
import { useAnswer } from '../../resource.js'
import { chosenKey, chosenScope, keyOf, scopes } from '../../scopes.js'
import { showToast } from '../../toasts.js'
import { Button } from '../../ui/controls.js'
import { useKeptFocus } from '../../ui/focus.js'
import { Shown } from '../../ui/states.js'
import { ScopeName, Tag } from '../../ui/text.js'
import { Preview } from './preview.js'
import { useWork, type Work } from './work.js'

const WHILE_BUSY_MS = 1_000
const ELSE_MS = 15_000

/** The queue of each scope for reflection and consolidation, and a way to have both done now. */
export function Backlog({ onWorked }: { onWorked: () => void }) {
  const queues = useAnswer<{ queues: ScopeQueue[] }>('/queues')
  const work = useWork(queues.reload, onWorked)
  const [previewed, setPreviewed] = useState<readonly Scope[]>()
  const shown = toShown(queues.value?.queues ?? [])
  const isBusy = work.isBusy || shown.some(({ busy }) => busy)
  useChanges(queues.reload)
  useEvery(isBusy ? WHILE_BUSY_MS : ELSE_MS, queues.reload)
  return (
    <section class="section" aria-labelledby="health-waiting">
      <BacklogHead queues={shown} work={work} onConsolidate={setPreviewed} />
      <Shown of={queues}>
        {() =>
          shown.length === 0 ? (
            <p class="muted health-none">
              Nothing waits. Turns are queued as agents reply, and reflected on when ten have come
              together or their session ends.
            </p>
          ) : (
            <ul role="list" class="rows health-rows">
              {shown.map(queue => (
                <QueueRow
                  key={keyOf(queue.scope)}
                  queue={queue}
                  work={work}
                  onConsolidate={() => setPreviewed([queue.scope])}
                />
              ))}
            </ul>
          )
        }
      </Shown>
      <p class="unseen" role="status">
        {work.running && `${WORK_NAMES[work.running.what]} …`}
      </p>
      {previewed && (
        <Preview
          scopes={previewed}
          onClose={() => setPreviewed(undefined)}
          onGo={() => {
            setPreviewed(undefined)
            void work.consolidate(previewed)
          }}
        />
      )}
    </section>
  )
}

/** The heading with what can be done for all scopes at once. */
function BacklogHead({
  queues,
  work,
  onConsolidate,
}: {
  queues: readonly ScopeQueue[]
  work: Work
  onConsolidate: (scopes: readonly Scope[]) => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading)
  const turns = queues.filter(queue => queue.turns > 0).map(({ scope }) => scope)
  const replays = queues.filter(({ replaySize }) => replaySize > 0).map(({ scope }) => scope)
  const reflectAll = () => {
    if (turns.length > 0) void work.reflect(turns)
    else showToast('No turn waits to be reflected on')
  }
  const consolidateAll = () => {
    if (!work.isBusy) onConsolidate(replays.length > 0 ? replays : shownScopes())
  }
  useShortcuts('Health', [
    { keys: 'r', does: 'Reflect now', run: reflectAll },
    { keys: 'c', does: 'Look at what consolidation would do', run: consolidateAll },
  ])
  const isDoing = (what: 'reflect' | 'consolidate') => work.running?.what === what
  const reflects = { isBusy: isDoing('reflect'), disabled: turns.length === 0, onClick: reflectAll }
  const consolidates = { isBusy: isDoing('consolidate'), onClick: consolidateAll }
  return (
    <div class="section-head">
      <h2 id="health-waiting" ref={heading} tabIndex={-1}>
        Waiting
      </h2>
      <div class="actions">
        <Button icon={Lightbulb} keys="r" {...reflects}>
          Reflect now
        </Button>
        <Button icon={Combine} keys="c" {...consolidates}>
          Consolidate now
        </Button>
      </div>
    </div>
  )
}

const WORK_NAMES = { reflect: 'Reflecting', consolidate: 'Consolidating' }

interface QueueRowProps {
  queue: ScopeQueue
  work: Work
  onConsolidate: () => void
}

function QueueRow({ queue, work, onConsolidate }: QueueRowProps) {
  const { scope, turns, replaySize } = queue
  const isOwn = work.running?.scopeKey === keyOf(scope)
  const says = isOwn && work.running ? WORK_NAMES[work.running.what] : queue.busy ? 'At work' : ''
  return (
    <li class="row health-queue">
      <div class="health-what">
        <h3>
          <ScopeName of={scope} />
          {says && (
            <span class="health-busy">
              <span class="busy" aria-hidden="true" />
              {says} …
            </span>
          )}
        </h3>
        <p class="muted numbers">{describe(queue)}</p>
        <Troubles queue={queue} />
      </div>
      <div class="actions">
        {turns > 0 && (
          <Button look="quiet" onClick={() => void work.reflect([scope])}>
            Reflect
          </Button>
        )}
        {(replaySize > 0 || turns === 0) && (
          <Button look="quiet" onClick={onConsolidate}>
            Consolidate
          </Button>
        )}
      </div>
    </li>
  )
}

function describe({ turns, replaySize }: ScopeQueue): string {
  const parts = [
    turns > 0 && `${count(turns, 'turn')} to reflect on`,
    replaySize > 0 && `${count(replaySize, 'batch', 'batches')} to consolidate`,
  ].filter(Boolean)
  return parts.join(', ') || 'Nothing waits'
}

function Troubles({ queue: { failing, setAside, putOff } }: { queue: ScopeQueue }) {
  if (failing + setAside + putOff === 0) return null
  return (
    <div class="tags">
      {failing > 0 && <Tag tone="warn">{count(failing, 'batch', 'batches')} failing</Tag>}
      {setAside > 0 && <Tag tone="bad">{count(setAside, 'batch', 'batches')} set aside</Tag>}
      {putOff > 0 && <Tag>{count(putOff, 'batch', 'batches')} put off</Tag>}
    </div>
  )
}

/** Adds a row for the chosen scope, also where nothing of it waits. */
function toShown(queues: readonly ScopeQueue[]): readonly ScopeQueue[] {
  const scope = chosenScope.value
  if (scope === undefined) return queues
  const own = queues.filter(queue => keyOf(queue.scope) === chosenKey.value)
  if (own.length > 0) return own
  const none = { turns: 0, failing: 0, setAside: 0, putOff: 0, replaySize: 0, busy: false }
  return [{ scope, ...none }]
}

function shownScopes(): Scope[] {
  const all = chosenScope.peek() ? [chosenScope.peek()!] : scopes.peek()
  return all.map(({ type, id }) => ({ type, id }) as Scope)
}
