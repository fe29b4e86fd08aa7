import t, { type Test } from 'tap'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  findFault,
  launcherNote,
  removeLaunchers,
  writeLaunchers,
  type Launched,
} from '../../../../src/hosts/install/launcher.js'

const SHOW = `process.stdout.write(JSON.stringify({ here: __filename, args: process.argv.slice(2),
  dir: process.env.SVC_DATA_DIR, base: process.env.SVC_DATABASE_PATH }))`

/** The shells of this machine that may be its sh. */
const SHELLS = ['dash', 'bash', 'bash --posix', 'busybox sh', 'ksh', 'mksh']
  .map(command => `/bin/${command}`.split(' '))
  .filter(([program = '']) => existsSync(program))

/** A data directory with launchers, and scripts that say how they were started. */
class Launchers {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-launch-')))
  readonly launched: Launched = {
    node: join(this.folder, 'node', 'bin', 'node'),
    scripts: {
      svc: join(this.folder, 'dist', 'svc.cjs'),
      hook: join(this.folder, 'dist', 'svc-hook.cjs'),
      opencode: join(this.folder, 'dist', 'opencode.mjs'),
    },
    dataDir: join(this.folder, `it's a "data" $dir`),
  }

  constructor(t: Test) {
    mkdirSync(join(this.folder, 'dist'))
    mkdirSync(join(this.folder, 'home'))
    mkdirSync(dirname(this.launched.node), { recursive: true })
    symlinkSync(process.execPath, this.launched.node)
    for (const script of Object.values(this.launched.scripts)) writeFileSync(script, SHOW)
    t.teardown(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  pathOf(name: string): string {
    return join(this.launched.dataDir, 'bin', name)
  }

  /** A program of that name on a PATH of its own, which says so. */
  place(name: string): string {
    const folder = join(this.folder, 'path')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), `#!/bin/sh\necho "{\\"here\\":\\"path\\",\\"args\\":[]}"\n`)
    chmodSync(join(folder, name), 0o755)
    return `${folder}:/usr/bin:/bin`
  }

  run(
    name: string,
    args: string[] = [],
    env: Record<string, string> = {},
    { shell = ['/bin/sh'], cwd }: { shell?: string[]; cwd?: string } = {},
  ) {
    const given = { HOME: join(this.folder, 'home'), PATH: '/nowhere', ...env }
    const [program = '', ...words] = [...shell, this.pathOf(name), ...args]
    const { status, stdout, stderr } = spawnSync(program, words, {
      env: given,
      cwd,
      encoding: 'utf8',
    })
    const said = stdout === '' ? undefined : (JSON.parse(stdout) as Record<string, unknown>)
    return { status, said, stderr }
  }
}

t.test('a launcher becomes the program, with the data directory that it lies in', async t => {
  const launchers = new Launchers(t)
  const { dataDir, scripts } = launchers.launched
  const all = ['.gitignore', 'svc', 'svc-hook', 'opencode.mjs']
  t.same(writeLaunchers(launchers.launched), all)
  t.same(writeLaunchers(launchers.launched), [], 'a second time writes nothing')
  t.equal(statSync(launchers.pathOf('svc')).mode & 0o777, 0o700)
  const args = ['a b', `it's`, '$x', '']
  const elsewhere = { SVC_DATA_DIR: '/other', SVC_DATABASE_PATH: '/other/x.json' }
  const { status, said } = launchers.run('svc-hook', args, elsewhere)
  t.equal(status, 0)
  t.same(said, { here: scripts.hook, args, dir: dataDir })
  t.match(launchers.run('svc').said, { here: scripts.svc })
})

t.test('a store by another manifest is named as such', async t => {
  const launchers = new Launchers(t)
  const databasePath = join(launchers.launched.dataDir, 'mine.json')
  writeLaunchers({ ...launchers.launched, databasePath })
  t.match(launchers.run('svc').said, { base: databasePath })
})

t.test('Node that has moved is looked for on the PATH and where people have it', async t => {
  const launchers = new Launchers(t)
  writeLaunchers(launchers.launched)
  rmSync(launchers.launched.node)
  const folder = join(launchers.folder, 'elsewhere')
  mkdirSync(folder)
  symlinkSync(process.execPath, join(folder, 'node'))
  t.match(launchers.run('svc-hook', [], { PATH: folder }).said, { args: [] })
  const nvm = join(launchers.folder, 'home/.nvm/versions/node/v99.0.0/bin')
  mkdirSync(nvm, { recursive: true })
  symlinkSync(process.execPath, join(nvm, 'node'))
  t.match(launchers.run('svc-hook').said, { here: launchers.launched.scripts.hook })
})

t.test('a script that has moved: the program of that name on the PATH', async t => {
  const launchers = new Launchers(t)
  writeLaunchers(launchers.launched)
  rmSync(join(launchers.folder, 'dist'), { recursive: true })
  for (const name of ['svc', 'svc-hook']) {
    const PATH = launchers.place(name)
    t.match(launchers.run(name, [], { PATH }).said, { here: 'path' })
    const own = `${dirname(launchers.pathOf(name))}:${PATH}`
    t.match(launchers.run(name, [], { PATH: own }).said, { here: 'path' }, 'never itself')
  }
})

t.test('nothing to start: a hook ends silently and leaves a note, svc says what to do', async t => {
  const launchers = new Launchers(t)
  writeLaunchers(launchers.launched)
  rmSync(join(launchers.folder, 'dist'), { recursive: true })
  const PATH = `${dirname(launchers.pathOf('svc'))}:/usr/bin:/bin`
  t.match(launchers.run('svc-hook', [], { PATH }), { status: 0, said: undefined, stderr: '' })
  t.ok(existsSync(launcherNote(launchers.launched.dataDir)))
  const { status, stderr } = launchers.run('svc', [], { PATH })
  t.equal(status, 1)
  t.match(stderr, /^svc: .*npm install -g agent-memory-service.*\n$/)
  writeLaunchers(launchers.launched)
  t.notOk(existsSync(launcherNote(launchers.launched.dataDir)))
})

t.test('two launchers that lead to each other end', async t => {
  const [one, other] = [new Launchers(t), new Launchers(t)]
  for (const { launched, folder } of [one, other]) {
    writeLaunchers(launched)
    rmSync(join(folder, 'dist'), { recursive: true })
  }
  const bins = [one, other].map(each => dirname(each.pathOf('svc')))
  t.equal(one.run('svc-hook', [], { PATH: [...bins, '/usr/bin', '/bin'].join(':') }).status, 0)
})

t.test("beside the session's own server a hook leaves at once, and only there", async t => {
  const launchers = new Launchers(t)
  writeLaunchers(launchers.launched)
  const live = join(launchers.launched.dataDir, 'state', 'mcp', '77')
  const ask = (flags: string[]) => {
    return launchers.run('svc-hook', ['--host', 'x', ...flags], { CLAUDE_PID: '77' }).said
  }
  const beside = ['--beside-server']
  t.ok(ask(beside), 'no server')
  mkdirSync(dirname(live), { recursive: true })
  for (const end of ['', '\n']) {
    writeFileSync(live, `${process.pid}${end}`)
    t.equal(ask(beside), undefined)
    t.ok(ask([]), 'not where it is not asked to')
  }
  const gone = spawnSync('true').pid
  for (const text of ['', 'x', String(gone)]) {
    writeFileSync(live, text)
    t.ok(ask(beside), `a server that is gone (${text})`)
  }
  if (process.platform !== 'linux') return
  // A process that its parent has not waited for is dead, and its id is still there.
  const holder = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.teardown(() => holder.kill('SIGKILL'))
  const [pid] = (await once(holder.stdout, 'data')) as [Buffer]
  const zombie = pid.toString().trim()
  const until = async (path: string, text: string) => {
    while (!readFileSync(path, 'utf8').includes(text)) await new Promise(setImmediate)
  }
  await until(`/proc/${holder.pid}/comm`, 'sleep')
  process.kill(Number(zombie), 'SIGKILL')
  await until(`/proc/${zombie}/stat`, ') Z ')
  writeFileSync(live, zombie)
  t.ok(ask(beside), 'a server that nobody has waited for')
})

/** A process that does nothing, and the time at which it started, in the system's ticks. */
function startStranger(t: Test): { pid: number; startedAt: string } {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  const { pid = 0 } = child
  const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return { pid, startedAt: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '' }
}

t.test("a stranger with a dead server's process id silences no prompt", async t => {
  const launchers = new Launchers(t)
  writeLaunchers(launchers.launched)
  const live = join(launchers.launched.dataDir, 'state', 'mcp', '77')
  mkdirSync(dirname(live), { recursive: true })
  const { pid, startedAt } = startStranger(t)
  const ask = (text: string, shell?: string[]) => {
    writeFileSync(live, text)
    const args = ['--host', 'x', '--beside-server']
    return launchers.run('svc-hook', args, { CLAUDE_PID: '77' }, { shell }).said
  }
  for (const shell of SHELLS) {
    t.ok(ask('0\n\n', shell), 'no process has this id')
    if (process.platform === 'linux') {
      t.ok(ask(`${pid}\n${Number(startedAt) - 1}\n`, shell), 'started at another time')
      t.equal(ask(`${pid}\n${startedAt}\n`, shell), undefined, 'the server itself')
    }
  }
  // Where the system has no files of processes, ps says it.
  const ps = join(launchers.folder, 'ps')
  writeFileSync(
    ps,
    '#!/bin/sh\n[ "$*" = "-o lstart= -p $ASKED" ] && echo "Fri Nov  6 09:05:01 2026  "\n',
  )
  chmodSync(ps, 0o755)
  const path = launchers.pathOf('svc-hook')
  const text = readFileSync(path, 'utf8').replaceAll('/proc/', '/nowhere/')
  writeFileSync(path, text.replaceAll('/bin/ps', `ASKED=${pid} ${ps}`))
  for (const shell of SHELLS) {
    t.ok(ask(`${pid}\nFri Nov 6 09:05:02 2026\n`, shell), 'at another time, by ps')
    t.equal(ask(`${pid}\nFri Nov 6 09:05:01 2026\n`, shell), undefined, 'the server, by ps')
  }
})

t.test('nothing of the folder in which it is started is run', async t => {
  const launchers = new Launchers(t)
  writeLaunchers(launchers.launched)
  const cwd = join(launchers.folder, 'project')
  const marks = join(launchers.folder, 'marks')
  for (const folder of [cwd, join(cwd, 'bin')]) {
    mkdirSync(folder)
    for (const name of ['node', 'svc', 'svc-hook', 'date', 'ps', 'command', 'nc']) {
      writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} >>'${marks}'\n`)
      chmodSync(join(folder, name), 0o755)
    }
  }
  const folder = join(launchers.folder, 'elsewhere')
  mkdirSync(folder)
  symlinkSync(process.execPath, join(folder, 'node'))
  rmSync(launchers.launched.node)
  const paths = [`:${folder}`, `.:bin:${folder}`, `bin::${folder}:`, `./bin:${folder}:.`]
  const look = (env: Record<string, string>) =>
    SHELLS.map(shell => launchers.run('svc-hook', [], env, { shell, cwd }))
  for (const PATH of paths)
    for (const { said } of look({ PATH })) t.match(said, { args: [] }, `Node by ${PATH}`)
  rmSync(join(launchers.folder, 'dist'), { recursive: true })
  const found = launchers.place('svc-hook')
  for (const PATH of paths.map(path => `${path}:${found}`))
    for (const { said } of look({ PATH })) t.match(said, { here: 'path' }, `svc-hook by ${PATH}`)
  for (const PATH of [...paths, '', ':', '.', 'bin'])
    for (const { status } of look({ PATH, HOME: '.' })) t.equal(status, 0, `nothing by ${PATH}`)
  t.ok(existsSync(launcherNote(launchers.launched.dataDir)))
  t.notOk(existsSync(marks), 'none of the project was started')
})

t.test('what is wrong with a launcher is said', async t => {
  const launchers = new Launchers(t)
  const { launched } = launchers
  const find = () => findFault('svc-hook', launched)
  t.equal(find(), 'is missing')
  const planted = join(launched.dataDir, 'global', 'hook.js')
  mkdirSync(dirname(planted), { recursive: true })
  writeFileSync(planted, '')
  writeLaunchers({ ...launched, scripts: { ...launched.scripts, hook: planted } })
  t.match(find(), /global\/hook\.js, which lies in the store/)
  writeLaunchers(launched)
  t.equal(find(), undefined)
  t.equal(
    findFault('svc-hook', { ...launched, node: '/other/node' }),
    undefined,
    'another Node is well',
  )
  const path = launchers.pathOf('svc-hook')
  chmodSync(path, 0o600)
  t.equal(find(), 'is not executable')
  writeLaunchers(launched)
  t.equal(find(), undefined)
  writeFileSync(path, readFileSync(path, 'utf8') + '# older\n')
  t.equal(find(), 'is of another version')
  rmSync(launched.scripts.hook)
  t.match(find(), `starts ${launched.scripts.hook}, which is gone`)
})

t.test("OpenCode's launcher names the store, and what is wrong with it is said too", async t => {
  const launchers = new Launchers(t)
  const { launched } = launchers
  const databasePath = join(launchers.folder, 'other.json')
  for (const one of [launched, { ...launched, databasePath, tools: 'mcp' as const }]) {
    writeLaunchers(one)
    const find = () => findFault('opencode.mjs', one)
    t.equal(find(), undefined)
    writeFileSync(launchers.pathOf('opencode.mjs'), 'export {}\n')
    t.equal(find(), 'is of another version')
    writeLaunchers(one)
    const moved = { ...one, scripts: { ...one.scripts, opencode: '/elsewhere/opencode.mjs' } }
    t.equal(findFault('opencode.mjs', moved), undefined, 'another svc is well')
    const text = readFileSync(launchers.pathOf('opencode.mjs'), 'utf8')
    t.match(text, JSON.stringify(one.dataDir))
    t.equal(text.includes('other.json'), 'databasePath' in one)
  }
  rmSync(launched.scripts.opencode)
  t.match(findFault('opencode.mjs', launched), `starts ${launched.scripts.opencode}, which is gone`)
})

t.test('git never takes them along, and the last undo removes them', async t => {
  const launchers = new Launchers(t)
  const { dataDir } = launchers.launched
  writeLaunchers(launchers.launched)
  execFileSync('git', ['init', '-q', dataDir])
  t.equal(execFileSync('git', ['status', '--porcelain'], { cwd: dataDir, encoding: 'utf8' }), '')
  writeFileSync(launchers.pathOf('theirs'), '')
  removeLaunchers(dataDir)
  t.equal(execFileSync('ls', ['-A', join(dataDir, 'bin')], { encoding: 'utf8' }), 'theirs\n')
})

t.test('every shell reads them', async t => {
  const launchers = new Launchers(t)
  writeLaunchers(launchers.launched)
  const shells = ['sh', 'dash', 'bash'].filter(shell => existsSync(join('/bin', shell)))
  for (const shell of shells) {
    const { stdout } = spawnSync(shell, [launchers.pathOf('svc')], { encoding: 'utf8' })
    t.match(stdout, 'svc.cjs', shell)
  }
})
