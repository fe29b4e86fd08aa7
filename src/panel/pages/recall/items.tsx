import { ChevronDown, ChevronRight, OctagonX, Pencil, Pin, PinOff, Trash2 } from 'lucide'
import { isImportRow } from '../../../../store/types.js'
import type { RecalledMemory } from '../../../types.js'
import { linkTo } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Button, IconButton } from '../../ui/controls.js'
import { Fact, Kind, MakerTag, ScopeName } from '../../ui/text.js'
import { asked } from './asked.js'
import { percent, readSignals, type Reading } from './signals.js'

/** The actions on an item. */
export interface ItemActions {
  /** Opens it to be edited. */
  edit: (item: RecalledMemory) => void
  pin: (item: RecalledMemory) => void
  forget: (item: RecalledMemory, isWrong: boolean) => void
  choose: (id: string) => void
  /** Marks it in the text while a pointer rests on it; '' for none. */
  point: (id: string) => void
  /** Shows what was weighed for it, or hides that. */
  explain: (id: string) => void
}

/** Links to the memory of an item. */
export function linkOf(id: string): string {
  return linkTo('memories', id, { scope: chosenKey.value })
}

/** Items of one degree below their heading; nothing where there are none. */
export function ItemGroup({
  title,
  hint,
  items,
  explained,
  actions,
}: {
  title: string
  hint: string
  items: readonly RecalledMemory[]
  explained: string
  actions: ItemActions
}) {
  if (items.length === 0) return null
  return (
    <section class="recall-group">
      <div class="recall-group-head">
        <h2>
          {title} <span class="numbers">{items.length}</span>
        </h2>
        <p class="recall-hint">{hint}</p>
      </div>
      <ul role="list" class="rows">
        {items.map(item => (
          <Item key={item.id} item={item} isExplained={item.id === explained} actions={actions} />
        ))}
      </ul>
    </section>
  )
}

function Item({
  item,
  isExplained,
  actions,
}: {
  item: RecalledMemory
  isExplained: boolean
  actions: ItemActions
}) {
  const { id, title, kind, scope, reason, probability, pinned, passages } = item
  const isFile = isImportRow(item)
  const readings = readSignals(item)
  // At a session's start the reason is the kind, and how it stands among its likes.
  const isWeighed = probability !== undefined || asked.value.event === 'prompt'
  const headings = (passages ?? []).map(({ heading }) => heading).filter(Boolean)
  return (
    <li
      class="recall-item"
      data-item={id}
      onFocusCapture={() => actions.choose(id)}
      onPointerEnter={() => actions.point(id)}
      onPointerLeave={() => actions.point('')}
    >
      <div class="recall-item-head">
        <a class="recall-title" dir="auto" href={linkOf(id)}>
          {title}
        </a>
        {probability !== undefined && <Probability of={probability} />}
      </div>
      {headings.length > 0 && <p class="recall-why">§ {headings.join(' · ')}</p>}
      {isWeighed && <p class="recall-why">{reason}</p>}
      <div class="recall-item-foot small">
        {isWeighed ? (
          <Kind of={isFile ? 'agent file' : kind} />
        ) : (
          <span class="kind small" data-kind={kind}>
            {reason}
          </span>
        )}
        <ScopeName of={scope} />
        {pinned && isWeighed && <span>Pinned</span>}
        <MakerTag source={item.source} />
        <span class="recall-item-actions">
          {!isFile && <Changes item={item} actions={actions} />}
          {readings.length > 0 && (
            <Button
              look="quiet"
              icon={isExplained ? ChevronDown : ChevronRight}
              aria-expanded={isExplained}
              onClick={() => actions.explain(id)}
            >
              Why
            </Button>
          )}
        </span>
      </div>
      {isExplained && readings.length > 0 && <Signals of={readings} />}
    </li>
  )
}

function Changes({ item, actions }: { item: RecalledMemory; actions: ItemActions }) {
  return (
    <span class="recall-changes">
      <IconButton label="Edit (e)" icon={Pencil} onClick={() => actions.edit(item)} />
      <IconButton
        label={item.pinned ? 'Unpin (p)' : 'Pin (p)'}
        icon={item.pinned ? PinOff : Pin}
        onClick={() => actions.pin(item)}
      />
      <IconButton label="Forget (#)" icon={Trash2} onClick={() => actions.forget(item, false)} />
      <IconButton
        label="Forget, and do not learn it again (!)"
        icon={OctagonX}
        onClick={() => actions.forget(item, true)}
      />
    </span>
  )
}

/** Shows a probability as a quiet bar beside the figure. */
function Probability({ of }: { of: number }) {
  return (
    <span class="probability" title="How surely the prompt wants it">
      <span class="probability-bar bar" aria-hidden="true">
        <span style={{ width: `${Math.round(of * 100)}%` }} />
      </span>
      <span class="numbers">{percent(of)}</span>
    </span>
  )
}

function Signals({ of }: { of: readonly Reading[] }) {
  return (
    <dl class="facts recall-signals">
      {of.map(({ name, says }) => (
        <Fact key={name} name={name}>
          {says}
        </Fact>
      ))}
    </dl>
  )
}
