import { Archive, FilterX, ListFilter, Plus, X } from 'lucide'
import type { RefObject } from 'preact'
import type { Facet, Facets } from '../../../overview/types.js'
import { countMemories, formatNumber } from '../../format.js'
import { goTo, linkTo, setQuery, useTyped } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Chip, IconButton, SearchField } from '../../ui/controls.js'
import { Icon } from '../../ui/icon.js'
import { Menu, Popover } from '../../ui/menu.js'
import { Picker, type Choice, type ChoiceGroup } from '../../ui/picker.js'
import {
  isNarrowed,
  marksOf,
  NO_FILTER,
  sourceName,
  toggled,
  toQuery,
  type MemoryFilter,
} from './filter.js'

/** A shorter pause between two keys is typing. */
const TYPING_MS = 60

/** The head of the list: search, number of memories, filters. */
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
  /** Leads from the search into the list. */
  onDown: () => void
}) {
  const [text, setText] = useTyped('text', TYPING_MS)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  return (
    <header class="list-head">
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
          {total === undefined ? '' : countMemories(total)}
        </span>
        <Popover label="Filter" icon={ListFilter} isOpen={isFilterOpen} onToggle={onFilter}>
          <Picker label="Kind, tag or source" groups={groupsOf(filter, facets)} isMultiple />
        </Popover>
        <Menu
          label="More"
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

/** The filters that are on, each to be taken off. */
function FilterChips({ filter }: { filter: MemoryFilter }) {
  const marks = marksOf(filter)
  if (marks.length === 0) return null
  const isOne = marks.length === 1
  return (
    <div class="chips memories-chips" role="group" aria-label="Filters that are on">
      {marks.map(({ label, without }) => (
        <Chip key={label} isOn onChange={() => setQuery(without)}>
          {label}
          <Icon of={X} size={12} />
        </Chip>
      ))}
      {!isOne && (
        <Chip isOn={false} onChange={() => setQuery({ ...NO_FILTER, text: filter.text })}>
          Clear all
        </Chip>
      )}
    </div>
  )
}

/** The filters of the list, each with its number of memories; none before these are known. */
function groupsOf(filter: MemoryFilter, facets: Facets | undefined): ChoiceGroup[] {
  if (facets === undefined) return []
  const toChoices = (
    list: 'kinds' | 'tags' | 'sources',
    found: readonly Facet[],
    nameOf: (value: string) => string = value => value,
  ): Choice[] =>
    found.map(({ value, count }) => ({
      label: nameOf(value),
      hint: formatNumber(count),
      isOn: filter[list].includes(value),
      run: () => setQuery(toggled(filter, list, value)),
    }))
  const toFlag = (label: string, flag: 'pinned' | 'review', count: number): Choice => ({
    label,
    hint: formatNumber(count),
    isOn: filter[flag],
    run: () => setQuery(toQuery({ ...filter, [flag]: !filter[flag] })),
  })
  const flags = [
    toFlag('Pinned', 'pinned', facets.pinned),
    toFlag('Needs review', 'review', facets.review),
  ]
  return [
    { label: 'Marks', choices: flags },
    { label: 'Kinds', choices: toChoices('kinds', facets.kinds) },
    { label: 'Sources', choices: toChoices('sources', facets.sources, sourceName) },
    { label: 'Tags', choices: toChoices('tags', facets.tags) },
  ]
}
