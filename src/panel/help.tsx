import { EVERYWHERE, shortcuts } from './keys.js'
import { Dialog } from './ui/dialog.js'
import { Keys } from './ui/text.js'

/** What the keys do on this page. */
export function Help({ onClose }: { onClose: () => void }) {
  const groups = [...shortcuts.value]
    .filter(([, list]) => list.length > 0)
    // What this page has of its own comes first.
    .sort(([a], [b]) => Number(a === EVERYWHERE) - Number(b === EVERYWHERE))
  return (
    <Dialog title="Keyboard" look="wide" onClose={onClose}>
      <div class="help-columns">
        {groups.map(([group, list]) => (
          <section key={group}>
            <h3 class="help-group">{group}</h3>
            <dl class="help-keys">
              {list.map(({ keys, does }) => (
                <div key={keys}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys of={keys.split(', ')[0] ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
