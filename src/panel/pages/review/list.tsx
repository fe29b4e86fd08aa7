import { CheckCheck } from 'lucide'
import type { Review } from '../../../types.js'
import { count } from '../../format.js'
import { linkTo } from '../../route.js'
import { keyOf, titleOfScope } from '../../scopes.js'
import { Button, Chip } from '../../ui/controls.js'
import { Icon } from '../../ui/icon.js'
import { VirtualList } from '../../ui/list.js'
import { MakerTag, ScopeName, Time } from '../../ui/text.js'
import type { Inbox } from './inbox.js'
import { isOfOldSession, isPlain, sortOf, titleOf, type Group, type InboxRow } from './rows.js'

const ROW_HEIGHT = 60

/** The head of the inbox: the number of waiting items, and the way to accept all. */
export function InboxHead({ inbox, onAccept }: { inbox: Inbox; onAccept: (rows: Group) => void }) {
  const { rows, isAll, showAll } = inbox
  const waiting = rows.filter(row => row.type === 'memory' && !row.item.reviewed).length
  const broken = rows.filter(row => row.type !== 'memory').length
  return (
    <div class="review-list-head">
      <p role="status">
        {waiting > 0 && <strong>{waiting} to look at</strong>}
        {waiting > 0 && broken > 0 && ', '}
        {broken > 0 && <span class={waiting > 0 ? 'muted' : 'review-count'}>{broken} to mend</span>}
        {waiting + broken === 0 && <strong>Nothing to look at</strong>}
      </p>
      {rows.some(isPlain) && (
        <Button look="quiet" icon={CheckCheck} keys="A" onClick={() => onAccept(isPlain)}>
          Accept all
        </Button>
      )}
      {rows.some(isOfOldSession) && (
        <Button look="quiet" icon={CheckCheck} onClick={() => onAccept(isOfOldSession)}>
          Accept all of old sessions
        </Button>
      )}
      <Chip isOn={isAll} onChange={showAll}>
        Show what was looked at
      </Chip>
    </div>
  )
}

/** The waiting items, one line each. */
export function InboxList({ inbox: { rows, at, choose } }: { inbox: Inbox }) {
  return (
    <VirtualList
      label="To look at"
      length={rows.length}
      rowHeight={ROW_HEIGHT}
      chosen={at}
      chosenId={rows[at]?.key}
      onChoose={choose}
      renderRow={index => rows[index] && <Row row={rows[index]} />}
    />
  )
}

function Row({ row }: { row: InboxRow }) {
  const { says, icon, tone } = sortOf(row)
  const isSeen = row.type === 'memory' && row.item.reviewed
  return (
    <div class="review-row" data-seen={isSeen}>
      <span class="review-row-icon" data-tone={tone}>
        <Icon of={icon} />
      </span>
      <span class="review-row-title clip" dir="auto">
        {titleOf(row)}
      </span>
      <span class="small clip">
        {isSeen ? 'Looked at' : says}
        {row.type === 'memory' && (
          <>
            {' · '}
            <ScopeName of={row.item.memory.scope} />
            {' · '}
            <Time at={row.item.at} /> <MakerTag source={row.item.memory.source} />
          </>
        )}
        {row.type === 'problem' && (
          <>
            {' · '}
            <ScopeName of={row.problem.scope} />
          </>
        )}
        {row.type === 'store' && ` · ${count(row.store.files, 'file')}`}
      </span>
    </div>
  )
}

/** Links to the other scopes in which something waits. */
export function Elsewhere({ counts }: { counts: Review['elsewhere'] }) {
  if (counts.length === 0) return null
  return (
    <p class="review-elsewhere">
      Elsewhere:{' '}
      {counts.map(({ scope, count: number }, at) => (
        <span key={keyOf(scope)}>
          {at > 0 && ', '}
          <a href={linkTo('review', '', { scope: keyOf(scope) })}>
            {number} in {titleOfScope(scope)}
          </a>
        </span>
      ))}
    </p>
  )
}
