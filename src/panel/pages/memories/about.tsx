import { Copy } from 'lucide'
import type { ComponentChildren } from 'preact'
import { isImportRow, type Memory, type MemorySource } from '../../../../store/types.js'
import type { LearnedFrom } from '../../../overview/types.js'
import { count, formatMoment } from '../../format.js'
import { linkTo } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { IconButton } from '../../ui/controls.js'
import { ScopeName, Time } from '../../ui/text.js'
import { copy } from './writes.js'

/** Where a memory came from and what became of it since, as facts. */
export function About({ memory }: { memory: Memory }) {
  const { aliases, otherTitles = [], source, scope } = memory
  return (
    <section class="memory-section" aria-labelledby="about">
      <h3 id="about">About</h3>
      <dl class="facts">
        <Fact of="Scope">
          <ScopeName of={scope} />
          {scope.id !== null && <div class="muted mono">{scope.id}</div>}
        </Fact>
        <Fact of="Came from">
          <Origin source={source} />
        </Fact>
        {source.changedBy && (
          <Fact of="Changed last by">{source.changedBy === 'agent' ? 'an agent' : 'a person'}</Fact>
        )}
        {source.mergedFrom && source.mergedFrom.length > 0 && (
          <Fact of="Took in">
            <ul role="list" class="memory-ids">
              {source.mergedFrom.map(id => (
                <li key={id}>
                  <a class="mono" href={linkTo('memories', id, { view: 'archive' })}>
                    {id}
                  </a>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {otherTitles.length > 0 && <Fact of="Also titled">{otherTitles.join(' · ')}</Fact>}
        {aliases.length > 0 && (
          <Fact of="Found by too">
            <ul role="list">
              {aliases.map(alias => (
                <li key={alias}>{alias}</li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact of="Given to a model">
          {memory.uses === 0 ? 'never yet' : count(memory.uses, 'time')}
        </Fact>
        <Fact of="Created">{formatMoment(memory.createdAt)}</Fact>
        <Fact of="Updated">{formatMoment(memory.updatedAt)}</Fact>
        <Fact of="Id">
          <button
            type="button"
            class="memory-id mono"
            title="Copy the id"
            onClick={() => void copy(memory.id, 'The id')}
          >
            {memory.id}
          </button>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ of, children }: { of: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{of}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Origin({ source }: { source: MemorySource }) {
  if (isImportRow({ source })) return <>An agent file of the project</>
  if (source.session !== undefined) {
    return (
      <>
        <SessionLink session={source.session} />
        {source.turn !== undefined && `, turn ${source.turn}`}
      </>
    )
  }
  const host = source.host ? ` in ${source.host}` : ''
  if (source.by === 'agent' || source.runtime === 'mcp') return <>An agent saved it{host}</>
  return <>A person remembered it</>
}

function SessionLink({ session }: { session: string }) {
  return (
    <a href={linkTo('sessions', session, { scope: chosenKey.value })}>
      session <span class="mono">{session.slice(0, 8)}</span>
    </a>
  )
}

/** The words of conversations that a memory was learned from. */
export function Learned({ from }: { from: readonly LearnedFrom[] }) {
  if (from.length === 0) return null
  return (
    <section class="memory-section" aria-labelledby="learned">
      <h3 id="learned">Learned from</h3>
      <ul role="list" class="memory-learned">
        {from.map(({ at, session, turn, said, change }) => (
          <li key={`${session} ${turn} ${at} ${change}`}>
            {said && <blockquote class="quote">{said}</blockquote>}
            <p class="memory-small">
              <SessionLink session={session} />, turn {turn}, <Time at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What stands in place of the actions on what is not svc's own. */
export function ReadOnlyNote({ path }: { path: string }) {
  return (
    <div class="memory-readonly">
      <p>
        This is an agent file. svc reads it and leaves it alone: change the file, and this follows.
      </p>
      <p class="memory-path">
        <span class="mono">{path}</span>
        <IconButton label="Copy the path" icon={Copy} onClick={() => void copy(path, 'The path')} />
      </p>
    </div>
  )
}
