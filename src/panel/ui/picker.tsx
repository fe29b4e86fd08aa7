import { Check } from 'lucide'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.js'

/** One thing that can be chosen. */
export interface Choice {
  label: string
  /** What stands at its end: a count, a path. */
  hint?: string
  isOn?: boolean
  run: () => unknown
}

/** Choices of one sort. */
export interface ChoiceGroup {
  label: string
  choices: readonly Choice[]
}

/** A field that narrows a list of choices as one types; arrow keys move, Enter chooses. */
export function Picker({
  label,
  groups,
  onText,
  isMultiple = false,
}: {
  label: string
  groups: readonly ChoiceGroup[]
  /** A choice that what is typed makes, if it does. */
  onText?: (text: string) => Choice | undefined
  /** True where several can be on at once. */
  isMultiple?: boolean
}) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const shown = narrow(groups, text, onText?.(text.trim()))
  const all = shown.flatMap(({ choices }) => choices)
  const chosen = Math.min(at, all.length - 1)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${chosen}`)}`)?.scrollIntoView({
      block: 'nearest',
    })
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, all.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0))
    else if (event.key === 'Enter') void all[chosen]?.run()
    else return
    event.preventDefault()
  }
  let index = -1
  return (
    <div class="picker">
      <input
        ref={field}
        class="input"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={all.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder={label}
        autocomplete="off"
        spellcheck={false}
        autoFocus
        value={text}
        onInput={event => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        class="picker-list"
        role="listbox"
        id={id}
        aria-label={label}
        aria-multiselectable={isMultiple}
        ref={list}
      >
        {shown.map(group => (
          <div role="group" aria-label={group.label} key={group.label}>
            <div class="picker-heading" aria-hidden="true">
              {group.label}
            </div>
            {group.choices.map(choice => {
              index++
              return (
                <Option
                  key={choice.label}
                  id={`${id}-${index}`}
                  choice={choice}
                  isAt={index === chosen}
                />
              )
            })}
          </div>
        ))}
      </div>
      {all.length === 0 && (
        <p class="picker-none" role="status">
          Nothing of that name
        </p>
      )}
    </div>
  )
}

function Option({ id, choice, isAt }: { id: string; choice: Choice; isAt: boolean }) {
  return (
    <div
      id={id}
      class="picker-option"
      role="option"
      aria-selected={choice.isOn === true}
      data-at={isAt}
      onPointerDown={event => event.preventDefault()}
      onClick={() => void choice.run()}
    >
      <span class="picker-check">{choice.isOn && <Icon of={Check} size={14} />}</span>
      <span class="clip">{choice.label}</span>
      {choice.hint && <span class="picker-hint clip">{choice.hint}</span>}
    </div>
  )
}

function narrow(
  groups: readonly ChoiceGroup[],
  text: string,
  made: Choice | undefined,
): ChoiceGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const named = groups.map(group => ({
    ...group,
    choices: group.choices.filter(({ label, hint }) => {
      const all = `${group.label} ${label} ${hint ?? ''}`.toLowerCase()
      return words.every(word => all.includes(word))
    }),
  }))
  const own = made ? [{ label: 'As typed', choices: [made] }] : []
  return [...named, ...own].filter(({ choices }) => choices.length > 0)
}
