import { Ellipsis, type IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button, IconButton } from './controls.js'
import { Icon } from './icon.js'

/** One command of a menu. */
interface MenuItem {
  label: string
  icon: IconNode
  run: () => unknown
}

/** An icon that opens a list of commands; arrow keys move, Escape closes. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false)
  const { box, id, opens, close } = useDropdown('menu', isOpen, setOpen)
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('.menu-list button')?.focus()
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') moveFocus(box.current, 1)
    else if (event.key === 'ArrowUp') moveFocus(box.current, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      <IconButton label={label} icon={Ellipsis} {...opens} />
      {isOpen && (
        <div class="menu-list" role="menu" id={id} aria-label={label}>
          {items.map(item => (
            <Command key={item.label} item={item} onRun={close} />
          ))}
        </div>
      )}
    </div>
  )
}

function Command({ item: { label, icon, run }, onRun }: { item: MenuItem; onRun: () => void }) {
  const press = () => {
    onRun()
    run()
  }
  return (
    <button type="button" role="menuitem" onClick={press}>
      <Icon of={icon} />
      <span class="clip">{label}</span>
    </button>
  )
}

function moveFocus(box: HTMLElement | null, by: 1 | -1): void {
  const buttons = [...(box?.querySelectorAll<HTMLElement>('.menu-list button') ?? [])]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  buttons[(at + by + buttons.length) % buttons.length]?.focus()
}

interface PopoverProps {
  label: string
  icon: IconNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ComponentChildren
}

/** A button with a small surface below it; Escape and a press beside it close it. */
export function Popover({ label, icon, isOpen, onToggle, children }: PopoverProps) {
  const { box, id, opens, close } = useDropdown('dialog', isOpen, onToggle)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const onFocusOut = (event: FocusEvent) => {
    const to = event.relatedTarget
    if (isOpen && to instanceof Node && !box.current?.contains(to)) onToggle(false)
  }
  return (
    <div class="menu" ref={box} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <Button look="quiet" icon={icon} {...opens}>
        {label}
      </Button>
      {isOpen && (
        <div class="popover" role="dialog" aria-label={label} id={id}>
          {children}
        </div>
      )}
    </div>
  )
}

/**
 * Keeps a surface that hangs below its button: a press beside it closes it; `close` gives focus back to
 * the button. `opens` are the attributes of the button.
 */
function useDropdown(
  role: 'menu' | 'dialog',
  isOpen: boolean,
  onToggle: (isOpen: boolean) => void,
) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onToggle(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  const close = () => {
    onToggle(false)
    box.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const opens = {
    'aria-haspopup': role,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => onToggle(!isOpen),
  }
  return { box, id, opens, close }
}
