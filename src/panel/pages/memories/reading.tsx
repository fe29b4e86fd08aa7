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
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { isImportRow, type Memory } from '../../../../store/types.js'
import type { MemoryVersions } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { useResource } from '../../resource.js'
import { linkTo } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { IconButton, Menu } from '../../ui/controls.js'
import { Markdown } from '../../ui/markdown.js'
import { Kind, ScopeName, Tag, Time } from '../../ui/text.js'
import { Icon } from '../../ui/icon.js'
import { About, Learned, ReadOnlyNote } from './about.js'
import { History } from './history.js'
import { bringBack, copy, writes } from './writes.js'

/** True while contents are shown as they are written. */
export const isRaw = signal(false)

/** What can be done with the memory that is read. */
export interface MemoryActions {
  edit: () => void
  pin: () => void
  move: () => void
  forget: (how?: { isWrong: boolean }) => void
  history: () => void
}

/** A memory as it is read: what it says, where it came from, what it said before. */
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
        <div class="memory-marks">
          <Kind of={kind} />
          {pinned && (
            <span class="memory-pinned">
              <Icon of={Pin} size={13} /> Pinned
            </span>
          )}
          <Time at={updatedAt} />
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
            onBringBack={name => void bringBack(memory, name)}
          />
        )}
      </article>
    </>
  )
}

/** Time in which a person who goes through the list is already at the next one. */
const PASSING_MS = 150

/** The versions, once the person stays: they may be read out of git. */
function useHistory({ id, revision }: Memory): MemoryVersions | undefined {
  const { value } = useResource(
    async abort => {
      await new Promise(resolve => setTimeout(resolve, PASSING_MS))
      if (abort.aborted) throw abort.reason
      const path = `/memories/${encodeURIComponent(id)}/history`
      return { id, versions: await ask<MemoryVersions>(path, { signal: abort }) }
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
        look="icon"
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
