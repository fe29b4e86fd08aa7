import { ChevronRight } from 'lucide'
import { useId } from 'preact/hooks'
import { formatClock, formatMoment } from '../../format.js'
import { chosenKey } from '../../scopes.js'
import { Icon } from '../../ui/icon.js'
import { ScopeName } from '../../ui/text.js'
import { EventDetail } from './detail.js'
import type { FeedContext } from './context.js'
import type { NamedEvent } from './events.js'
import { iconOf, tell } from './words.js'

/** One event as a quiet line, and what there is to it where it is open. */
export function EventRow({
  event,
  isOpen,
  isNew,
  onToggle,
  context,
}: {
  event: NamedEvent
  isOpen: boolean
  isNew: boolean
  onToggle: () => void
  context: FeedContext
}) {
  const { does, to } = tell(event)
  const id = useId()
  return (
    <li
      class="event"
      data-type={event.type}
      data-failed={event.error !== undefined}
      data-new={isNew}
    >
      <div class="event-space">
        <button
          type="button"
          class="event-line"
          data-name={event.name}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <Icon of={iconOf(event)} />
          <span class="event-told">
            <span class="event-does">{does}</span> {to && <span class="event-to">{to}</span>}
          </span>
          {chosenKey.value === '' && (
            <span class="event-scope clip">
              <ScopeName of={event.scope} />
            </span>
          )}
          <time class="numbers" dateTime={event.timestamp} title={formatMoment(event.timestamp)}>
            {formatClock(event.timestamp)}
          </time>
          <Icon of={ChevronRight} size={14} />
        </button>
        {isOpen && (
          <div class="event-detail" id={id}>
            <EventDetail event={event} context={context} />
          </div>
        )}
      </div>
    </li>
  )
}
