import { Archive, ArchiveRestore, ArrowLeft } from 'lucide'
import { useState } from 'preact/hooks'
import type { MemoryDiff, MemoryVersions } from '../../../overview/types.js'
import type { ArchivedMemory } from '../../../types.js'
import { ask } from '../../api.js'
import { countMemories } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { useResource } from '../../resource.js'
import { goTo, linkTo, route } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Button, IconButton } from '../../ui/controls.js'
import { Markdown } from '../../ui/markdown.js'
import { Split } from '../../ui/page.js'
import { Empty, Failure } from '../../ui/states.js'
import { Keys, Kind, ScopeName, Time } from '../../ui/text.js'
import { pathOf } from '../../writes.js'
import { itemLink, keepFocus, movingKeys, useCursor, type Cursor } from './cursor.js'
import { History } from './history.js'
import { ArchivedRow, GONE, PagedRows } from './list.js'
import { usePages, type PagedList } from './pages.js'
import { unarchive, useRefresh } from './writes.js'

/** The memories that are gone, and what each said last. */
export function ArchiveView() {
  const id = route.value.rest
  const scopeKey = chosenKey.value
  const list = usePages<ArchivedMemory>(`archive ${scopeKey}`, (page, signal) =>
    ask('/archive', { query: { scopeKey, ...page }, signal }),
  )
  const cursor = useCursor(list)
  useRefresh(list.reload)
  const listed = list.at(cursor.index)
  const target = id || listed?.id
  const bringBack = async () => {
    if (!target || !(await unarchive(target))) return
    list.remove(target)
    cursor.settle()
    keepFocus()
  }
  const onEscape = () => (id ? goTo(itemLink('')) : leaveArchive())
  useShortcuts('Archive', [
    ...movingKeys(cursor, onEscape),
    { keys: 'r', does: 'Restore', run: () => void bringBack() },
  ])
  return (
    <Split
      title="Archive of memories"
      isReading={id !== ''}
      back={itemLink('')}
      list={<ArchiveList list={list} cursor={cursor} />}
      detail={
        id ? (
          <ArchivedReading
            id={id}
            listed={listed?.id === id ? listed : undefined}
            onRestore={() => void bringBack()}
          />
        ) : (
          <Empty icon={Archive} title="What is gone can come back">
            <Keys of="j" /> <Keys of="k" /> go through the list, <Keys of="r" /> restores,{' '}
            <Keys of="Esc" /> leads back to the memories
          </Empty>
        )
      }
    />
  )
}

function leaveArchive(): void {
  goTo(linkTo('memories', '', { scope: chosenKey.peek() }))
}

function ArchiveList({ list, cursor }: { list: PagedList<ArchivedMemory>; cursor: Cursor }) {
  const { total } = list
  return (
    <>
      <header class="list-head">
        <div class="memories-bar">
          <IconButton label="Back to the memories" icon={ArrowLeft} onClick={leaveArchive} />
          <h2>Archive</h2>
          <span class="muted numbers" role="status">
            {total === undefined ? '' : countMemories(total)}
          </span>
        </div>
      </header>
      <PagedRows
        label="Archive"
        list={list}
        cursor={cursor}
        empty={
          <Empty title="Nothing is gone">
            What is forgotten, merged into another memory or evicted is kept here, and can be
            brought back.
          </Empty>
        }
        renderRow={index => <ArchivedRow memory={list.at(index)} />}
      />
    </>
  )
}

/** A memory that is gone: what it said last, what became of it, and the way back. */
export function ArchivedReading({
  id,
  listed,
  onRestore,
}: {
  id: string
  listed: ArchivedMemory | undefined
  onRestore: () => void
}) {
  const [open, setOpen] = useState('')
  const path = pathOf(id)
  const last = useResource(
    async abort => {
      const [diff, history] = await Promise.all([
        ask<MemoryDiff>(`${path}/diff`, { signal: abort }),
        ask<MemoryVersions>(`${path}/history`, { signal: abort }),
      ])
      return { id, said: diff.to, history }
    },
    [id],
    { isFresh: true },
  )
  if (last.error && last.error.status === 404) {
    return (
      <Empty title="There is no such memory">
        It is gone, and this machine kept no version of it.
      </Empty>
    )
  }
  if (last.error) return <Failure error={last.error} onRetry={last.reload} />
  const known = last.value?.id === id ? last.value : undefined
  const { title, kind } = listed ?? known?.said ?? {}
  if (title === undefined) return null
  return (
    <>
      <div class="memory-bar" role="toolbar" aria-label="Memory">
        <span class="memory-bar-scope clip">{listed && <ScopeName of={listed.scope} />}</span>
        <Button icon={ArchiveRestore} keys="r" onClick={onRestore}>
          Restore
        </Button>
      </div>
      <article class="memory" id="memory" tabIndex={-1} aria-labelledby="memory-title">
        <h2 id="memory-title">{title}</h2>
        <div class="memory-marks small">
          {kind && <Kind of={kind} />}
          {listed && <Became listed={listed} />}
        </div>
        {known && <Markdown text={known.said.content} />}
        {known && <History id={id} of={known.history} open={open} onOpen={setOpen} />}
      </article>
    </>
  )
}

function Became({ listed: { reason, supersededBy, at } }: { listed: ArchivedMemory }) {
  return (
    <span>
      {reason === 'merged' && supersededBy ? (
        <>
          merged into{' '}
          <a href={linkTo('memories', supersededBy, { scope: chosenKey.value })}>another memory</a>
        </>
      ) : (
        GONE[reason]
      )}{' '}
      <Time at={at} />
    </span>
  )
}
