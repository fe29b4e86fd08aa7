import { Check } from 'lucide'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { hasWords, toWords } from '../format.js'
import { Icon } from './icon.js'

/** One entry of a picker. */
export interface Choice {
  label: string
  /** Shown at its end: a count, a path. */
  hint?: string
  isOn?: boolean
  run: () => unknown
}

/** Choices of one sort. */
export interface ChoiceGroup {
  label: string
  choices: readonly Choice[]
}

interface PickerProps {
  label: string
  groups: readonly ChoiceGroup[]
  /** Makes a choice of the typed text, or none. */
  onText?: (text: string) => Choice | undefined
  /** True where several can be on at once. */
  isMultiple?: boolean
}

/** A field that narrows a list of choices as one types; arrow keys move, Enter chooses. */
export function Picker({ label, groups, onText, isMultiple = false }: PickerProps) {
  const { text, setText, shown, all, at, onKeyDown } = useNarrowed(groups, onText)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const option = list.current?.querySelector(`#${CSS.escape(`${id}-${at}`)}`)
    option?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div class="picker">
      <input
        ref={field}
        class="input"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={all.length > 0 ? `${id}-${at}` : undefined}
        placeholder={label}
        autocomplete="off"
        spellcheck={false}
        autoFocus
        value={text}
        onInput={event => setText(event.currentTarget.value)}
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
        {shown.map(({ label, choices }) => (
          <div role="group" aria-label={label} key={label}>
            <div class="picker-heading small" aria-hidden="true">
              {label}
            </div>
            {choices.map(choice => {
              const index = all.indexOf(choice)
              const props = { id: `${id}-${index}`, choice, isAt: index === at }
              return <Option key={choice.label} {...props} />
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

/** The choices that the typed text leaves, and which of them the arrow keys stand at. */
function useNarrowed(groups: readonly ChoiceGroup[], onText: PickerProps['onText']) {
  const [{ text, stood }, set] = useState({ text: '', stood: 0 })
  const shown = narrow(groups, text, onText?.(text.trim()))
  const all = shown.flatMap(({ choices }) => choices)
  const at = Math.min(stood, all.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') set({ text, stood: Math.min(at + 1, all.length - 1) })
    else if (event.key === 'ArrowUp') set({ text, stood: Math.max(at - 1, 0) })
    else if (event.key === 'Enter') void all[at]?.run()
    else return
    event.preventDefault()
  }
  const setText = (next: string) => set({ text: next, stood: 0 })
  return { text, setText, shown, all, at, onKeyDown }
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
      {choice.hint && <span class="picker-hint small clip">{choice.hint}</span>}
    </div>
  )
}

function narrow(
  groups: readonly ChoiceGroup[],
  text: string,
  made: Choice | undefined,
): ChoiceGroup[] {
  const words = toWords(text)
  const named = groups.map(group => ({
    ...group,
    choices: group.choices.filter(({ label, hint = '' }) =>
      hasWords(`${group.label} ${label} ${hint}`, words),
    ),
  }))
  const own = made ? [{ label: 'As typed', choices: [made] }] : []
  return [...named, ...own].filter(({ choices }) => choices.length > 0)
}
