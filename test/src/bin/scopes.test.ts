import t from 'tap'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Memory } from '../../../store/types.js'
import { Shell } from './shell.js'

interface Page {
  items: Memory[]
  total: number
}

t.test('scopes: the project of the directory by default, global read along', async t => {
  const shell = new Shell(t)
  const nested = join(shell.project, 'src', 'deep')
  mkdirSync(nested, { recursive: true })
  execFileSync('git', ['init', '-q'], { cwd: shell.project })
  const scopeOf = async (args: string[], cwd: string) =>
    (await shell.ask<Memory>(['remember', ...args, 'text'], { cwd })).scope
  t.same(await scopeOf(['--title', 'nested'], nested), { type: 'project', id: shell.project })
  t.same(await scopeOf(['--title', 'named', '--scope', 'project'], nested), {
    type: 'project',
    id: shell.project,
  })
  t.same(await scopeOf(['--title', 'everywhere', '--scope', 'global'], nested), {
    type: 'global',
    id: null,
  })
  const key = `project:${encodeURIComponent(shell.home)}`
  t.same(await scopeOf(['--title', 'elsewhere', '--scope', key], nested), {
    type: 'project',
    id: shell.home,
  })
  const titles = async (...args: string[]) =>
    (await shell.ask<Page>(['list', ...args], { cwd: nested })).items.map(item => item.title).sort()
  t.same(await titles(), ['everywhere', 'named', 'nested'])
  t.same(await titles('--scope', 'project'), ['named', 'nested'])
  t.same(await titles('--scope', 'global'), ['everywhere'])
  t.same(await titles('--scope', `project:${shell.home}`), ['elsewhere'])
  t.match(await shell.say(['list'], { cwd: nested }), /global  +everywhere/)
})

t.test('an empty store says what to do next', async t => {
  const shell = new Shell(t)
  const said = await shell.say(['list'])
  t.match(said, `nothing is stored in ${shell.project} or global yet`)
  t.match(said, /svc.* remember --title T CONTENT\n.* import\n.* install\n$/)
  t.match(await shell.say(['list', '--kind', 'fact']), /^nothing in .* matches\n$/)
  t.same(await shell.ask<Page>(['list']), { items: [], total: 0 })
})

t.test(
  'a move that was killed in the middle is finished by the next command, whatever it is',
  async t => {
    const shell = new Shell(t)
    execFileSync('git', ['init', '-q'], { cwd: shell.project })
    for (const title of ['One', 'Two', 'Three'])
      await shell.say(['remember', '--title', title, 'text'])
    const env = {
      NODE_OPTIONS: `--require ${fileURLToPath(new URL('../../crash/kill-at.cjs', import.meta.url))}`,
      SVC_TEST_KILL_STORE: join(shell.project, '.svc', 'memories'),
      SVC_TEST_KILL_AT: '4',
    }
    t.equal(
      (await shell.runBuilt(['scope', 'place', 'in-repo'], { env })).code,
      null,
      'it is killed',
    )
    const files = () => readdirSync(join(shell.project, '.svc', 'memories'))
    t.ok(files().filter(name => name.endsWith('.md')).length < 3)
    const { items } = await shell.ask<Page>(['list', '--scope', 'project'])
    t.same(items.map(({ title }) => title).sort(), ['One', 'Three', 'Two'])
  },
)
