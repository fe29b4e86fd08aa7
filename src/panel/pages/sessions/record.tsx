import type { Ref } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Scope } from '../../../../store/types.js'
import type { GivenItem, LearnedFrom } from '../../../overview/types.js'
import type { FoundTurn } from '../../../past/types.js'
import { count, countMemories, dayOf, formatClock, formatDay } from '../../format.js'
import { titleOfHost } from '../../hosts.js'
import { useChanges, useEvery } from '../../live.js'
import { useAnswer } from '../../resource.js'
import { linkTo, route } from '../../route.js'
import { keyOf } from '../../scopes.js'
import { CopyIcon } from '../../ui/copy.js'
import { Empty, Shown } from '../../ui/states.js'
import { Fact, ScopeName } from '../../ui/text.js'
import { findPrompt, toSteps, type Step, type ToldSession } from './course.js'
import { formatSpan } from './days.js'
import { ForgetSession } from './forget.js'
import { Done, Words } from './turn.js'

const LOOK_AGAIN_MS = 10_000
/** A session that was quiet for longer is not looked at again and again. */
const QUIET_MS = 60 * 60_000

/** One session with all of its steps; `hit` is the turn of it by which it was found. */
export function SessionPane({
  id,
  hit,
  headingRef,
  onForgotten,
}: {
  id: string
  hit: FoundTurn | undefined
  headingRef: Ref<HTMLHeadingElement>
  onForgotten: () => void
}) {
  const path = `/sessions/${encodeURIComponent(id)}`
  const session = useAnswer<ToldSession>(path, { isFresh: true })
  const isOpen = Date.now() - Date.parse(session.value?.endedAt ?? '') < QUIET_MS
  useChanges(session.reload)
  useEvery(isOpen ? LOOK_AGAIN_MS : undefined, session.reload)
  useEffect(() => {
    document.querySelector('.split-detail')?.scrollTo(0, 0)
  }, [id])
  if (session.error?.code === 'SESSION_NOT_FOUND') {
    return (
      <Empty title="This session is not kept any more">
        Sessions are noted for ninety days; turns are kept for longer, until they are forgotten.
      </Empty>
    )
  }
  return (
    <Shown of={session}>
      {value => {
        const steps = toSteps(value)
        return (
          <article class="pane">
            <h2 ref={headingRef} tabIndex={-1} class="session-heading">
              {titleOf(value)}
            </h2>
            <Facts session={value} place={hit?.scope} />
            {steps.length === 0 ? (
              <p class="muted">Nothing was noted of what happened in it.</p>
            ) : (
              <Course
                steps={steps}
                turn={Number(route.value.query.get('turn'))}
                marked={hit?.matches ?? []}
              />
            )}
            <ForgetSession id={id} onDone={onForgotten} />
          </article>
        )
      }}
    </Shown>
  )
}

const TITLE_CHARS = 200

/** The first prompt, as the list shows it. */
function titleOf({ opening, turns }: ToldSession): string {
  const asked = opening || (turns?.find(({ asked }) => asked !== '')?.asked ?? '')
  if (asked === '') return 'Nothing was asked'
  return asked.length > TITLE_CHARS ? `${asked.slice(0, TITLE_CHARS).trimEnd()} …` : asked
}

function Facts({ session, place }: { session: ToldSession; place: Scope | undefined }) {
  const { id, given, learned, turns = [] } = session
  const [first, last] = [turns[0], turns.at(-1)]
  const startedAt = session.startedAt ?? first?.at ?? ''
  const endedAt = session.endedAt ?? last?.at ?? startedAt
  const [scope, host] = [session.scope ?? place, session.host ?? first?.host]
  return (
    <dl class="facts">
      <Fact name="When">
        {formatDay(dayOf(startedAt))}, {formatSpan({ startedAt, endedAt })}
      </Fact>
      <Fact name="Where">
        {scope ? <ScopeName of={scope} /> : 'Unknown'}
        {host && <span class="muted"> in {titleOfHost(host)}</span>}
      </Fact>
      {given !== undefined && (
        <Fact name="Memories">
          {given} given, {learned} learned
        </Fact>
      )}
      {turns.length > 0 && <Fact name="Kept">{count(turns.length, 'turn')}, word for word</Fact>}
      <Fact name="Session" class="copied">
        <span class="mono">{id}</span>
        <CopyIcon text={id} label="Copy the id" />
      </Fact>
    </dl>
  )
}

/**
 * The steps of a session one below the other, each with its time where that is another. The prompt
 * of `turn`, counted from 1, is marked, and with what was done upon it whole; it, or the first word in
 * it that is `marked`, is brought into sight. 0 is none.
 */
function Course({
  steps,
  turn,
  marked,
}: {
  steps: readonly Step[]
  turn: number
  marked: readonly string[]
}) {
  const sought = findPrompt(steps, turn)
  const box = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const list = box.current
    const word = list?.querySelector('[data-sought] mark')
    const target = word ?? list?.querySelector('[aria-current]')
    target?.scrollIntoView({ block: 'center' })
  }, [turn, sought === undefined, marked.join(' ')])
  return (
    <ol ref={box} role="list" class="course" aria-label="What happened">
      {steps.map((step, at) => {
        const before = steps[at - 1]
        const isNewDay = before !== undefined && dayOf(before.at) !== dayOf(step.at)
        const time = formatClock(step.at)
        const isShown = before === undefined || isNewDay || formatClock(before.at) !== time
        const isSought = sought !== undefined && isOf(step, sought)
        return (
          <li
            key={at}
            class="course-step"
            data-type={step.type}
            data-sought={isSought ? '' : undefined}
            aria-current={step === sought ? 'true' : undefined}
          >
            <time dateTime={step.at} class="numbers" data-shown={isShown}>
              {isNewDay && <span class="course-day">{formatDay(dayOf(step.at))}</span>}
              {time}
            </time>
            <div>
              <StepBody step={step} isSought={isSought} marked={isSought ? marked : []} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** True of a prompt and of what was done upon it. */
function isOf(step: Step, prompt: Step): boolean {
  if (step === prompt) return true
  return step.type === 'done' && prompt.type === 'prompt' && step.turn === prompt.turn
}

interface StepProps {
  step: Step
  isSought: boolean
  marked: readonly string[]
}

function StepBody({ step, isSought, marked }: StepProps) {
  switch (step.type) {
    case 'prompt':
      return (
        <div class="course-prompt">
          <h3 class="unseen">Prompt</h3>
          <Words
            of={step.text || 'A prompt that was not noted'}
            {...{ marked, isWhole: isSought }}
          />
        </div>
      )
    case 'done':
      return <Done turn={step.turn} {...{ marked, isSought }} />
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
