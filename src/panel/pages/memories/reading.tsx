import {
  Code,
  Copy,
  FolderInput,
  Hash,
  History as HistoryIcon,
  OctagonX,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { signal } from '@preact/signals'
import { isImportRow, partyOf, type Memory, type MemorySource } from '../../../../store/types.js'
import type { LearnedFrom, MemoryVersions } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { count, formatMoment } from '../../format.js'
import { useResource } from '../../resource.js'
import { linkTo } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { IconButton } from '../../ui/controls.js'
import { Icon } from '../../ui/icon.js'
import { Markdown } from '../../ui/markdown.js'
import { Menu } from '../../ui/menu.js'
import { Fact, Kind, MakerTag, ScopeName, Tag, Time } from '../../ui/text.js'
import { pathOf } from '../../writes.js'
import { History } from './history.js'
import { copy, restoreVersion, writes } from './writes.js'

/** True while contents are shown as they are written. */
const isRaw = signal(false)

/** The actions on the memory that is read. */
export interface MemoryActions {
  edit: () => void
  pin: () => void
  move: () => void
  forget: (how?: { isWrong: boolean }) => void
  history: () => void
}

/** The reading pane of a memory: its text, origin and versions. */
export function Reading({ memory, actions }: { memory: Memory; actions: MemoryActions }) {
  const { id, title, kind, tags, pinned, content, updatedAt, source } = memory
  const isRow = isImportRow(memory)
  const history = useHistory(memory)
  const [open, setOpen] = useState('')
  useEffect(() => {
    setOpen('')
    document.querySelector('.split-detail')?.scrollTo(0, 0)
  }, [id])
  return (
    <>
      <Bar memory={memory} actions={actions} isRow={isRow} />
      <article class="memory" id="memory" tabIndex={-1} aria-labelledby="memory-title">
        <h2 id="memory-title">{title}</h2>
        <div class="memory-marks small">
          <Kind of={kind} />
          {pinned && (
            <span class="memory-pinned">
              <Icon of={Pin} size={13} /> Pinned
            </span>
          )}
          <Time at={updatedAt} />
          <MakerTag source={source} />
          {tags.length > 0 && <Tags of={tags} />}
        </div>
        {isRow && <ReadOnlyNote path={source.path ?? ''} />}
        {isRaw.value ? <pre class="memory-raw">{content}</pre> : <Markdown text={content} />}
        <About memory={memory} />
        <Learned from={history?.learned ?? []} />
        {history && (
          <History
            id={id}
            of={history}
            open={open}
            onOpen={setOpen}
            onBringBack={name => void restoreVersion(memory, name)}
          />
        )}
      </article>
    </>
  )
}

/** Time in which a person who goes through the list is already at the next one. */
const PASSING_MS = 150

/** Reads the versions once the person stays: they may come out of git. */
function useHistory({ id, revision }: Memory): MemoryVersions | undefined {
  const { value } = useResource(
    async abort => {
      await new Promise(resolve => setTimeout(resolve, PASSING_MS))
      if (abort.aborted) throw abort.reason
      const versions = await ask<MemoryVersions>(`${pathOf(id)}/history`, { signal: abort })
      return { id, versions }
    },
    [id, revision, writes.value],
  )
  return value?.id === id ? value.versions : undefined
}

function Tags({ of }: { of: readonly string[] }) {
  return (
    <ul role="list" class="tags" aria-label="Tags">
      {of.map(tag => (
        <li key={tag}>
          <a
            class="memory-tag"
            href={linkTo('memories', '', { tags: tag, scope: chosenKey.value })}
          >
            <Tag {...(tag === 'needs-review' && { tone: 'warn' as const })}>{tag}</Tag>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Bar({
  memory,
  actions,
  isRow,
}: {
  memory: Memory
  actions: MemoryActions
  isRow: boolean
}) {
  const { pinned, content, id } = memory
  return (
    <div class="memory-bar" role="toolbar" aria-label="Memory">
      <span class="memory-bar-scope clip">
        <ScopeName of={memory.scope} />
      </span>
      {!isRow && (
        <>
          <IconButton label="Edit (e)" icon={Pencil} onClick={actions.edit} />
          <IconButton
            label={pinned ? 'Unpin (p)' : 'Pin (p)'}
            icon={pinned ? PinOff : Pin}
            aria-pressed={pinned}
            onClick={actions.pin}
          />
          <IconButton label="Move (m)" icon={FolderInput} onClick={actions.move} />
          <IconButton label="Forget (#)" icon={Trash2} onClick={() => actions.forget()} />
        </>
      )}
      <IconButton
        label="Text as it is written"
        icon={Code}
        aria-pressed={isRaw.value}
        onClick={() => (isRaw.value = !isRaw.value)}
      />
      <Menu
        label="More to do"
        items={[
          { label: 'Copy the content', icon: Copy, run: () => copy(content, 'The content') },
          { label: 'Copy the id', icon: Hash, run: () => copy(id, 'The id') },
          ...(isRow
            ? []
            : [
                { label: 'History', icon: HistoryIcon, run: actions.history },
                {
                  label: 'Forget, and do not learn it again',
                  icon: OctagonX,
                  run: () => actions.forget({ isWrong: true }),
                },
              ]),
        ]}
      />
    </div>
  )
}

/** The origin of a memory and its later history, as facts. */
function About({ memory }: { memory: Memory }) {
  const { aliases, otherTitles = [], source, scope } = memory
  return (
    <section class="memory-section" aria-labelledby="about">
      <h3 id="about">About</h3>
      <dl class="facts">
        <Fact name="Scope">
          <ScopeName of={scope} />
          {scope.id !== null && <div class="muted mono">{scope.id}</div>}
        </Fact>
        <Fact name="Came from">
          <Origin source={source} />
        </Fact>
        {source.changedBy && (
          <Fact name="Changed last by">
            {source.changedBy === 'agent' ? 'an agent' : 'a person'}
          </Fact>
        )}
        {source.mergedFrom && source.mergedFrom.length > 0 && (
          <Fact name="Took in">
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
        {otherTitles.length > 0 && <Fact name="Also titled">{otherTitles.join(' · ')}</Fact>}
        {aliases.length > 0 && (
          <Fact name="Found by too">
            <ul role="list">
              {aliases.map(alias => (
                <li key={alias}>{alias}</li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact name="Given to a model">
          {memory.uses === 0 ? 'never yet' : count(memory.uses, 'time')}
        </Fact>
        <Fact name="Created">{formatMoment(memory.createdAt)}</Fact>
        <Fact name="Updated">{formatMoment(memory.updatedAt)}</Fact>
        <Fact name="Id">
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
  if (partyOf(source) === 'agent') return <>An agent saved it{host}</>
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
            <p class="memory-small small">
              <SessionLink session={session} />, turn {turn}, <Time at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Explains, in place of the actions, that svc does not change an agent file. */
function ReadOnlyNote({ path }: { path: string }) {
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
