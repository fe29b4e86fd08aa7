import { Archive, FilterX, Plus } from 'lucide'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Facets } from '../../../overview/types.js'
import { count } from '../../format.js'
import { goTo, linkTo, setQuery } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { IconButton, Menu, SearchField } from '../../ui/controls.js'
import { FilterChips, FilterMenu } from './filters.js'
import { isNarrowed, NO_FILTER, type MemoryFilter } from './filter.js'

/** A pause between two keys that is none. */
const TYPING_MS = 60

/** What stands above the list: search, how many there are, filters. */
export function ListHead({
  filter,
  facets,
  total,
  searchRef,
  isFilterOpen,
  onFilter,
  onNew,
  onDown,
}: {
  filter: MemoryFilter
  facets: Facets | undefined
  total: number | undefined
  searchRef: RefObject<HTMLInputElement | null>
  isFilterOpen: boolean
  onFilter: (isOpen: boolean) => void
  onNew: () => void
  /** The way from the search to what it found. */
  onDown: () => void
}) {
  const [text, setText] = useTyped(filter.text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  return (
    <header class="memories-head">
      <div class="memories-search" onKeyDown={onKeyDown}>
        <SearchField
          label="Search memories"
          value={text}
          onChange={setText}
          inputRef={searchRef}
          keys="/"
        />
        <IconButton label="New memory" icon={Plus} onClick={onNew} />
      </div>
      <div class="memories-bar">
        <span class="muted numbers" role="status">
          {total === undefined ? '' : count(total, 'memory', 'memories')}
        </span>
        <FilterMenu filter={filter} facets={facets} isOpen={isFilterOpen} onToggle={onFilter} />
        <Menu
          label="More"
          look="icon"
          items={[
            { label: 'Archive', icon: Archive, run: openArchive },
            ...(isNarrowed(filter)
              ? [{ label: 'Show all memories', icon: FilterX, run: () => setQuery(NO_FILTER) }]
              : []),
          ]}
        />
      </div>
      <FilterChips filter={filter} />
    </header>
  )
}

function openArchive(): void {
  goTo(linkTo('memories', '', { view: 'archive', scope: chosenKey.peek() }))
}

/** What is typed, which the hash follows. */
function useTyped(standing: string): [string, (text: string) => void] {
  const [text, setText] = useState(standing)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(standing)
  useEffect(() => {
    // Changed by another way than typing: a link, the way back.
    if (standing === sent.current) return
    sent.current = standing
    setText(standing)
  }, [standing])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim()
      setQuery({ text: next.trim() }, { replace: true })
    }, TYPING_MS)
  }
  return [text, type]
}
