import { Undo2 } from 'lucide'
import { useState } from 'preact/hooks'
import type { EventItem } from '../../../../store/types.js'
import type { MemoryDiff, MemoryVersions } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { count, countMemories, formatMoment, formatNumber } from '../../format.js'
import { useResource } from '../../resource.js'
import { linkTo } from '../../route.js'
import { chosenKey, nameOf } from '../../scopes.js'
import { Button } from '../../ui/controls.js'
import { Diff } from '../../ui/diff.js'
import { Shown } from '../../ui/states.js'
import { pathOf } from '../../writes.js'
import type { FeedContext, NamedEvent } from './events.js'
import { sessionOf, versionAt, wordsOf } from './sources.js'
import { moveFocusOn, restoreAll } from './undo.js'
import { MOST_ITEMS, withoutCode } from './words.js'

interface DetailProps {
  event: NamedEvent
  context: FeedContext
}

/** The details of an event: its memories, those left out, time and place. */
export function EventDetail({ event, context }: DetailProps) {
  const { items = [], dropped = [], error } = event
  return (
    <>
      {error !== undefined && (
        <div>
          <p class="event-error">{withoutCode(error)}</p>
          <p class="muted">
            Nothing is lost: what was said is kept.{' '}
            <a href={linkTo('health', '', { scope: chosenKey.value })}>Health</a> shows what waits
            and how svc is set up.
          </p>
        </div>
      )}
      {groupItems(event).map(group => (
        <ItemGroup key={group.title} group={group} event={event} context={context} />
      ))}
      {dropped.length > 0 && <Dropped dropped={dropped} />}
      <UndoAll event={event} context={context} />
      <Facts event={event} isCut={items.length >= MOST_ITEMS} context={context} />
    </>
  )
}

interface Group {
  title: string
  /** Id of the memory that these went into. */
  into?: string
  items: EventItem[]
}

const TITLES: Record<Exclude<EventItem['change'], 'merged'>, string> = {
  added: 'Added',
  updated: 'Changed',
  evicted: 'Evicted, as there were more than the scope may hold',
  retracted: 'Taken back',
  marked: 'Marked for review: they contradict each other',
  restored: 'Restored',
  forgotten: 'Forgotten',
}

/** The memories of an event by what became of them; merged ones below the one that they went into. */
function groupItems({ items = [] }: NamedEvent): Group[] {
  const titles = new Map(items.map(({ id, title }) => [id, title]))
  const parts = Map.groupBy(items, ({ change, into }) =>
    change === 'merged' ? `into ${into}` : change,
  )
  const groups = [...parts].map(([change, own]): Group => {
    const { into } = own[0]!
    if (into === undefined)
      return { title: TITLES[change as keyof typeof TITLES] ?? change, items: own }
    return { title: titles.get(into) ?? into, into, items: own }
  })
  const survivors = new Set(groups.map(({ into }) => into))
  return groups
    .map(group => ({ ...group, items: group.items.filter(item => !isShown(item, survivors)) }))
    .filter(group => group.items.length > 0)
}

/** True for a memory that only grew by others: it stands above those already. */
function isShown({ id, change }: EventItem, survivors: ReadonlySet<string | undefined>): boolean {
  return change === 'updated' && survivors.has(id)
}

function ItemGroup({ group: { title, into, items }, ...rest }: DetailProps & { group: Group }) {
  const survivor = into === undefined ? undefined : { id: into, title, change: 'updated' as const }
  return (
    <section class="event-group">
      <h3>{survivor ? `${countMemories(items.length)} merged into` : title}</h3>
      {survivor && (
        <ul role="list" class="event-survivor">
          <ItemRow item={survivor} {...rest} />
        </ul>
      )}
      <ul role="list" class={survivor ? 'event-merged' : ''}>
        {items.map(item => (
          <ItemRow key={`${item.id} ${item.change}`} item={item} {...rest} />
        ))}
      </ul>
    </section>
  )
}

function Dropped({ dropped }: { dropped: NonNullable<NamedEvent['dropped']> }) {
  return (
    <section class="event-group">
      <h3>Not kept</h3>
      <ul role="list">
        {dropped.map(({ title, reason }, at) => (
          <li key={at} class="item">
            <span class="item-title">{title}</span>
            <p class="item-why">{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The memories that an event took away and that are still gone, if there are several. */
function UndoAll({ event, context }: DetailProps) {
  const gone = context.goneOf(event)
  const { isBusy, undo } = useUndo(gone, context)
  if (gone.length < 2) return null
  return (
    <div>
      <Button icon={Undo2} keys="u" isBusy={isBusy} data-undo onClick={undo}>
        Restore all {gone.length}
      </Button>
    </div>
  )
}

/** Brings memories back at the press of a button; `isBusy` until that is done. */
function useUndo(items: readonly EventItem[], { reload }: FeedContext) {
  const [isBusy, setBusy] = useState(false)
  const undo = (press: { currentTarget: HTMLElement }) => {
    moveFocusOn(press.currentTarget)
    setBusy(true)
    void restoreAll(items).then(() => {
      reload()
      setBusy(false)
    })
  }
  return { isBusy, undo }
}

function Facts({ event, isCut, context }: DetailProps & { isCut: boolean }) {
  const { timestamp, scope, before, after, skipped = 0 } = event
  const from = sessionOf(context.learned, event)
  const facts = [
    formatMoment(timestamp),
    scope.type === 'global' ? nameOf(scope) : scope.id,
    before !== undefined && after !== undefined && before !== after
      ? `${formatNumber(before)} memories before, ${formatNumber(after)} after`
      : '',
    event.type === 'import' && skipped > 0 ? `${count(skipped, 'file')} left as they were` : '',
    isCut ? `the first ${MOST_ITEMS} are shown` : '',
  ]
  return (
    <p class="event-facts small">
      {facts.filter(Boolean).map((fact, at) => (
        <span key={at}>{fact}</span>
      ))}
      {from && (
        <a href={linkTo('sessions', from.session, { scope: chosenKey.value })}>
          The session that it came from
        </a>
      )}
    </p>
  )
}

type ItemProps = DetailProps & { item: EventItem }

/** A memory of an event: where it is, the words that it came from, what changed, a way back. */
function ItemRow({ item, event, context }: ItemProps) {
  const [isOpen, setOpen] = useState(false)
  const said = wordsOf(context.learned, event, item).flatMap(one => one.said ?? [])
  return (
    <li class="item">
      <div class="item-line">
        <ItemTitle item={item} isGone={context.fateOf(event, item) === 'gone'} />
        {item.change === 'updated' && (
          <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide changes' : 'What changed'}
          </Button>
        )}
        <WayBack item={item} event={event} context={context} />
      </div>
      {said.map(words => (
        <blockquote key={words} class="quote">
          {words}
        </blockquote>
      ))}
      {isOpen && <Changes id={item.id} event={event} />}
    </li>
  )
}

function ItemTitle({ item: { id, title }, isGone }: { item: EventItem; isGone: boolean }) {
  const query = { view: isGone ? 'archive' : '', scope: chosenKey.value }
  return (
    <a class="item-title" href={linkTo('memories', id, query)}>
      {title}
    </a>
  )
}

/** Restores a memory that the event took away; says so where that was done already. */
function WayBack({ item, event, context }: ItemProps) {
  const { isBusy, undo } = useUndo([item], context)
  const fate = context.fateOf(event, item)
  if (fate === 'back') return <span class="item-fate">Restored</span>
  if (!context.goneOf(event).includes(item)) return null
  return (
    <Button
      look="quiet"
      icon={Undo2}
      isBusy={isBusy}
      data-undo
      aria-label={`Undo: restore ${item.title}`}
      onClick={undo}
    >
      Undo
    </Button>
  )
}

/** Texts are compared above, and who changed it is what the event says. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set(['content', 'title', 'source'])

/** The changes of a memory by an event, read when somebody opens them. */
function Changes({ id, event }: { id: string; event: NamedEvent }) {
  const diff = useResource(signal => readDiff(id, event, signal), [id, event.name])
  return (
    <Shown of={diff}>
      {found => {
        if (found === undefined) return <p class="item-why">The version before it is not kept.</p>
        const { from, to, changed, lines } = found
        const others = changed.filter(field => !SHOWN_OTHERWISE.has(field))
        return (
          <div class="item-changes">
            {from.title !== to.title && (
              <Diff
                label="Title"
                lines={[
                  { change: 'removed', text: from.title },
                  { change: 'added', text: to.title },
                ]}
              />
            )}
            {lines.some(({ change }) => change !== 'same') && <Diff label="Text" lines={lines} />}
            {others.length > 0 && <p class="item-why">Also changed: {others.join(', ')}</p>}
            {changed.length === 0 && <p class="item-why">Nothing that one would read.</p>}
          </div>
        )
      }}
    </Shown>
  )
}

async function readDiff(
  id: string,
  event: NamedEvent,
  signal: AbortSignal,
): Promise<MemoryDiff | undefined> {
  const path = pathOf(id)
  const to = versionAt(await ask<MemoryVersions>(`${path}/history`, { signal }), event)
  if (to === undefined) return undefined
  return ask<MemoryDiff>(`${path}/diff`, { query: { to }, signal })
}
