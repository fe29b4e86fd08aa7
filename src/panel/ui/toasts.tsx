import { toasts } from '../toasts.js'

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
