import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { GivenItem, LearnedFrom, SessionEntry } from '../../../overview/types.js'
import { count, dayOf, formatClock, formatDay } from '../../format.js'
import { linkTo } from '../../route.js'
import { keyOf } from '../../scopes.js'
import { toSteps, type Step } from './steps.js'

/**
 * What happened in a session, one below the other, with the time where it is another one. The prompt
 * of `turn`, counted from 1, is brought into sight and marked; 0 is none.
 */
export function Course({ entries, turn }: { entries: readonly SessionEntry[]; turn: number }) {
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
              <Told step={step} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Told({ step }: { step: Step }) {
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

/** What a start gives is long, and mostly the same: it is there for who wants it. */
function Given({ step: { event, items } }: { step: Extract<Step, { type: 'given' }> }) {
  const what = count(items.length, 'memory', 'memories')
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
      {items.map(({ id, title, degree }) => (
        <li key={id}>
          {title === id ? (
            <span class="muted">
              A memory that is gone <span class="mono">{id}</span>
            </span>
          ) : (
            <a href={linkTo('memories', id)}>{title}</a>
          )}
          {degree === 'title' && <span class="muted"> title only</span>}
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
          <MemoryLink item={item}>{item.title}</MemoryLink>
          {item.said && <q class="quote">{item.said}</q>}
        </li>
      ))}
    </ul>
  )
}

function MemoryLink({ item, children }: { item: LearnedFrom; children: ComponentChildren }) {
  return <a href={linkTo('memories', item.id, { scope: keyOf(item.scope) })}>{children}</a>
}
