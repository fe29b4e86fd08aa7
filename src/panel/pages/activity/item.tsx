import { Undo2 } from 'lucide'
import { useState } from 'preact/hooks'
import type { EventItem } from '../../../../store/types.js'
import type { MemoryDiff, MemoryVersions } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { useResource } from '../../resource.js'
import { linkTo } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Button } from '../../ui/controls.js'
import { Diff } from '../../ui/diff.js'
import { Shown } from '../../ui/states.js'
import type { NamedEvent } from './events.js'
import type { FeedContext } from './context.js'
import { versionAt, wordsOf } from './sources.js'
import { bringBack, leave } from './undo.js'

/** A memory of an event: where it is, the words that it came from, what changed, a way back. */
export function ItemRow({
  item,
  event,
  context,
}: {
  item: EventItem
  event: NamedEvent
  context: FeedContext
}) {
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

/** Restores what the event took away; where that was done already it says so. */
function WayBack({
  item,
  event,
  context,
}: {
  item: EventItem
  event: NamedEvent
  context: FeedContext
}) {
  const [isBusy, setBusy] = useState(false)
  const fate = context.fateOf(event, item)
  if (fate === 'back') return <span class="item-fate">Restored</span>
  if (!context.goneOf(event).includes(item)) return null
  const undo = async (button: HTMLElement) => {
    leave(button)
    setBusy(true)
    await bringBack([item])
    context.reload()
    setBusy(false)
  }
  return (
    <Button
      look="quiet"
      icon={Undo2}
      isBusy={isBusy}
      data-undo
      aria-label={`Undo: restore ${item.title}`}
      onClick={event => void undo(event.currentTarget)}
    >
      Undo
    </Button>
  )
}

/** Texts are compared above, and who changed it is what the event says. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set(['content', 'title', 'source'])

/** What an event changed in a memory, read when somebody asks for it. */
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
  const path = `/memories/${encodeURIComponent(id)}`
  const to = versionAt(await ask<MemoryVersions>(`${path}/history`, { signal }), event)
  if (to === undefined) return undefined
  return ask<MemoryDiff>(`${path}/diff`, { query: { to }, signal })
}
