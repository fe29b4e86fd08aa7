import './memories.css'
import './reading.css'
import { NotebookText } from 'lucide'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { isImportRow, type Memory } from '../../../../store/types.js'
import type { Facets, MatchedMemory } from '../../../overview/types.js'
import { ask } from '../../api.js'
import { forgetKeys, useShortcuts } from '../../keys.js'
import { useAnswer } from '../../resource.js'
import { goTo, route, setQuery } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { focusList } from '../../ui/focus.js'
import { Split } from '../../ui/page.js'
import { Empty, Failure } from '../../ui/states.js'
import { Keys } from '../../ui/text.js'
import { pathOf, sayReadOnly } from '../../writes.js'
import { ArchivedReading, ArchiveView } from './archive.js'
import { itemLink, keepFocus, movingKeys, useCursor, type Cursor } from './cursor.js'
import { MoveDialog, NewDialog } from './dialogs.js'
import { beginDraft, drafts } from './drafts.js'
import { Editor } from './editor.js'
import {
  isNarrowed,
  kindsOf,
  NO_FILTER,
  parseFilter,
  toQuery,
  type MemoryFilter,
} from './filter.js'
import { ListHead } from './head.js'
import { Intro } from './intro.js'
import { MemoryList } from './list.js'
import { usePages, type PagedList } from './pages.js'
import { Reading, type MemoryActions } from './reading.js'
import { forget, pin, restore, useRefresh } from './writes.js'

/** The memories: a list to search, and a pane to read them in; or those that are gone. */
export default function MemoriesPage() {
  return route.value.query.get('view') === 'archive' ? <ArchiveView /> : <MemoriesView />
}

/** The living memories. */
function MemoriesView() {
  const id = route.value.rest
  const filter = parseFilter(route.value.query)
  const { list, facets, read } = useMemories(filter, id)
  const cursor = useCursor(list)
  const [dialog, setDialog] = useState<Opened>('')
  const searchRef = useRef<HTMLInputElement>(null)
  const listed = list.at(cursor.index)
  const memory = read.memory ?? (listed?.id === id ? listed : undefined)
  const target = memory ?? listed
  const actions = actionsOn(target, { list, cursor, onMove: () => setDialog('move') })
  useMemoryKeys({ cursor, actions, searchRef, open: setDialog })
  const kinds = kindsOf(facets.value, memory?.kind)
  const openNew = () => setDialog('new')
  const closeDialog = () => setDialog('')
  return (
    <>
      <Split
        title="Memories"
        isReading={id !== ''}
        back={itemLink('')}
        list={
          <>
            <ListHead
              filter={filter}
              facets={facets.value}
              total={list.total}
              searchRef={searchRef}
              isFilterOpen={dialog === 'filter'}
              onFilter={isOpen => setDialog(isOpen ? 'filter' : '')}
              onNew={openNew}
              onDown={() => {
                focusList()
                if (cursor.index < 0) cursor.step(1)
              }}
            />
            <MemoryList list={list} cursor={cursor} filter={filter} onNew={openNew} />
          </>
        }
        detail={
          <Detail
            {...{ id, memory, read, filter, kinds, actions }}
            total={list.total}
            onNew={openNew}
          />
        }
      />
      {dialog === 'move' && target && <MoveDialog memory={target} onClose={closeDialog} />}
      {dialog === 'new' && (
        <NewDialog kinds={kinds} onClose={closeDialog} onDone={({ id }) => goTo(itemLink(id))} />
      )}
    </>
  )
}

/** The surface that is open over the page; '' for none. */
type Opened = 'new' | 'move' | 'filter' | ''

function useMemoryKeys({
  cursor,
  actions,
  searchRef,
  open,
}: {
  cursor: Cursor
  actions: MemoryActions
  searchRef: RefObject<HTMLInputElement | null>
  open: (dialog: Opened) => void
}): void {
  const onEscape = () => {
    if (route.peek().rest) goTo(itemLink(''))
    else setQuery(NO_FILTER)
    keepFocus()
  }
  useShortcuts('Memories', [
    ...movingKeys(cursor, onEscape),
    { keys: '/', does: 'Search', run: () => searchRef.current?.focus() },
    { keys: 'f', does: 'Filter', run: () => open('filter') },
    { keys: 'n', does: 'New memory', run: () => open('new') },
    { keys: 'e', does: 'Edit', run: actions.edit },
    { keys: 'p', does: 'Pin or unpin', run: actions.pin },
    { keys: 'm', does: 'Move to another scope', run: actions.move },
    ...forgetKeys(actions.forget),
    { keys: 'h', does: 'History', run: actions.history },
  ])
}

/** The list that a filter leaves, the facets of its scope and the memory of an id, kept fresh. */
function useMemories(filter: MemoryFilter, id: string) {
  const scopeKey = chosenKey.value
  const search = filter.text === '' ? {} : { prefix: 1, matches: 1 }
  const query = { ...toQuery(filter), ...search, scopeKey }
  const list = usePages<MatchedMemory>(JSON.stringify(query), (page, signal) =>
    ask('/memories', { query: { ...query, ...page }, signal }),
  )
  const facets = useAnswer<Facets>('/facets', { query: { scopeKey } })
  const read = useMemory(id)
  useRefresh(() => {
    list.reload()
    facets.reload()
    read.reload()
  })
  return { list, facets, read }
}

/** The memory of an id as it stands, with its revision; `isGone` where there is none. */
function useMemory(id: string) {
  const path = id ? pathOf(id) : undefined
  const { value, error, reload } = useAnswer<Memory>(path, { isFresh: true })
  const memory = value?.id === id ? value : undefined
  return { memory, error, isGone: error?.code === 'MEMORY_NOT_FOUND', reload }
}

function actionsOn(
  memory: Memory | undefined,
  { list, cursor, onMove }: { list: PagedList<Memory>; cursor: Cursor; onMove: () => void },
): MemoryActions {
  const own = memory && !isImportRow(memory) ? memory : undefined
  const change = (run: (own: Memory) => unknown) => {
    if (own) run(own)
    else if (memory) sayReadOnly(memory)
  }
  const leave = async (gone: Memory, how?: { isWrong: boolean }) => {
    if (!(await forget(gone, how))) return
    list.remove(gone.id)
    cursor.settle()
    keepFocus()
  }
  return {
    edit: () => change(({ id }) => edit(id)),
    pin: () => change(pin),
    move: () => change(onMove),
    forget: how => change(memory => leave(memory, how)),
    history: showHistory,
  }
}

async function edit(id: string): Promise<void> {
  await beginDraft(id)
  goTo(itemLink(id))
}

function showHistory(): void {
  const first = document.querySelector<HTMLElement>('.version-head')
  first?.scrollIntoView({ block: 'center' })
  first?.focus()
}

interface DetailProps {
  id: string
  memory: Memory | undefined
  read: ReturnType<typeof useMemory>
  filter: MemoryFilter
  /** The length of the list; undefined before it is known. */
  total: number | undefined
  kinds: readonly string[]
  actions: MemoryActions
  onNew: () => void
}

function Detail({ id, memory, read, filter, total, kinds, actions, onNew }: DetailProps) {
  const { isGone, error, reload } = read
  const draft = drafts.value.get(id)
  if (draft) {
    const now = isGone ? undefined : memory
    return <Editor key={id} draft={draft} now={now} isGone={isGone} kinds={kinds} />
  }
  if (memory) return <Reading memory={memory} actions={actions} />
  if (id && isGone) {
    return <ArchivedReading id={id} listed={undefined} onRestore={() => void restore(id)} />
  }
  if (id && error) return <Failure error={error} onRetry={reload} />
  if (id) return null
  if (total === 0) {
    const isAll = !isNarrowed(filter) && chosenKey.value === ''
    return isAll ? <Intro onNew={onNew} /> : null
  }
  return (
    <Empty icon={NotebookText} title="Choose a memory to read it">
      <Keys of="j" /> <Keys of="k" /> go through the list, <Keys of="/" /> searches, <Keys of="n" />{' '}
      makes a new one, <Keys of="?" /> shows all keys
    </Empty>
  )
}
