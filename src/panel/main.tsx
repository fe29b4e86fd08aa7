import './style/index.css'
import { Menu as MenuIcon } from 'lucide'
import { render, type ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { needsToken } from './api.js'
import { EVERYWHERE, handleKey, shortcuts, useShortcuts } from './keys.js'
import { startLive, useChanges } from './live.js'
import { PAGES, type PageEntry } from './pages.js'
import { goTo, linkTo, route } from './route.js'
import { chosenKey, loadScopes } from './scopes.js'
import { loadStatus } from './session.js'
import { Side } from './side.js'
import { Toasts, undoLast } from './toasts.js'
import { Button, IconButton } from './ui/controls.js'
import { Dialog } from './ui/dialog.js'
import { Empty } from './ui/states.js'
import { Keys } from './ui/text.js'
import { Unlock } from './unlock.js'

/** The whole panel. */
function App() {
  const [isHelpOpen, setHelp] = useState(false)
  const [isDrawerOpen, setDrawer] = useState(false)
  const isLocked = needsToken.value
  const refresh = () => {
    void loadScopes()
    void loadStatus()
  }
  useEffect(startLive, [])
  useEffect(refresh, [isLocked])
  useChanges(refresh, 400)
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useShortcuts(EVERYWHERE, [
    ...PAGES.map(({ name, title, key }) => ({
      keys: `g ${key}`,
      does: `Go to ${title}`,
      run: () => goTo(linkTo(name, '', { scope: chosenKey.peek() })),
    })),
    { keys: 'z', does: 'Undo what was done last', run: undoLast },
    { keys: '?', does: 'Show the keys', run: () => setHelp(true) },
  ])
  if (isLocked) return <Unlock />
  const title = PAGES.find(({ name }) => name === route.value.page)?.title ?? ''
  return (
    <div class="shell">
      <a class="skip" href="#page" onClick={skipToPage}>
        Skip to the page
      </a>
      <header class="topbar">
        <IconButton label="Pages and scopes" icon={MenuIcon} onClick={() => setDrawer(true)} />
        <strong>{title}</strong>
      </header>
      <Side onHelp={() => setHelp(true)} />
      <main class="main" id="page" tabIndex={-1}>
        <CurrentPage />
      </main>
      {isDrawerOpen && (
        <Dialog title="Pages and scopes" look="drawer" onClose={() => setDrawer(false)}>
          <Side onHelp={() => setHelp(true)} onLeave={() => setDrawer(false)} />
        </Dialog>
      )}
      {isHelpOpen && <Help onClose={() => setHelp(false)} />}
      <Toasts />
    </div>
  )
}

/** The hash is the page's place: a skip link must not change it. */
function skipToPage(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('page')?.focus()
}

const loaded = new Map<string, ComponentType>()

function CurrentPage() {
  const entry = PAGES.find(({ name }) => name === route.value.page)
  const { Current, isMissing, load } = usePage(entry)
  useChanges(() => isMissing && load())
  if (entry === undefined)
    return <Empty title="There is no such page">Choose one at the side.</Empty>
  if (Current) return <Current />
  if (!isMissing) return null
  return (
    <div class="empty">
      <strong>This page could not be loaded</strong>
      <p>Is svc serve running? If svc was updated, load the panel again.</p>
      <Button onClick={() => location.reload()}>Load again</Button>
    </div>
  )
}

/** The code of a page, once it is there; `isMissing` where it could not be had, and `load` tries again. */
function usePage(entry: PageEntry | undefined) {
  const [, redraw] = useState(0)
  const [missing, setMissing] = useState('')
  const load = () => {
    if (entry === undefined || loaded.has(entry.name)) return
    entry.load().then(
      page => {
        loaded.set(entry.name, page.default)
        redraw(count => count + 1)
      },
      () => setMissing(entry.name),
    )
  }
  useEffect(load, [entry])
  const Current = entry && loaded.get(entry.name)
  return { Current, isMissing: missing === entry?.name, load }
}

/** Lists the keys of this page with their actions. */
function Help({ onClose }: { onClose: () => void }) {
  const groups = [...shortcuts.value]
    .filter(([, list]) => list.length > 0)
    // The page's own groups come first.
    .sort(([a], [b]) => Number(a === EVERYWHERE) - Number(b === EVERYWHERE))
  return (
    <Dialog title="Keyboard" look="wide" onClose={onClose}>
      <div class="help-columns">
        {groups.map(([group, list]) => (
          <section key={group}>
            <h3 class="help-group small">{group}</h3>
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

render(<App />, document.getElementById('panel')!)
