import { Search, X, type IconNode } from 'lucide'
import type { ComponentChildren, JSX, Ref } from 'preact'
import { Icon } from './icon.js'

type ButtonAttributes = Omit<JSX.IntrinsicElements['button'], 'size' | 'icon'>

/** The look of a button: one `primary` at most on a page. */
interface ButtonProps extends ButtonAttributes {
  look?: 'plain' | 'primary' | 'quiet' | 'danger'
  icon?: IconNode
  /** The key that does the same, shown beside the label. */
  keys?: string
  /** True while what it started goes on: it cannot be pressed again. */
  isBusy?: boolean
}

/** A button with a label. */
export function Button({ look = 'plain', icon, keys, isBusy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${typeof rest.class === 'string' ? rest.class : ''}`}
      data-look={look}
      aria-disabled={isBusy === true ? 'true' : undefined}
      {...(isBusy === true && { onClick: preventDefault })}
    >
      {isBusy ? <span class="busy" aria-hidden="true" /> : icon && <Icon of={icon} />}
      {children}
      {keys && <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  )
}

/** Keeps focus on a busy button, which a disabled one would lose. */
function preventDefault(event: Event): void {
  event.preventDefault()
}

/** A button that is only an icon; `label` is its name, and shows when a pointer rests on it. */
export function IconButton({
  label,
  icon,
  look = 'quiet',
  ...rest
}: Omit<ButtonProps, 'children'> & { label: string; icon: IconNode }) {
  return (
    <button
      type="button"
      {...rest}
      class="button"
      data-look={look}
      data-size="icon"
      aria-label={label}
      title={label}
    >
      <Icon of={icon} />
    </button>
  )
}

/** A search field that tells each change; Escape empties it. */
export function SearchField({
  label,
  value,
  onChange,
  inputRef,
  keys,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  inputRef?: Ref<HTMLInputElement>
  keys?: string
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (value === '') (event.target as HTMLInputElement).blur()
    else onChange('')
  }
  return (
    <div class="search">
      <Icon of={Search} />
      <input
        ref={inputRef ?? null}
        class="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onInput={event => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        autocomplete="off"
        spellcheck={false}
      />
      {value !== '' ? (
        <IconButton label="Clear" icon={X} onClick={() => onChange('')} />
      ) : (
        keys && <kbd aria-hidden="true">{keys}</kbd>
      )}
    </div>
  )
}

/** One of a few, side by side. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

/** A choice that is on or off, as a filter. */
export function Chip({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ComponentChildren
}) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {children}
    </button>
  )
}
