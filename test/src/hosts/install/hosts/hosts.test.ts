import { parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import t, { type Test } from 'tap'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  applyInstall,
  applyShared,
  applyUninstall,
} from '../../../../../src/hosts/install/apply.js'
import type { Host } from '../../../../../src/hosts/install/hosts/host.js'
import { loadHosts } from '../../../../../src/hosts/drivers.js'
import {
  createOwnContent,
  createSharedContent,
  type Connection,
} from '../../../../../src/hosts/install/installation.js'
import type { Launched } from '../../../../../src/hosts/install/launcher.js'
import { isInstalled, planInstall, planUninstall } from '../../../../../src/hosts/install/plan.js'
import { FILES } from './table.js'

const HOSTS = await loadHosts()
const MCP = { mcp: true, isResident: false }

/** A home of its own, svc put into one host's files there and taken out again. */
class Home {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-hosts-')))
  readonly home = join(this.folder, 'home')
  readonly env = { HOME: this.home }
  readonly launched: Launched = {
    node: process.execPath,
    scripts: { svc: '/opt/svc.js', hook: '/opt/svc-hook.cjs', opencode: '/opt/opencode.mjs' },
    dataDir: join(this.home, '.local', 'share', 'svc'),
  }

  constructor(
    t: Test,
    readonly host: Host,
  ) {
    mkdirSync(this.home)
    t.teardown(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  install(connection: Connection = MCP) {
    const content = createOwnContent(this.host, this.launched, connection)
    return applyInstall(() => planInstall(this.host, { env: this.env }, content), this.launched)
  }

  uninstall() {
    const plan = () => planUninstall(this.host, { env: this.env })
    return applyUninstall(plan, [this.launched.dataDir])
  }

  write(path: string, text: string) {
    const full = join(this.home, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), 'utf8')
  }

  /** The host's own files and folders. */
  list(): string[] {
    return readdirSync(this.home, { recursive: true, encoding: 'utf8' })
      .filter(path => !path.startsWith('.local'))
      .sort()
  }
}

const toValue = (path: string, text: string): unknown =>
  path.endsWith('.toml') ? parseToml(text) : parse(text)

for (const host of HOSTS) {
  const files = FILES[host.name]!
  const theirs = Object.entries({
    [files.servers]: files.theirs.servers,
    ...(files.theirs.hooks !== undefined && { [files.hooks]: files.theirs.hooks }),
  })

  t.test(`${host.title}: an empty home gets its files, and is empty again`, async t => {
    const home = new Home(t, host)
    const changes = await home.install()
    t.ok(changes.every(({ changed }) => changed))
    t.ok(isInstalled(host, { env: home.env }))
    t.match(home.read(files.hooks), join(home.launched.dataDir, 'bin'))
    t.match(home.read(files.servers), join(home.launched.dataDir, 'bin', 'svc'))
    const again = await home.install()
    t.notOk(
      again.some(({ changed }) => changed),
      'a second time changes nothing',
    )
    await home.uninstall()
    t.same(readdirSync(home.home), [])
    t.notOk((await home.uninstall()).some(({ changed }) => changed))
    t.same(readdirSync(home.home), [], 'an undo of nothing makes nothing')
  })

  t.test(`${host.title}: what others have there keeps every byte`, async t => {
    const home = new Home(t, host)
    for (const [path, text] of theirs) home.write(path, text)
    const before = home.list()
    await home.install()
    for (const [path, text] of theirs) {
      const after = home.read(path)
      const words = text.match(/say done|"other"|\/\/ \w+|# [\w ]+|\/\* [\w ]+\*\//g) ?? []
      for (const word of words) t.ok(after.includes(word), word)
      t.equal(home.read(`${path}.svc-backup`), text)
    }
    t.notOk((await home.install()).some(({ changed }) => changed))
    await home.uninstall()
    for (const [path, text] of theirs) t.equal(home.read(path), text, path)
    t.same(home.list(), before)
  })

  t.test(`${host.title}: the undo holds where the host wrote its files anew`, async t => {
    const home = new Home(t, host)
    for (const [path, text] of theirs) home.write(path, text)
    const plain = theirs.map(([path, text]) => [path, toValue(path, text)] as const)
    await home.install()
    for (const [path] of theirs.filter(([path]) => !path.endsWith('.toml'))) {
      const value = parse(home.read(path)) as Record<string, unknown>
      home.write(path, JSON.stringify({ added: { by: 'the host' }, ...value }, null, '\t'))
    }
    await home.uninstall()
    for (const [path, value] of plain) {
      const { added: _, ...left } = toValue(path, home.read(path)) as Record<string, unknown>
      t.same(left, value, path)
    }
  })

  t.test(`${host.title}: without MCP no server, and what was there goes`, async t => {
    const home = new Home(t, host)
    home.write(files.servers, files.theirs.servers)
    await home.install()
    await home.install({ mcp: false, isResident: false })
    if (files.servers !== files.hooks) t.equal(home.read(files.servers), files.theirs.servers)
    t.notMatch(home.read(files.servers), '"mcp",')
    if (host.name !== 'opencode') t.match(home.read(files.hooks), '--tools cli')
    await home.uninstall()
    t.equal(home.read(files.servers), files.theirs.servers)
  })

  t.test(`${host.title}: a project's files hold nothing of this machine`, async t => {
    const home = new Home(t, host)
    const place = { env: home.env, project: home.home }
    const content = createSharedContent(host, MCP)
    const install = () => applyShared(() => planInstall(host, place, content), home.home)
    t.ok(install().every(({ changed }) => changed))
    t.same(
      install().filter(({ changed }) => changed),
      [],
    )
    for (const path of Object.values(files.shared)) {
      t.notMatch(home.read(path), home.folder, path)
      t.notMatch(home.read(path), process.execPath, path)
      t.match(home.read(path), 'svc')
    }
    const path = files.shared.hooks
    t.ok(home.read(path).includes('npm install -g agent-memory-service'))
    applyShared(() => planUninstall(host, place), home.home)
    t.same(readdirSync(home.home), [])
    t.notOk(existsSync(home.launched.dataDir))
  })

  t.test(`${host.title}: another program's server of that name is not touched`, async t => {
    const home = new Home(t, host)
    const server = { command: '/opt/other/svc', args: ['serve'] }
    const texts: Record<string, string> = {
      codex: '[mcp_servers.svc]\ncommand = "/opt/other/svc"\n',
      opencode: JSON.stringify({ mcp: { svc: { type: 'local', command: ['other'] } } }),
    }
    home.write(files.servers, texts[host.name] ?? JSON.stringify({ mcpServers: { svc: server } }))
    const before = home.list()
    await t.rejects(home.install(), { code: 'CONFLICT', message: /svc.*nothing was changed/ })
    t.same(home.list(), before, 'not even the hooks are written')
    await home.uninstall()
    t.same(home.list(), before)
  })

  t.test(`${host.title}: what cannot be read is refused, and nothing is written`, async t => {
    const home = new Home(t, host)
    home.write(files.servers, '{ "broken": ')
    const before = home.list()
    await t.rejects(home.install(), { code: 'INVALID_REQUEST', message: /nothing was changed/ })
    await t.rejects(home.uninstall(), { code: 'INVALID_REQUEST' })
    t.same(home.list(), before)
  })
}

t.test('two installations at once, and two hosts at once', async t => {
  const home = new Home(t, HOSTS[0]!)
  await Promise.all([home.install(), home.install()])
  t.notOk((await home.install()).some(({ changed }) => changed))
  const others = HOSTS.slice(1).map(host => {
    const content = createOwnContent(host, home.launched, MCP)
    return () => planInstall(host, { env: home.env }, content)
  })
  await Promise.all(others.map(plan => applyInstall(plan, home.launched)))
  for (const host of HOSTS) {
    const plan = () => planUninstall(host, { env: home.env })
    await applyUninstall(plan, [home.launched.dataDir])
  }
  t.same(readdirSync(home.home), [])
})
