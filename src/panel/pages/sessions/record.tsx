import type { Ref } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type {
  GivenItem,
  LearnedFrom,
  SessionEntry,
  SessionRecord,
} from '../../../overview/types.js'
import { countMemories, dayOf, formatClock, formatDay } from '../../format.js'
import { titleOfHost } from '../../hosts.js'
import { useChanges, useEvery } from '../../live.js'
import { useAnswer } from '../../resource.js'
import { linkTo, route } from '../../route.js'
import { keyOf } from '../../scopes.js'
import { CopyIcon } from '../../ui/copy.js'
import { Empty, Shown } from '../../ui/states.js'
import { Fact, ScopeName } from '../../ui/text.js'
import { formatSpan } from './days.js'

const LOOK_AGAIN_MS = 10_000
/** A session that was quiet for longer is not looked at again and again. */
const QUIET_MS = 60 * 60_000

/** One session with all of its steps. */
export function SessionPane({
  id,
  headingRef,
}: {
  id: string
  headingRef: Ref<HTMLHeadingElement>
}) {
  const path = `/sessions/${encodeURIComponent(id)}`
  const session = useAnswer<SessionRecord>(path, { isFresh: true })
  const isOpen = Date.now() - Date.parse(session.value?.endedAt ?? '') < QUIET_MS
  useChanges(session.reload)
  useEvery(isOpen ? LOOK_AGAIN_MS : undefined, session.reload)
  useEffect(() => {
    document.querySelector('.split-detail')?.scrollTo(0, 0)
  }, [id])
  if (session.error?.code === 'SESSION_NOT_FOUND') {
    return (
      <Empty title="This session is not kept any more">Sessions are kept for ninety days.</Empty>
    )
  }
  return (
    <Shown of={session}>
      {value => (
        <article class="pane">
          <h2 ref={headingRef} tabIndex={-1} class="session-heading">
            {value.opening || 'Nothing was asked'}
          </h2>
          <Facts session={value} />
          {value.entries.length === 0 ? (
            <p class="muted">Nothing was noted of what happened in it.</p>
          ) : (
            <Course entries={value.entries} turn={Number(route.value.query.get('turn'))} />
          )}
        </article>
      )}
    </Shown>
  )
}

function Facts({ session }: { session: SessionRecord }) {
  const { id, scope, host, startedAt, given, learned } = session
  return (
    <dl class="facts">
      <Fact name="When">
        {formatDay(dayOf(startedAt))}, {formatSpan(session)}
      </Fact>
      <Fact name="Where">
        {scope ? <ScopeName of={scope} /> : 'Unknown'}
        {host && <span class="muted"> in {titleOfHost(host)}</span>}
      </Fact>
      <Fact name="Memories">
        {given} given, {learned} learned
      </Fact>
      <Fact name="Session" class="copied">
        <span class="mono">{id}</span>
        <CopyIcon text={id} label="Copy the id" />
      </Fact>
    </dl>
  )
}

/**
 * The steps of a session one below the other, each with its time where that is another. The prompt
 * of `turn`, counted from 1, is brought into sight and marked; 0 is none.
 */
function Course({ entries, turn }: { entries: readonly SessionEntry[]; turn: number }) {
  const steps = toSteps(entries)
  const sought = steps.filter(({ type }) => type === 'prompt')[turn - 1]
  const box = useRef<HTMLOListElement>(null)
  useEffect(() => {
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [turn, sought === undefined])
  return (
    <ol ref={box} role="list" class="course" aria-label="What happened">
      {steps.map((step, at) => {
        const before = steps[at - 1]
        const isNewDay = before !== undefined && dayOf(before.at) !== dayOf(step.at)
        const time = formatClock(step.at)
        const isShown = before === undefined || isNewDay || formatClock(before.at) !== time
        return (
          <li
            key={at}
            class="course-step"
            data-type={step.type}
            aria-current={step === sought ? 'true' : undefined}
          >
            <time dateTime={step.at} class="numbers" data-shown={isShown}>
              {isNewDay && <span class="course-day">{formatDay(dayOf(step.at))}</span>}
              {time}
            </time>
            <div>
              <StepBody step={step} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function StepBody({ step }: { step: Step }) {
  switch (step.type) {
    case 'prompt':
      return <Prompt text={step.text} />
    case 'given':
      return <Given step={step} />
    case 'learned':
      return <Learned items={step.items} />
    case 'reset':
      return <p>{RESETS[step.source ?? ''] ?? 'The context was cleared or compacted'}</p>
    case 'end':
      return <p>The session ended</p>
  }
}

const RESETS: Readonly<Record<string, string>> = {
  clear: 'The context was cleared',
  compact: 'The context was compacted',
}

const LONG_CHARS = 700

function Prompt({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > LONG_CHARS && !isWhole
  return (
    <>
      <h3 class="unseen">Prompt</h3>
      <p class="course-prompt">
        {isLong ? `${text.slice(0, LONG_CHARS).trimEnd()} …` : text || 'An empty prompt'}
      </p>
      {isLong && (
        <button type="button" class="course-more" onClick={() => setWhole(true)}>
          Show all of it
        </button>
      )}
    </>
  )
}

/** The memories that were given: those of a start, long and mostly the same, are folded away. */
function Given({ step: { event, items } }: { step: Extract<Step, { type: 'given' }> }) {
  const what = countMemories(items.length)
  if (event === 'prompt') {
    return (
      <>
        <h3 class="course-label">Given {what}</h3>
        <GivenList items={items} />
      </>
    )
  }
  return (
    <details>
      <summary>
        <h3 class="course-label">Given {what} at the start</h3>
      </summary>
      <GivenList items={items} />
    </details>
  )
}

function GivenList({ items }: { items: readonly GivenItem[] }) {
  return (
    <ul role="list" class="course-items">
      {items.map(({ id, title }) => (
        <li key={id}>
          {title === id ? (
            <span class="muted">
              A memory that is gone <span class="mono">{id}</span>
            </span>
          ) : (
            <a href={linkTo('memories', id)}>{title}</a>
          )}
        </li>
      ))}
    </ul>
  )
}

const CHANGES: Readonly<Record<string, string>> = {
  added: 'Learned',
  updated: 'Changed',
  retracted: 'Taken back',
  marked: 'Marked for review',
}

function Learned({ items }: { items: readonly LearnedFrom[] }) {
  return (
    <ul role="list" class="course-learned">
      {items.map(item => (
        <li key={`${item.id} ${item.change}`}>
          <h3 class="course-label">{CHANGES[item.change] ?? item.change}</h3>
          <a href={linkTo('memories', item.id, { scope: keyOf(item.scope) })}>{item.title}</a>
          {item.said && <q class="quote">{item.said}</q>}
        </li>
      ))}
    </ul>
  )
}

/** A step of a session: all memories learned at one time, or another entry. */
type Step =
  Exclude<SessionEntry, { type: 'learned' }> | { type: 'learned'; at: string; items: LearnedFrom[] }

/** Joins entries to steps; recalls that gave nothing are left out. */
function toSteps(entries: readonly SessionEntry[]): Step[] {
  const steps: Step[] = []
  for (const entry of entries) {
    const last = steps.at(-1)
    if (entry.type === 'given') {
      if (entry.items.length > 0) steps.push({ ...entry, items: dropRepeats(entry.items) })
    } else if (entry.type !== 'learned') steps.push(entry)
    else if (last?.type === 'learned') last.items.push(entry)
    else steps.push({ type: 'learned', at: entry.at, items: [entry] })
  }
  return steps
}

/** Keeps one item of each memory: sections of an agent file share their id. */
function dropRepeats(items: readonly GivenItem[]): GivenItem[] {
  return [...new Map(items.map(item => [item.id, item])).values()]
}
