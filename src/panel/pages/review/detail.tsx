import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Tag } from '../../ui/text.js'
import { Facts, MemoryActions, MemoryBody, type CardActions } from './card.js'
import { Editor } from './edit.js'
import { ProblemBody, StoreBody } from './mend.js'
import { sortOf, titleOf, type InboxRow } from './rows.js'

interface DetailProps {
  row: InboxRow
  /** `2 of 5`. */
  place: string
  actions: CardActions
  /** True from the second card on: focus goes to it where it would be lost. */
  follow: { current: boolean }
  isEditing: boolean
  onLeave: () => void
}

/** The card of the row that is chosen. */
export function Detail({ row, place, actions, follow, isEditing, onLeave }: DetailProps) {
  const heading = useFollowingFocus(follow, isEditing)
  const { says, tone } = sortOf(row)
  const isMemory = row.type === 'memory'
  return (
    <article class="review-card">
      <div class="review-body">
        <header class="review-head">
          <p class="review-sort">
            <Tag {...(tone && { tone })}>{says}</Tag>
            <span class="numbers">{place}</span>
          </p>
          <h2 ref={heading} tabIndex={-1}>
            {titleOf(row)}
          </h2>
          {isMemory && <Facts item={row.item} />}
        </header>
        {isMemory && isEditing ? (
          <Editor item={row.item} onSave={actions.save} onLeave={onLeave} />
        ) : (
          <Body row={row} actions={actions} />
        )}
      </div>
      {isMemory && !isEditing && (
        <footer class="review-actions">
          <MemoryActions item={row.item} actions={actions} />
        </footer>
      )}
    </article>
  )
}

/** After a decision the next card is read out, unless the list has focus and tells it itself. */
function useFollowingFocus(follow: { current: boolean }, isEditing: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (follow.current && isLost) heading.current?.focus({ preventScroll: true })
    follow.current = true
  }, [isEditing])
  return heading
}

function Body({ row, actions }: { row: InboxRow; actions: CardActions }): ComponentChildren {
  if (row.type === 'memory') return <MemoryBody item={row.item} actions={actions} />
  if (row.type === 'problem') return <ProblemBody problem={row.problem} />
  return <StoreBody store={row.store} />
}
