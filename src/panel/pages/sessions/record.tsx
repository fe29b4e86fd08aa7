import type { Ref } from 'preact'
import { useEffect } from 'preact/hooks'
import type { SessionRecord } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { useEvery } from '../../every.js'
import { count, dayOf, formatDay } from '../../format.js'
import { titleOfHost } from '../../hosts.js'
import { useChanges } from '../../live.js'
import { useResource } from '../../resource.js'
import { route } from '../../route.js'
import { CopyIcon } from '../../ui/copy.js'
import { Empty, Shown } from '../../ui/states.js'
import { ScopeName } from '../../ui/text.js'
import { formatSpan } from './days.js'
import { Course } from './course.js'

const LOOK_AGAIN_MS = 10_000
/** A session that was quiet for longer is not looked at again and again. */
const QUIET_MS = 60 * 60_000

/** One session with all that happened in it. */
export function SessionPane({
  id,
  headingRef,
}: {
  id: string
  headingRef: Ref<HTMLHeadingElement>
}) {
  const session = useResource(
    abort => ask<SessionRecord>(`/sessions/${encodeURIComponent(id)}`, { signal: abort }),
    [id],
    { isFresh: true },
  )
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
        <article class="session-pane">
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
  const { id, scope, host, startedAt, prompts, given, learned } = session
  const counts = [count(prompts, 'prompt'), `${given} given`, `${learned} learned`]
  return (
    <dl class="facts">
      <dt>When</dt>
      <dd>
        {formatDay(dayOf(startedAt))}, {formatSpan(session)}
      </dd>
      <dt>Where</dt>
      <dd>
        {scope ? <ScopeName of={scope} /> : 'Unknown'}
        {host && <span class="muted"> in {titleOfHost(host)}</span>}
      </dd>
      <dt>Memories</dt>
      <dd>{counts.slice(1).join(', ')}</dd>
      <dt>Session</dt>
      <dd class="session-id">
        <span class="mono">{id}</span>
        <CopyIcon text={id} label="Copy the id" />
      </dd>
    </dl>
  )
}
