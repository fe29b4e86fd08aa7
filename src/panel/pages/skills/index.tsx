import { BookOpen } from 'lucide'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Skill } from '../../../../store/types.js'
import { useShortcuts } from '../../keys.js'
import { useChanges } from '../../live.js'
import { useAnswer } from '../../resource.js'
import { goTo, linkTo, route, setQuery } from '../../route.js'
import { chosenKey, keyOf } from '../../scopes.js'
import { Chip } from '../../ui/controls.js'
import { focusList } from '../../ui/focus.js'
import { clamp, VirtualList } from '../../ui/list.js'
import { QueryField, Split } from '../../ui/page.js'
import { Empty, Failure } from '../../ui/states.js'
import { SkillPane, SkillRow } from './skill.js'
import './skills.css'

const ROW_HEIGHT = 86
/** The most that the API answers at once. */
const MOST = 1_000

/** The filter of the list; `''` shows all skills. */
type Shown = '' | 'promoted' | 'dormant'

const FILTERS: readonly { value: Shown; label: string }[] = [
  { value: 'promoted', label: 'Promoted' },
  { value: 'dormant', label: 'Dormant' },
]

/** The skills on disk, and one of them with the text of its SKILL.md. */
export default function SkillsPage() {
  const { rest: name, query } = route.value
  const [text, shown] = [query.get('text') ?? '', (query.get('show') ?? '') as Shown]
  const found = useSkills(text.trim())
  const skills = (found.value?.skills ?? []).filter(skill => shown === '' || skill[shown])
  const of = query.get('of') ?? ''
  const at = skills.findIndex(skill => skill.name === name && (!of || keyOf(skill.scope) === of))
  const search = useRef<HTMLInputElement>(null)
  const choose = (index: number) => {
    const skill = skills[index]
    if (skill) goTo(linkOf(skill, query), { replace: name !== '' })
  }
  useSkillKeys({ at, length: skills.length, isReading: name !== '', choose, search })
  return (
    <Split
      title="Skills"
      isReading={name !== ''}
      back={linkOf(undefined, query)}
      list={
        <>
          <SkillSearch shown={shown} search={search} />
          {found.error && <Failure error={found.error} onRetry={found.reload} />}
          {found.value && skills.length === 0 ? (
            <NoSkills isFiltered={text.trim() !== '' || shown !== ''} />
          ) : (
            <VirtualList
              label="Skills"
              length={skills.length}
              rowHeight={ROW_HEIGHT}
              chosen={at}
              onChoose={choose}
              renderRow={index => <SkillRow skill={skills[index]!} />}
            />
          )}
        </>
      }
      detail={
        name ? (
          <SkillPane name={name} scopeKey={of || chosenKey.value} />
        ) : (
          skills.length > 0 && (
            <Empty icon={BookOpen} title="Choose a skill to read it">
              A skill is a way of working in several steps, written down where agents find it.
            </Empty>
          )
        )
      }
    />
  )
}

function useSkills(text: string) {
  const query = { includeDormant: 1, limit: MOST, scopeKey: chosenKey.value, text }
  const found = useAnswer<{ skills: Skill[] }>('/skills', { query })
  useChanges(found.reload)
  return found
}

function SkillSearch({
  shown,
  search,
}: {
  shown: Shown
  search: RefObject<HTMLInputElement | null>
}) {
  return (
    <div class="list-head">
      <QueryField name="text" label="Search skills" inputRef={search} />
      <div class="chips">
        {FILTERS.map(({ value, label }) => (
          <Chip
            key={value}
            isOn={shown === value}
            onChange={isOn => setQuery({ show: isOn ? value : '' })}
          >
            {label}
          </Chip>
        ))}
      </div>
    </div>
  )
}

function NoSkills({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No skill like that">Try other words.</Empty>
  return (
    <Empty icon={BookOpen} title="No skills yet">
      Agents find a skill in a folder such as <code>.claude/skills/NAME/SKILL.md</code>; reflection
      writes one now and then where a way of working has proved itself.
    </Empty>
  )
}

/** The place of a skill, or of the list; `of` tells those apart that have one name. */
function linkOf(skill: Skill | undefined, query: URLSearchParams): string {
  const of = skill && keyOf(skill.scope)
  return linkTo('skills', skill?.name, { ...Object.fromEntries(query), of })
}

function useSkillKeys({
  at,
  length,
  isReading,
  choose,
  search,
}: {
  at: number
  length: number
  isReading: boolean
  choose: (index: number) => void
  search: RefObject<HTMLInputElement | null>
}): void {
  const moveTo = (index: number) => {
    choose(clamp(index, length))
    setTimeout(focusList)
  }
  useShortcuts('Skills', [
    { keys: 'j', does: 'Next skill', run: () => moveTo(at + 1) },
    { keys: 'k', does: 'Previous skill', run: () => moveTo(at - 1) },
    { keys: '/', does: 'Search', run: () => search.current?.focus() },
    {
      keys: 'Escape',
      does: 'Back to the list',
      run: () => {
        if (!isReading) return
        goTo(linkOf(undefined, route.peek().query))
        setTimeout(focusList)
      },
    },
  ])
}
