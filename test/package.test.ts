import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, posix, relative } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { buildDeclarations } from './built.mjs'
import { VERSION } from '../src/config.js'
import { bare } from './bare.js'
import { listTree, PATIENT, untilQuiet } from './handlers/hooks/host.js'
import { ROOT } from './root.js'
import { removeFolder } from './remove-folder.mjs'

await buildDeclarations()

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  name: string
  version: string
  bin: Record<string, string>
  exports: Record<string, string | Record<string, string>>
  scripts: Record<string, string>
}
const PLUGINS = ['.claude-plugin', '.gemini-extension']
const isOfPlugin = (path: string) => PLUGINS.some(folder => path.startsWith(`${folder}/`))
const work = mkdtempSync(join(tmpdir(), 'svc-package-'))
const app = join(work, 'app')
const home = join(work, 'home')
const installed = join(app, 'node_modules', manifest.name)
t.teardown(async () => {
  await untilQuiet(work)
  removeFolder(work)
})
mkdirSync(app)
mkdirSync(home)
writeFileSync(join(app, 'package.json'), '{}')
writeFileSync(join(app, 'AGENTS.md'), 'Use pnpm, never npm.\n')

t.test('the program and the changelog know the version', async t => {
  t.equal(VERSION, manifest.version)
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  t.equal(/^## \[(\d[^\]]*)\]/m.exec(changelog)?.[1], manifest.version)
})

// Without its scripts: they would build anew below the feet of the other tests.
const packing = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', work], ROOT)
const [packed] = JSON.parse(packing) as { filename: string; files: { path: string }[] }[]
const files = packed?.files.map(({ path }) => path) ?? []

/** Loaded by their paths: by svc-hook, by whatever ends before its work, by a plugin host's browser. */
const STARTED = [
  'dist/hook-stop.cjs',
  'dist/worker.cjs',
  ...['cli', 'service', 'commands', 'standing', 'scopes', 'recall', 'past', 'rest'].map(
    name => `dist/${name}.cjs`,
  ),
  'dist/src/plugin/panel/client.js',
]

/** What a browser is sent is no module of the package. */
const isOfPage = (path: string) => path.startsWith('dist/panel/')

/** What somebody who installs the package can load, and all that this loads. */
const reached = reachedFrom([
  ...Object.values(manifest.exports).flatMap(entry => Object.values(entry)),
  ...Object.values(manifest.bin),
  ...STARTED,
])

t.test('what can be loaded is packed, and no folder of which nothing can', async t => {
  t.ok(reached.size > 300 && reached.has('dist/src/service/service.js'), 'the imports are followed')
  t.same(
    [...reached].filter(path => !files.includes(path)),
    [],
    'package.json, files: it leaves out what is needed',
  )
  const folders = new Set([...reached].map(path => posix.dirname(path)))
  t.same(
    files.filter(
      path => path.startsWith('dist/') && !isOfPage(path) && !folders.has(posix.dirname(path)),
    ),
    [],
    'package.json, files: parts that are bundled into the programs need not be there again',
  )
  const isProgram = (path: string) => posix.dirname(path) === 'dist/src/bin'
  t.same(
    files.filter(path => isProgram(path) && !reached.has(path)),
    [],
  )
})

t.test('whoever installs it runs no script of ours', async t => {
  const atInstall = ['preinstall', 'install', 'postinstall']
  t.same(
    atInstall.filter(name => name in manifest.scripts),
    [],
  )
})

t.test('the package holds the built program and its papers', async t => {
  const readmes = ['README.md', 'handlers/README.md', 'src/README.md', 'store/README.md']
  const papers = ['CHANGELOG.md', 'LICENSE', 'package.json', ...readmes].sort()
  const others = files.filter(path => !path.startsWith('dist/'))
  t.same(others.filter(path => !isOfPlugin(path)).sort(), papers)
  const ofPlugins = PLUGINS.flatMap(folder => listTree(join(ROOT, folder)))
  t.same(
    others.filter(isOfPlugin).sort(),
    ofPlugins.map(path => relative(ROOT, path)).sort(),
    'what hosts install as a plugin or an extension, whole',
  )
  for (const path of Object.values(manifest.bin)) t.ok(files.includes(path), path)
  const built =
    /^dist\/((src|handlers|store)\/.*\.(js|d\.ts|js\.LEGAL\.txt)|((svc-hook|beside-server|hook-[a-z-]+|svc|worker|cli|service|commands|standing|scopes|recall|past|rest)\.cjs|opencode\.mjs)(\.LEGAL\.txt)?)$/
  // What plugin hosts read: the rows of a bundle, and the manifest of the panel.
  const read = ['dist/src/plugin/cordis.patch.yml', 'dist/src/plugin/panel/package.json']
  t.same(
    read.filter(path => !files.includes(path)),
    [],
  )
  t.same(
    files.filter(
      path =>
        path.startsWith('dist/') && !isOfPage(path) && !built.test(path) && !read.includes(path),
    ),
    [],
    'neither tests nor maps, nor code that was compiled for one machine',
  )
})

t.test('the package holds the page as it was built', async t => {
  const text = readFileSync(join(ROOT, 'dist/panel/files.json'), 'utf8')
  const listed = Object.entries(JSON.parse(text) as Record<string, { encodings: string[] }>)
  const endings: Record<string, string> = { br: '.br', gzip: '.gz' }
  const wanted = listed.flatMap(([path, { encodings }]) =>
    ['', ...encodings.map(name => endings[name])].map(ending => `dist/panel/${path}${ending}`),
  )
  t.same(files.filter(isOfPage).sort(), ['dist/panel/files.json', ...wanted].sort())
})

t.test('nothing in it speaks of the machine that it was built on', async t => {
  const places = [ROOT.replace(/\/$/, ''), homedir(), tmpdir()].filter(path => path.length > 5)
  const telling = files.filter(path => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return places.some(place => text.includes(place))
  })
  t.same(telling, [])
})

t.test('every file of the package has its source', async t => {
  const stray = files.filter(path => {
    const [, source] = /^dist\/(.*)\.js$/.exec(path) ?? []
    return source !== undefined && !isOfPage(path) && !isFile(join(ROOT, `${source}.ts`))
  })
  t.same(stray, [], 'rm -r dist && npm run build')
})

t.test('it installs into an empty folder and its programs run there', async t => {
  // npm takes what lies there for installed where the package asks for it, and takes away the rest.
  copyDependencies(app)
  npm(
    ['install', '--prefer-offline', '--no-audit', '--no-fund', join(work, packed?.filename ?? '')],
    app,
  )
  t.equal(run('npx', ['--no', 'svc', '--', '--version']).stdout, `${VERSION}\n`)
  const bin = (name: string) => join(app, 'node_modules/.bin', name)
  t.equal(run(bin(manifest.name), ['--version']).stdout, `${VERSION}\n`)
  const svc = bin('svc')
  t.match(run(svc, ['remember', '--title', 'Staging', 'Port 8080.']).stdout, 'remembered')
  t.match(run(svc, ['list']).stdout, 'Staging')
  t.match(run(svc, ['recall', 'staging', 'port']).stdout, 'Port 8080.')
  t.match(callHook(), /Port 8080\.[^]*Use pnpm, never npm\./)
  const entries = ['core', 'host', 'web'].map(entry => `${manifest.name}/plugin/${entry}`)
  const names = `Promise.all(${JSON.stringify(entries)}.map(async one => (await import(one)).name))`
  const printed = run(process.execPath, ['-e', `${names}.then(console.log)`])
  t.match(printed.stdout, "[ 'svc', 'svc-host', 'svc-web' ]", printed.stderr)
  const web = `import('${manifest.name}/handlers').then(async ({ createHandler }) => {
    const answer = await createHandler({})(new Request('http://localhost/'))
    console.log(answer.status)
  })`
  t.equal(run(process.execPath, ['-e', web]).stdout, '200\n', 'the page, without the program')
  const found = `console.log(require.resolve('${manifest.name}/plugin/web/package.json'))`
  t.match(run(process.execPath, ['-e', found]).stdout, 'dist/src/plugin/panel/package.json')
})

t.test('npx with its name serves as npm start does, and stops', async t => {
  // As a person types it; were it not installed, npx would fail and not fetch it.
  const settings = { npm_config_update_notifier: 'false', npm_config_yes: 'false' }
  // A host that is there and not connected: the second line says how.
  mkdirSync(join(home, '.codex'), { recursive: true })
  const env = { PATH: process.env.PATH, HOME: home, ...settings }
  const command = ['npx', manifest.name, '--port', '0']
  const [program, args] = bare(env, command)
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(program, args, { cwd: app, stdio: [...stdio], detached: true })
  // As a terminal does: npm hands on a signal that it alone gets to the shell, and no further.
  const endAll = (signal: NodeJS.Signals) => process.kill(-child.pid!, signal)
  t.teardown(() => (child.exitCode ?? child.signalCode) === null && endAll('SIGKILL'))
  const ended = once(child, 'close')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (lines.push(line) === 2) break
  }
  const [url = '', connect = ''] = lines
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
  t.match(connect, /npx agent-memory-service install$/, "npm's PATH ends with it")
  t.equal((await fetch(`${url}svc/status`)).status, 200)
  const page = await (await fetch(url)).text()
  const [script = ''] = /panel\/main-[^"]+\.js/.exec(page) ?? []
  t.equal((await fetch(url + script)).status, 200, 'the page and what it loads are there')
  endAll('SIGINT')
  await ended
  await t.rejects(fetch(`${url}svc/status`), 'nobody is left behind')
})

t.test('the hook runs without compiled code, and with that of another machine', async t => {
  const folder = join(installed, 'dist')
  const caches = () => readdirSync(folder).filter(name => name.endsWith('.cache'))
  const hooks = () => caches().filter(name => name.startsWith('hook-'))
  for (const name of caches()) rmSync(join(folder, name))
  t.match(callHook(), /Port 8080/)
  const install = () =>
    run(join(app, 'node_modules/.bin/svc'), ['install', '--host', 'claude-code'])
  install()
  t.equal(hooks().length, 3, 'the installer makes it, for each kind of call')
  t.equal(caches().length, 11, 'and those of svc')
  t.match(callHook(), /Port 8080/)
  for (const text of ['compiled by nobody', '']) {
    for (const name of caches()) writeFileSync(join(folder, name), text)
    t.match(callHook(), /Port 8080/)
  }
  for (const name of caches()) rmSync(join(folder, name))
  install()
  t.equal(caches().length, 11)
  t.match(callHook(), /Port 8080/)
})

/** The files of the repository that these ones load, themselves included. */
function reachedFrom(entries: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = entries
    .map(path => posix.normalize(path))
    .filter(path => /\.[cm]?[jt]s$/.test(path))
  for (const path of waiting) {
    if (found.has(path)) continue
    found.add(path)
    const named = readFileSync(join(ROOT, path), 'utf8').matchAll(
      /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*["'](\.[^"']+\.[cm]?js)["']/g,
    )
    for (const [, target = ''] of named) {
      const file = posix.join(posix.dirname(path), target)
      const isTyped = path.endsWith('.d.ts')
      waiting.push(isTyped ? file.replace(/\.js$/, '.d.ts') : file)
    }
  }
  return found
}

/** The packages that ours needs, as the lock file has them: npm then need not unpack each. */
function copyDependencies(to: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    // A package within another comes with that one.
    const isOuter = path.lastIndexOf('node_modules/') === 0
    if (isOuter && !dev && !devOptional)
      cpSync(join(ROOT, path), join(to, path), { recursive: true })
  }
}

function npm(args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(...bare(process.env, ['npm', ...args]), {
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`)
  return stdout
}

function run(command: string, args: string[], input = '') {
  const settings = { npm_config_update_notifier: 'false', NODE_OPTIONS: PATIENT }
  const env = { PATH: process.env.PATH ?? '', HOME: home, ...settings }
  const how = { cwd: app, input, encoding: 'utf8', timeout: 90_000 } as const
  return spawnSync(...bare(env, [command, ...args]), how)
}

/** What a session start is given by the installed hook. */
function callHook(): string {
  const payload = { hook_event_name: 'SessionStart', session_id: 's', cwd: app, source: 'startup' }
  const hook = join(app, 'node_modules/.bin/svc-hook')
  const { stdout } = run(hook, [], JSON.stringify(payload))
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } }
  return answer.hookSpecificOutput?.additionalContext ?? ''
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
