import type { FoundTurn } from '../../../past/types.js'
import { count, formatMoment } from '../../format.js'
import { titleOfHost } from '../../hosts.js'
import type { Resource } from '../../resource.js'
import { Failure } from '../../ui/states.js'
import { Highlight, ScopeName } from '../../ui/text.js'

/** Names the element of a found turn in the list. */
export function hitId({ session, turn }: Pick<FoundTurn, 'session' | 'turn'>): string {
  return `turn-${turn}-${session}`
}

/** The turns that were found in past sessions, best first, or why there are none. */
export function Hits({
  found,
  chosen,
  linkOf,
  onOpen,
}: {
  found: Resource<readonly FoundTurn[]>
  /** The element's name of the chosen turn. */
  chosen: string
  linkOf: (turn: FoundTurn) => string
  /** Called where a key opened a row, so that reading can begin. */
  onOpen: () => void
}) {
  const { value, error, isLoading, reload } = found
  return (
    <section class="session-day" aria-labelledby="found-turns">
      <h2 id="found-turns">In what was said and done</h2>
      {error && <Failure error={error} onRetry={reload} />}
      <p class="session-found small muted" role="status" aria-busy={isLoading}>
        {value === undefined
          ? isLoading && <span class="late">Searching …</span>
          : value.length === 0
            ? 'No turn that is kept tells of it.'
            : `${count(value.length, 'turn')}, the best first`}
      </p>
      <ul role="list">
        {value?.map(turn => (
          <li key={hitId(turn)}>
            <a
              id={hitId(turn)}
              class="session-row"
              href={linkOf(turn)}
              aria-current={hitId(turn) === chosen ? 'true' : undefined}
              onClick={event => event.detail === 0 && onOpen()}
            >
              <Hit turn={turn} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hit({ turn }: { turn: FoundTurn }) {
  const { title, passage, matches, outcome, at, key, scope, host } = turn
  return (
    <>
      <span class="session-title" dir="auto">
        {title ? <Highlight text={title} words={matches} /> : 'A prompt that was not noted'}
      </span>
      <span class="session-passage small" dir="auto">
        <Highlight text={passage} words={matches} />
      </span>
      {outcome && <span class="session-outcome small">→ {outcome}</span>}
      <span class="session-meta small">
        <time dateTime={at} class="numbers">
          {formatMoment(at)}
        </time>
        {scope ? <ScopeName of={scope} /> : <span>{key}</span>}
        {host && <span>{titleOfHost(host)}</span>}
      </span>
    </>
  )
}
