/**
 * The panel of a host's web client: a page of its settings that shows what is remembered. A classic
 * script, bundled on its own; React is the host's, and all that is shown comes from `/svc/`.
 */

type Element = object
type Child = Element | string
type Component = () => Element

/** The used part of the host's React. */
interface React {
  createElement: (type: string, props?: object | null, ...children: Child[]) => Element
  useEffect: (effect: () => void, on: unknown[]) => void
  useState: <T>(first: T) => [T, (next: T) => void]
}

interface ClientContext {
  slots: {
    inject(slot: string, register: () => unknown): unknown
    register(options: object, component: Component): unknown
  }
}

/** The globals of the page that runs the script. */
interface Page {
  document?: { currentScript?: { src?: string } | null }
  __ModuleLoader__: { load(module: object): void }
}

interface Answers {
  status: { provider: string; queuedTurns: number; busy: boolean; dataDir: string }
  scopes: { scopes: { type: string; id: string | null; count: number }[] }
  memories: { items: { id: string; kind: string; title: string; updatedAt: string }[] }
}

type View = Answers | 'loading' | { failure: string }

/** To where the entry of this panel has put the whole one. */
const LINK = { href: '/svc/panel/', target: '_blank', rel: 'noopener' }
/** The newest memories that are shown. */
const NEWEST = 10

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`/svc/${path}`)
  const body = (await response.json().catch(() => undefined)) as
    (T & { error?: string }) | undefined
  if (response.ok && body !== undefined) return body
  throw new Error(body?.error ?? `svc does not answer here (${response.status})`)
}

async function readAnswers(): Promise<Answers> {
  const [status, scopes, memories] = await Promise.all([
    ask<Answers['status']>('status'),
    ask<Answers['scopes']>('scopes'),
    ask<Answers['memories']>(`memories?limit=${NEWEST}`),
  ])
  return { status, scopes, memories }
}

function createPage({ createElement: h, useEffect, useState }: React): Component {
  const cell = (scope: string) => (text: string) => h('td', { key: scope + text }, text)
  const renderScopes = ({ scopes }: Answers['scopes']) =>
    h(
      'table',
      null,
      h('caption', null, 'Memories by scope'),
      h('thead', null, h('tr', null, ...['Scope', 'Memories'].map(toHead))),
      h('tbody', null, ...scopes.map(({ id, count }) => toRow(id ?? 'all projects', count))),
    )
  const toHead = (text: string) => h('th', { scope: 'col', key: text }, text)
  const toRow = (name: string, count: number) =>
    h('tr', { key: name }, h('th', { scope: 'row' }, name), cell(name)(String(count)))
  const renderNewest = ({ items }: Answers['memories']) =>
    items.length === 0
      ? h('p', null, 'Nothing is remembered yet.')
      : h('ul', { 'aria-label': 'Newest memories' }, ...items.map(toItem))
  const toItem = ({ id, kind, title, updatedAt }: Answers['memories']['items'][number]) =>
    h('li', { key: id }, `${title} (${kind}, `, toTime(updatedAt), ')')
  const toTime = (at: string) => h('time', { dateTime: at }, at.slice(0, 10))
  const renderStatus = ({ provider, queuedTurns, busy, dataDir }: Answers['status']) =>
    h(
      'p',
      null,
      `Stored in ${dataDir}; ${provider} distils, ${queuedTurns} turns are waiting`,
      busy ? '; at work now.' : '.',
    )
  const renderView = (view: View): Element[] => {
    if (view === 'loading') return [h('p', { role: 'status', key: 'loading' }, 'Loading …')]
    if ('failure' in view) return [h('p', { role: 'alert', key: 'failure' }, view.failure)]
    const all = [renderStatus(view.status), renderScopes(view.scopes), renderNewest(view.memories)]
    return [...all, h('p', { key: 'panel' }, h('a', LINK, 'Open the panel'))]
  }
  return function MemoryPage() {
    const [view, setView] = useState<View>('loading')
    const [times, setTimes] = useState(0)
    useEffect(() => {
      let isLeft = false
      const show = (next: View) => isLeft || setView(next)
      readAnswers().then(show, (error: Error) => show({ failure: error.message }))
      return () => {
        isLeft = true
      }
    }, [times])
    const refresh = h('button', { type: 'button', onClick: () => setTimes(times + 1) }, 'Refresh')
    return h('section', { 'aria-label': 'Memory' }, ...renderView(view), refresh)
  }
}

/** A host serves the script as `/plugins/<name of the row>/client.js`, and knows it by that name. */
function rowName({ document }: Page): string {
  const path = new URL(document?.currentScript?.src ?? '', 'http://host').pathname
  const [, row] = /^\/plugins\/(.+)\/client\.js$/.exec(decodeURIComponent(path)) ?? []
  return row ?? 'agent-memory-service/plugin/web'
}

const page = globalThis as unknown as Page
page.__ModuleLoader__.load({
  id: rowName(page),
  factory: (require: (name: string) => unknown) => {
    const component = createPage(require('react') as React)
    const options = { name: 'settings.section', id: 'svc', order: 60, label: () => 'Memory' }
    const apply = ({ slots }: ClientContext): void => {
      slots.inject(options.name, () => slots.register(options, component))
    }
    return { inject: ['slots'], apply }
  },
})
