import { ListFilter, X } from 'lucide'
import type { Facet, Facets } from '../../../overview/types.js'
import { formatNumber } from '../../format.js'
import { setQuery } from '../../route.js'
import { Chip } from '../../ui/controls.js'
import { Icon } from '../../ui/icon.js'
import { Picker, type Choice, type ChoiceGroup } from '../../ui/picker.js'
import { Popover } from '../../ui/popover.js'
import { marksOf, NO_FILTER, sourceName, toggled, toQuery, type MemoryFilter } from './filter.js'

/** What the list can be narrowed to, with how many memories that is. */
export function FilterMenu({
  filter,
  facets,
  isOpen,
  onToggle,
}: {
  filter: MemoryFilter
  facets: Facets | undefined
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}) {
  return (
    <Popover label="Filter" icon={ListFilter} isOpen={isOpen} onToggle={onToggle}>
      <Picker
        label="Kind, tag or source"
        groups={facets ? groupsOf(filter, facets) : []}
        isMultiple
      />
    </Popover>
  )
}

/** The filters that are on, each to be taken off. */
export function FilterChips({ filter }: { filter: MemoryFilter }) {
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

function groupsOf(filter: MemoryFilter, facets: Facets): ChoiceGroup[] {
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
