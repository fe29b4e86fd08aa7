import { useEffect, useRef } from 'preact/hooks'
import type { SessionSummary } from '../../../overview/types.js'
import { count, formatDay } from '../../format.js'
import { titleOfHost } from '../../hosts.js'
import { Highlight, ScopeName } from '../../ui/text.js'
import { formatSpan, type Day } from './days.js'

/** Names the element of a session in the list. */
export function rowId(id: string): string {
  return `session-${id}`
}

/** Sessions by day; `onEnd` is called when its end comes into sight. */
export function SessionList({
  days,
  words,
  chosen,
  linkOf,
  onOpen,
  onEnd,
}: {
  days: readonly Day[]
  words: readonly string[]
  chosen: string
  linkOf: (id: string) => string
  /** Called where a key opened a row, so that reading can begin. */
  onOpen: () => void
  onEnd: () => void
}) {
  return (
    <>
      {days.map(({ day, sessions }) => (
        <section key={day} class="session-day" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{formatDay(day)}</h2>
          <ul role="list">
            {sessions.map(session => (
              <li key={session.id}>
                <a
                  id={rowId(session.id)}
                  class="session-row"
                  href={linkOf(session.id)}
                  aria-current={session.id === chosen ? 'true' : undefined}
                  onClick={event => event.detail === 0 && onOpen()}
                >
                  <Row session={session} words={words} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <End onSeen={onEnd} />
    </>
  )
}

function Row({ session, words }: { session: SessionSummary; words: readonly string[] }) {
  const { opening, scope, host, prompts, given, learned } = session
  return (
    <>
      <span class="session-title" dir="auto">
        {opening ? <Highlight text={opening} words={words} /> : 'Nothing was asked'}
      </span>
      <span class="session-meta small">
        <span class="numbers">{formatSpan(session)}</span>
        {scope && <ScopeName of={scope} />}
        {host && <span>{titleOfHost(host)}</span>}
      </span>
      <span class="session-meta small">
        <span>{count(prompts, 'prompt')}</span>
        <span>{given} given</span>
        {learned > 0 && <span class="session-learned">{learned} learned</span>}
      </span>
    </>
  )
}

function End({ onSeen }: { onSeen: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && latest.current(),
      { rootMargin: '600px' },
    )
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  })
  return <div ref={box} class="session-end" />
}
