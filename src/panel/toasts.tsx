import { signal } from '@preact/signals'

/** A line that is shown for a while, with something that can be done about it. */
interface Toast {
  id: number
  text: string
  tone: 'plain' | 'bad'
  action?: { label: string; run: () => unknown }
}

/** The lines that are shown now, the newest last. */
export const toasts = signal<readonly Toast[]>([])

/** Long enough to read it and to reach for Undo. */
const SHOWN_MS = 8_000
/** Long enough to read that something is done. */
const TOLD_MS = 3_500
const MOST = 3
let next = 1

/** Shows a line; answers what takes it away. */
export function showToast(
  text: string,
  { tone = 'plain', action }: Partial<Toast> = {},
): () => void {
  const toast: Toast = { id: next++, text, tone, ...(action && { action }) }
  toasts.value = [...toasts.value, toast].slice(-MOST)
  const remove = () => {
    toasts.value = toasts.value.filter(({ id }) => id !== toast.id)
  }
  setTimeout(remove, action || tone === 'bad' ? SHOWN_MS : TOLD_MS)
  return remove
}

/** Says what went wrong. */
export function showFailure(cause: unknown): void {
  showToast(cause instanceof Error ? cause.message : 'Something went wrong', { tone: 'bad' })
}

/** Runs the action of the newest line that has one; false where none has. */
export function undoLast(): boolean {
  const toast = toasts.value.findLast(({ action }) => action !== undefined)
  if (toast?.action === undefined) return false
  toasts.value = toasts.value.filter(({ id }) => id !== toast.id)
  void toast.action.run()
  return true
}

/** The lines that are shown for a while, which a screen reader reads out. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone, action }) => (
        <div class="toast" key={id} data-tone={tone}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                toasts.value = toasts.value.filter(toast => toast.id !== id)
                void action.run()
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
