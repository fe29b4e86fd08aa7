import { CircleCheck } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Review, ReviewItem } from '../../../types.js'
import { countMemories } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { useAnswer } from '../../resource.js'
import { goTo, linkTo, route } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { showToast } from '../../toasts.js'
import { Button, Chip } from '../../ui/controls.js'
import { copyText } from '../../ui/copy.js'
import { Dialog } from '../../ui/dialog.js'
import { clamp } from '../../ui/list.js'
import { Page, Split } from '../../ui/page.js'
import { Empty, Shown } from '../../ui/states.js'
import { ScopeName, Time } from '../../ui/text.js'
import { Detail, type CardActions } from './card.js'
import { accept, acceptAll, keepBoth, keepSide, saveEdited, undo } from './decisions.js'
import { useInbox, type Inbox } from './inbox.js'
import { Elsewhere, InboxHead, InboxList } from './list.js'
import { mendOf, trustCommand } from './mend.js'
import { isPlain, type Group, type InboxRow, type MemoryRow } from './rows.js'
import './review.css'

/** The inbox of memories that were learned since a person looked last, with a key for each decision. */
export default function ReviewPage() {
  const [editing, setEditing] = useState<InboxRow>()
  const inbox = useInbox(editing)
  const { answer, rows, at } = inbox
  const [asking, setAsking] = useState<{ group: Group }>()
  const follow = useRef(false)
  const row = rows[at]
  const actions = useActions(inbox, row, setEditing)
  const ask = (group: Group) => rows.some(group) && setAsking({ group })
  useKeys(inbox, actions, () => ask(isPlain))
  if (answer.value === undefined) {
    return (
      <Page title="Review">
        <Shown of={answer}>{() => null}</Shown>
      </Page>
    )
  }
  const elsewhere = <Elsewhere counts={answer.value.elsewhere} />
  if (row === undefined) return <EmptyInboxPage inbox={inbox}>{elsewhere}</EmptyInboxPage>
  return (
    <>
      <Split
        title="Review"
        isReading={route.value.rest !== ''}
        back={listLink()}
        list={
          <>
            <InboxHead inbox={inbox} onAccept={ask} />
            <InboxList inbox={inbox} />
            {elsewhere}
          </>
        }
        detail={
          <Detail
            key={row.key}
            row={row}
            place={`${at + 1} of ${rows.length}`}
            actions={actions}
            follow={follow}
            isEditing={editing?.key === row.key}
            onLeave={() => setEditing(undefined)}
          />
        }
      />
      {asking && <AcceptAll inbox={inbox} {...asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function EmptyInboxPage({ inbox, children }: { inbox: Inbox; children: ComponentChildren }) {
  const toggle = (
    <Chip isOn={inbox.isAll} onChange={inbox.showAll}>
      Show what was looked at
    </Chip>
  )
  return (
    <Page title="Review" actions={toggle}>
      <EmptyInbox isAll={inbox.isAll} />
      {children}
    </Page>
  )
}

function useKeys(inbox: Inbox, actions: CardActions, askAll: () => void): void {
  const { rows, at, isAll, choose, showAll } = inbox
  const row = rows[at]
  const move = (by: number) => {
    const next = clamp(at + by, rows.length)
    if (next !== at) choose(next)
  }
  useShortcuts('Review', [
    { keys: 'j, ArrowDown', does: 'Next memory', run: () => move(1) },
    { keys: 'k, ArrowUp', does: 'Previous memory', run: () => move(-1) },
    { keys: 'a', does: 'Accept it; of a contradiction keep both', run: actions.accept },
    { keys: 'e', does: 'Edit it', run: actions.edit },
    { keys: 'u', does: 'Undo what was learned', run: actions.undo },
    { keys: '1', does: 'Of a contradiction: keep this', run: () => actions.keep(0) },
    { keys: '2', does: 'Of a contradiction: keep the other', run: () => actions.keep(1) },
    { keys: 'A', does: 'Accept all', run: askAll },
    { keys: 'c', does: 'Copy the command that mends it', run: () => copyCommand(row) },
    { keys: 'l', does: 'Show what was looked at, or hide it', run: () => showAll(!isAll) },
    { keys: 'Enter, o', does: 'Open it', run: () => openMemory(row) },
    { keys: 'Escape', does: 'Back to the list', run: goBack },
  ])
}

function listLink(): string {
  return linkTo('review', '', route.peek().query)
}

function goBack(): void {
  const list = document.querySelector<HTMLElement>('.split-list .list')
  // On a small screen the list is not there while something is read.
  if (list?.checkVisibility() === true) list.focus()
  else goTo(listLink())
}

function openMemory(row: InboxRow | undefined): void {
  if (row?.type !== 'memory' || row.item.change === 'retracted') return
  const scope = route.peek().query.get('scope') ?? ''
  goTo(linkTo('memories', row.item.memory.id, { scope }))
}

function copyCommand(row: InboxRow | undefined): void {
  if (row?.type === 'problem') void copyText(mendOf(row.problem))
  if (row?.type === 'store') void copyText(trustCommand(row.store.project))
}

/** Asks before all is accepted: that cannot be taken back. */
function AcceptAll({
  inbox: { rows, decide },
  group,
  onClose,
}: {
  inbox: Inbox
  group: Group
  onClose: () => void
}) {
  const plain = rows.filter(group)
  const stays = rows.length - plain.length
  const run = () => {
    onClose()
    void decide(plain, () => acceptAll(plain.map(({ item }) => item)))
  }
  return (
    <Dialog title={`Accept ${countMemories(plain.length)}?`} onClose={onClose}>
      <p class="muted">
        They {group === isPlain ? 'stay as they are' : 'hold from now on'}, and are not shown here
        again.
        {stays > 0 && ' What has to be decided by itself stays in the list.'}
      </p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" autoFocus onClick={run}>
          Accept
        </Button>
      </div>
    </Dialog>
  )
}

/** An empty inbox: names the last memory that was learned, or explains how any is. */
function EmptyInbox({ isAll }: { isAll: boolean }) {
  const query = { all: true, scopeKey: chosenKey.value }
  const { value } = useAnswer<Review>('/review', { query })
  if (value === undefined) return null
  const last = value.items.find(({ change }) => change !== undefined)
  if (last === undefined) {
    return (
      <Empty icon={CircleCheck} title="Nothing was learned here lately">
        What agents learn from your conversations comes here, to accept, to edit or to undo.{' '}
        <code>svc install</code> connects them.
      </Empty>
    )
  }
  return (
    <Empty icon={CircleCheck} title={isAll ? 'Nothing is here' : 'You have seen everything'}>
      The last thing was learned <Time at={last.at} /> in <ScopeName of={last.memory.scope} />: “
      {last.memory.title}”
    </Empty>
  )
}

/** Makes the actions on the chosen row; none of them acts on a row that is no memory. */
function useActions(
  { rows, at, choose, decide }: Inbox,
  row: InboxRow | undefined,
  setEditing: (row: InboxRow | undefined) => void,
): CardActions {
  const memories = rows.filter((each): each is MemoryRow => each.type === 'memory')
  const items = memories.map(({ item }) => item)
  const nothing = () => undefined
  if (row?.type !== 'memory') {
    return { accept: nothing, undo: nothing, edit: nothing, keep: nothing, save: nothing }
  }
  const { item } = row
  const isContradiction = item.contradicts.length > 0
  const both = () => sidesOf(item, memories)
  return {
    accept: () => {
      if (item.reviewed) choose(Math.min(at + 1, rows.length - 1))
      else if (isContradiction) void decide(both(), () => keepBoth(item, items))
      else void decide([row], () => accept(item))
    },
    undo: () => {
      if (item.undo) void decide([row], () => undo(item))
      else showToast(`svc archive restore ${item.id} takes it out of the other memory again`)
    },
    edit: () => {
      if (item.change === 'retracted') return
      // A row that the hash names stays chosen, whatever comes in meanwhile.
      choose(at)
      setEditing(row)
    },
    keep: side => {
      const kept = [item.memory, ...item.contradicts][side]
      if (isContradiction && kept) void decide(both(), () => keepSide(item, kept.id, items))
    },
    save: async (draft, revision) => {
      // The row goes only once its edit is saved.
      const done = await saveEdited(item, draft, revision)
      setEditing(undefined)
      void decide([row], () => Promise.resolve(done))
    },
  }
}

/** The rows of a contradiction: its own, and those of the other sides that wait too. */
function sidesOf({ memory, contradicts }: ReviewItem, rows: readonly MemoryRow[]): MemoryRow[] {
  const ids = [memory, ...contradicts].map(({ id }) => id)
  return rows.filter(({ item }) => ids.includes(item.memory.id))
}
