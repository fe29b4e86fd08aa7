import { ArrowUpRight, Check, Pencil, RotateCcw, Trash2 } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Memory } from '../../../../store/types.js'
import type { ReviewItem } from '../../../types.js'
import { titleOfHost } from '../../hosts.js'
import { linkTo } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Button } from '../../ui/controls.js'
import { compareTexts, Diff } from '../../ui/diff.js'
import { Icon } from '../../ui/icon.js'
import { Markdown } from '../../ui/markdown.js'
import { Notice } from '../../ui/states.js'
import { Kind, MakerTag, ScopeName, Tag, Time } from '../../ui/text.js'
import { UNDO_LABELS } from './decisions.js'
import { Editor, type Draft } from './edit.js'
import { ProblemBody, StoreBody } from './mend.js'
import { sortOf, titleOf, type InboxRow } from './rows.js'

/** The actions on the chosen card. */
export interface CardActions {
  accept: () => void
  undo: () => void
  edit: () => void
  /** Keeps the side of a contradiction with this index, the memory itself being the first. */
  keep: (side: number) => void
  save: (draft: Draft, revision: string | undefined) => Promise<void> | undefined
}

/** The facts of a memory besides its text. */
export function Facts({ item: { memory, at, reviewed, change } }: { item: ReviewItem }) {
  return (
    <p class="review-facts small">
      <Kind of={memory.kind} />
      <ScopeName of={memory.scope} />
      <Time at={at} />
      <MakerTag source={memory.source} />
      {reviewed && <span>Looked at</span>}
      {change !== 'retracted' && (
        <a href={linkTo('memories', memory.id, { scope: chosenKey.value })}>
          Open
          <Icon of={ArrowUpRight} size={14} />
        </a>
      )}
    </p>
  )
}

/** The memory itself, the words that it came from, and its open decision. */
function MemoryBody({ item, actions }: { item: ReviewItem; actions: CardActions }) {
  const { id, memory, change, before, secrets, contradicts } = item
  const isMerged = memory.id !== id
  return (
    <>
      {secrets.length > 0 && <Secrets rules={secrets} />}
      {isMerged && <Notice>It went into this memory since, when the two were merged.</Notice>}
      {change === 'retracted' && (
        <p class="muted">
          It was taken back in a conversation, and is not given any more. It said:
        </p>
      )}
      {contradicts.length > 0 ? (
        <Contradiction item={item} onKeep={actions.keep} />
      ) : before ? (
        <Changed before={before} memory={memory} />
      ) : (
        <div class="review-text" data-gone={change === 'retracted'}>
          <Markdown text={memory.content} />
        </div>
      )}
      <Words item={item} />
    </>
  )
}

function Secrets({ rules }: { rules: readonly string[] }) {
  return (
    <Notice tone="warn">
      Its text may hold a secret (<code>{rules.join(', ')}</code>), and every session may be given
      it. Forget it, take the secret out of it, or say that it is fine.
    </Notice>
  )
}

function Changed({
  before,
  memory,
}: {
  before: Pick<Memory, 'title' | 'kind' | 'content'>
  memory: Memory
}) {
  return (
    <>
      {before.title !== memory.title && (
        <section>
          <h3>Title</h3>
          <Diff label="Title" lines={compareTexts(before.title, memory.title)} />
        </section>
      )}
      {before.kind !== memory.kind && (
        <p class="muted">
          The kind was {before.kind}, and is {memory.kind} now.
        </p>
      )}
      {before.content !== memory.content && (
        <section>
          <h3>Content</h3>
          <Diff label="Content" lines={compareTexts(before.content, memory.content)} />
        </section>
      )}
    </>
  )
}

function Words({ item: { words, memory } }: { item: ReviewItem }) {
  const { commit } = memory.source
  if (typeof commit === 'string') return <Commit id={commit} at={memory.createdAt} />
  if (words.length === 0) return null
  return (
    <section>
      <h3>From the conversation</h3>
      {words.map(({ said, session, turn, at }) => (
        <figure class="review-words" key={`${session} ${turn} ${said}`}>
          <blockquote class="quote">{said}</blockquote>
          <figcaption class="small">
            <a href={linkTo('sessions', session, { turn: String(turn) })}>Turn {turn}</a>
            {' of a session'}
            {memory.source.host ? ` in ${titleOfHost(memory.source.host)}` : ''}, <Time at={at} />
          </figcaption>
        </figure>
      ))}
    </section>
  )
}

/** The commit whose message says it: its subject is the title. */
function Commit({ id, at }: { id: string; at: string }) {
  return (
    <section>
      <h3>From the history</h3>
      <p class="small">
        Commit <code>{id.slice(0, 8)}</code>, <Time at={at} />
      </p>
    </section>
  )
}

/** The decisions about a memory, each with its key. */
export function MemoryActions({ item, actions }: { item: ReviewItem; actions: CardActions }) {
  const { undo, change, secrets, contradicts, reviewed } = item
  return (
    <>
      {!reviewed && (
        <Button look="primary" icon={Check} keys="a" onClick={actions.accept}>
          {contradicts.length > 0 ? 'Keep both' : secrets.length > 0 ? 'It is fine' : 'Accept'}
        </Button>
      )}
      {change !== 'retracted' && (
        <Button icon={Pencil} keys="e" onClick={actions.edit}>
          Edit
        </Button>
      )}
      {undo ? (
        <Button icon={undo === 'forget' ? Trash2 : RotateCcw} keys="u" onClick={actions.undo}>
          {UNDO_LABELS[undo]}
          {contradicts.length > 0 && ' this'}
        </Button>
      ) : (
        <span class="muted">
          <code>svc archive restore {item.id}</code> takes it out of the other again
        </span>
      )}
    </>
  )
}

/** Both statements side by side, each with a way to keep it alone. */
export function Contradiction({
  item,
  onKeep,
}: {
  item: ReviewItem
  onKeep: (side: number) => void
}) {
  const sides = [item.memory, ...item.contradicts]
  return (
    <section>
      <h3>These do not agree. Which one holds?</h3>
      <ul role="list" class="review-sides">
        {sides.map(({ id, title, content }, at) => (
          <li class="card" key={id}>
            <h4>{title}</h4>
            <Markdown text={content} />
            <Button keys={String(at + 1)} onClick={() => onKeep(at)}>
              {at === 0 ? 'Keep this' : 'Keep the other'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

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

/** The card of the chosen row. */
export function Detail({ row, place, actions, follow, isEditing, onLeave }: DetailProps) {
  const heading = useFollowingFocus(follow, isEditing)
  const { says, tone } = sortOf(row)
  const isMemory = row.type === 'memory'
  return (
    <article class="review-card">
      <div class="review-body">
        <header class="review-head">
          <p class="review-sort small">
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
