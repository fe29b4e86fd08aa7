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

/** Shows a line. */
export function showToast(text: string, { tone = 'plain', action }: Partial<Toast> = {}): void {
  const toast: Toast = { id: next++, text, tone, ...(action && { action }) }
  toasts.value = [...toasts.value, toast].slice(-MOST)
  setTimeout(() => remove(toast), action || tone === 'bad' ? SHOWN_MS : TOLD_MS)
}

function remove({ id }: Toast): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id)
}

/** Runs the action of a line, which goes with that. */
function act(toast: Toast): void {
  remove(toast)
  void toast.action?.run()
}

/** Shows a line with a way to undo what it tells. */
export function showUndoable(text: string, run: () => unknown): void {
  showToast(text, { action: { label: 'Undo', run } })
}

/** Says what went wrong. */
export function showFailure(cause: unknown): void {
  showToast(cause instanceof Error ? cause.message : 'Something went wrong', { tone: 'bad' })
}

/** Runs the action of the newest line that has one; false where none has. */
export function undoLast(): boolean {
  const toast = toasts.value.findLast(({ action }) => action !== undefined)
  if (toast) act(toast)
  return toast !== undefined
}

/** The lines that are shown for a while, which a screen reader reads out. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(toast => (
        <div class="toast" key={toast.id} data-tone={toast.tone}>
          <span>{toast.text}</span>
          {toast.action && (
            <button type="button" onClick={() => act(toast)}>
              {toast.action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
