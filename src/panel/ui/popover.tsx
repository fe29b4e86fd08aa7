import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './controls.js'

/** A button with a small surface below it; Escape and a press beside it close it. */
export function Popover({
  label,
  icon,
  keys,
  isOpen,
  onToggle,
  children,
}: {
  label: string
  icon?: IconNode
  keys?: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ComponentChildren
}) {
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onToggle(false)
    box.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const onFocusOut = (event: FocusEvent) => {
    const to = event.relatedTarget
    if (isOpen && to instanceof Node && !box.current?.contains(to)) onToggle(false)
  }
  return (
    <div class="menu" ref={box} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <Button
        look="quiet"
        {...(icon && { icon })}
        {...(keys && { keys })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => onToggle(!isOpen)}
      >
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
