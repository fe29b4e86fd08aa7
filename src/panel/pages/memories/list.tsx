import type { ComponentChildren } from 'preact'
import type { MatchedMemory } from '../../../overview/types.js'
import { setQuery } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Button } from '../../ui/controls.js'
import { VirtualList } from '../../ui/list.js'
import { Empty, Failure } from '../../ui/states.js'
import type { Cursor } from './cursor.js'
import { isNarrowed, NO_FILTER, type MemoryFilter } from './filter.js'
import { Intro } from './intro.js'
import type { PagedList } from './pages.js'
import { MemoryRow, ROW_HEIGHT } from './row.js'

/** The memories that a filter leaves, or what stands where there are none. */
export function MemoryList({
  list,
  cursor,
  filter,
  onNew,
}: {
  list: PagedList<MatchedMemory>
  cursor: Cursor
  filter: MemoryFilter
  onNew: () => void
}) {
  const { total, error } = list
  if (error && total === undefined) return <Failure error={error} onRetry={list.reload} />
  if (total === undefined) return <div class="list" />
  if (total === 0) return <Nothing filter={filter} onNew={onNew} />
  const renderRow = (index: number) => <MemoryRow memory={list.at(index)} />
  return <PagedRows label="Memories" list={list} cursor={cursor} renderRow={renderRow} />
}

/** The rows of a list that is read page by page as they come into sight. */
export function PagedRows<T extends { id: string }>({
  label,
  list,
  cursor,
  renderRow,
}: {
  label: string
  list: PagedList<T>
  cursor: Cursor
  renderRow: (index: number) => ComponentChildren
}) {
  return (
    <VirtualList
      label={label}
      length={list.total ?? 0}
      rowHeight={ROW_HEIGHT}
      chosen={cursor.index}
      chosenId={list.at(cursor.index)?.id}
      of={list.of}
      onChoose={cursor.choose}
      onRange={list.show}
      renderRow={renderRow}
    />
  )
}

function Nothing({ filter, onNew }: { filter: MemoryFilter; onNew: () => void }) {
  if (isNarrowed(filter)) {
    return (
      <div class="memories-nothing">
        <Empty title="Nothing matches">Other words, or fewer filters, may find it.</Empty>
        <Button onClick={() => setQuery(NO_FILTER)}>Show all memories</Button>
      </div>
    )
  }
  if (chosenKey.value !== '') {
    return <Empty title="No memories yet">Nothing is stored for this scope.</Empty>
  }
  return (
    <>
      <div class="memories-beside">
        <Empty title="No memories yet" />
      </div>
      <div class="memories-alone">
        <Intro onNew={onNew} />
      </div>
    </>
  )
}
