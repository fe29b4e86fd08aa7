import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { DIST } from '../../built.mjs'
import { CordisHost, createFolder, eventually, ourRows } from './cordis-host.js'

const FOLDER = join(DIST, 'src/plugin/panel')

interface Node {
  type: string
  props: Record<string, unknown>
  children: (Node | string)[]
}

/** As much of React as one component without children of its own needs. */
class TinyReact {
  tree: Node | undefined
  private readonly states: unknown[] = []
  private effects: (() => void)[] = []
  private seen: unknown[][] = []
  private at = 0

  createElement = (type: string, props: Node['props'] | null, ...children: Node['children']) => ({
    type,
    props: props ?? {},
    children,
  })

  useState = (first: unknown) => {
    const at = this.at++
    this.states[at] ??= first
    const set = (next: unknown) => {
      this.states[at] = next
      this.render()
    }
    return [this.states[at], set]
  }

  useEffect = (effect: () => void, on: unknown[]) => {
    if (JSON.stringify(on) === JSON.stringify(this.seen)) return
    this.seen = on as unknown[][]
    this.effects.push(effect)
  }

  component: () => Node = () => ({ type: '', props: {}, children: [] })

  render(): void {
    this.at = 0
    this.tree = this.component()
    const effects = this.effects
    this.effects = []
    effects.forEach(effect => effect())
  }
}

const textOf = (node: Node | string | undefined): string =>
  typeof node === 'object' ? node.children.map(textOf).join(' ') : (node ?? '')

const findAll = (node: Node | string | undefined, type: string): Node[] => {
  if (typeof node !== 'object') return []
  const below = node.children.flatMap(child => findAll(child, type))
  return node.type === type ? [node, ...below] : below
}

/** Loads the panel as the host's web client does, from a row of this name. */
function loadPanel(url: string, row: string) {
  const react = new TinyReact()
  let module: { id: string; factory: (require: (name: string) => unknown) => object } | undefined
  const script = readFileSync(join(FOLDER, 'client.js'), 'utf8')
  runInNewContext(script, {
    URL,
    fetch: (path: string) => fetch(new URL(path, url)),
    document: { currentScript: { src: `${url}/plugins/${row}/client.js?rev=1` } },
    __ModuleLoader__: { load: (loaded: typeof module) => (module = loaded) },
  })
  const exported = module!.factory(() => react) as {
    inject: string[]
    apply: (ctx: object) => void
  }
  const registered: { name: string; label: () => string }[] = []
  exported.apply({
    slots: {
      inject: (_: string, register: () => void) => register(),
      register: (options: (typeof registered)[0], component: () => Node) => {
        registered.push(options)
        react.component = component
      },
    },
  })
  return { id: module!.id, inject: exported.inject, registered, react }
}

t.test('the manifest names the panel as a host looks for it', async t => {
  const manifest = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as object
  t.match(manifest, {
    exports: { './client': './client.js' },
    dsh: { client: { platform: 'web' } },
  })
})

t.test('the panel shows what is stored, and says where it cannot', async t => {
  const folder = createFolder(t)
  const host = await CordisHost.start(t, ourRows(folder).slice(0, 1))
  await host.addWebServer()
  const scope = { type: 'project', id: join(folder, 'work') } as const
  await host.svc.remember({ scope, title: 'Staging', content: 'Port 8080.' })

  const row = 'agent-memory-service/plugin/web'
  const { id, inject, registered, react } = loadPanel(host.url, row)
  t.equal(id, row, 'it registers by the name that the host asks for')
  t.same([...inject], ['slots'])
  t.match(registered, [{ name: 'settings.section' }])
  t.equal(registered[0]?.label(), 'Memory')
  react.render()
  t.match(findAll(react.tree, 'p'), [{ props: { role: 'status' } }])
  await eventually(() => findAll(react.tree, 'table').length > 0)
  t.match(textOf(react.tree), /builtin distils, *0 turns are waiting/)
  t.equal(textOf(findAll(react.tree, 'caption')[0]), 'Memories by scope')
  t.same(findAll(react.tree, 'tr').map(textOf), [
    'Scope Memories',
    'all projects 0',
    `${scope.id} 1`,
  ])
  t.match(findAll(react.tree, 'li').map(textOf), [/Staging \(fact,/])

  const link = { href: '/svc/panel/', target: '_blank', rel: 'noopener' }
  t.match(findAll(react.tree, 'a'), [{ props: link, children: ['Open the panel'] }])

  const refresh = () => (findAll(react.tree, 'button')[0]?.props.onClick as () => void)()
  await host.svc.remember({ scope, title: 'Tabs', content: 'Indent with tabs.' })
  refresh()
  await eventually(() => findAll(react.tree, 'li').length === 2)
  await host.setDisabled('svc', true)
  refresh()
  await eventually(() => findAll(react.tree, 'table').length === 0)
  t.match(findAll(react.tree, 'p'), [{ props: { role: 'alert' } }])
  t.match(textOf(react.tree), 'svc does not answer here (404)')
})
