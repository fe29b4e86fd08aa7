import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { IconButton } from './controls.js'

/** A dialog over the page, as long as it is rendered; Escape and a press beside it close it. */
export function Dialog({
  title,
  onClose,
  look,
  children,
}: {
  title: string
  onClose: () => void
  /** `drawer`: at the left edge, without its title showing. `wide`: with room for two columns. */
  look?: 'drawer' | 'wide'
  children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const returnTo = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (returnTo instanceof HTMLElement) returnTo.focus()
    }
  }, [])
  const onPress = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  const onCancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      class={look ?? ''}
      aria-labelledby={id}
      onClick={onPress}
      onCancel={onCancel}
    >
      <div class={look === 'drawer' ? '' : 'dialog-inner'}>
        <h2 id={id} class={look === 'drawer' ? 'unseen' : ''}>
          {title}
        </h2>
        {children}
        {look !== 'drawer' && (
          <div class="dialog-close">
            <IconButton label="Close" icon={X} onClick={onClose} />
          </div>
        )}
      </div>
    </dialog>
  )
}
