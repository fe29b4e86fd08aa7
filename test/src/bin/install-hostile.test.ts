import t, { type Test } from 'tap'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DoctorReport } from '../../../src/report.js'
import { NOBODY } from '../../other-user.js'
import { PROGRAM, Shell } from './shell.js'

const INSTALL = ['install', '--host', 'claude-code']
const UNINSTALL = ['uninstall', '--host', 'claude-code']
const SETTINGS = '{\n  "model": "opus"\n}\n'

const isRoot = process.getuid?.() === 0
const isPosix = process.platform !== 'win32'

/** A shell whose home has been used by Claude Code, and the path of its settings. */
function claudeHome(t: Test): { shell: Shell; path: string } {
  const shell = new Shell(t)
  mkdirSync(join(shell.home, '.claude'))
  return { shell, path: join(shell.home, '.claude', 'settings.json') }
}

/** Every path below a folder, with what each is. */
function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
}

/** Each verb is refused, in one line with a code, and a folder holds afterwards what it held. */
async function refuses(
  t: Test,
  shell: Shell,
  { says, untouched, flags = [] }: { says: RegExp; untouched: string; flags?: string[] },
) {
  const before = everything(untouched)
  for (const verb of [INSTALL, UNINSTALL]) {
    const { code, stderr } = await shell.run([...verb, ...flags, '--json'])
    t.equal(code, 1, verb.join(' '))
    const { error, code: named } = JSON.parse(stderr || '{}') as Record<string, string>
    t.match(error, says, verb.join(' '))
    t.match(named, /^(INVALID_REQUEST|NOT_AVAILABLE|CONFLICT|STORE_CORRUPT)$/)
    t.equal(error?.includes('\n'), false, 'one line')
  }
  t.same(everything(untouched), before)
}

t.test('--project writes through no link that leads out of the repository', async t => {
  for (const link of [
    { at: '.claude', to: '' },
    { at: '.claude', to: 'not/there/yet' },
    { at: '.claude/settings.json', to: 'settings.json' },
    { at: '.claude/settings.json', to: 'not-there.json' },
    { at: '.claude/settings.json.svc-backup', to: 'settings.json' },
    { at: '.mcp.json', to: 'settings.json' },
  ]) {
    const shell = new Shell(t)
    execFileSync('git', ['init', '-q', shell.project])
    const outside = join(shell.folder, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'settings.json'), SETTINGS)
    const path = join(shell.project, link.at)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(outside, link.to), path)
    const says = new RegExp(`^${shell.project}/.* leads out of .*${shell.project}.* changed`)
    await refuses(t, shell, { says, untouched: shell.folder, flags: ['--project'] })
    t.equal(readFileSync(join(outside, 'settings.json'), 'utf8'), SETTINGS)
    t.ok(lstatSync(path).isSymbolicLink())
  }
})

t.test('doctor --fix removes nothing behind a link that leads out of it', async t => {
  const shell = new Shell(t)
  execFileSync('git', ['init', '-q', shell.project])
  const outside = join(shell.folder, 'outside')
  mkdirSync(outside)
  symlinkSync(outside, join(shell.project, '.claude'))
  const gone = spawnSync(process.execPath, ['-e', '0']).pid
  const left = join(outside, `.settings.json.${gone}-0abc.tmp`)
  writeFileSync(left, 'theirs')
  const { findings } = await shell.ask<DoctorReport>(['doctor', '--fix'])
  t.notOk(findings.some(({ check }) => check === 'hook-left-over'))
  t.ok(existsSync(left))
})

t.test('links within the repository are written through, those of a person too', async t => {
  const shell = new Shell(t)
  execFileSync('git', ['init', '-q', shell.project])
  const cwd = join(shell.project, 'packages', 'one')
  mkdirSync(join(shell.project, 'shared'))
  mkdirSync(cwd, { recursive: true })
  symlinkSync('../../shared', join(cwd, '.claude'))
  await shell.say([...INSTALL, '--project'], { cwd })
  t.match(readFileSync(join(shell.project, 'shared', 'settings.json'), 'utf8'), /svc-hook/)
  await shell.say([...UNINSTALL, '--project'], { cwd })
  t.same(readdirSync(join(shell.project, 'shared')), [])
  const dotfiles = join(shell.folder, 'dotfiles')
  mkdirSync(join(dotfiles, 'claude'), { recursive: true })
  symlinkSync('../dotfiles/claude', join(shell.home, '.claude'))
  // As the system reads it: from the folder in which the link really lies.
  symlinkSync('../shared.json', join(dotfiles, 'claude', 'settings.json'))
  writeFileSync(join(dotfiles, 'shared.json'), SETTINGS)
  await shell.say(INSTALL)
  t.match(readFileSync(join(dotfiles, 'shared.json'), 'utf8'), /svc-hook/)
  await shell.say(UNINSTALL)
  t.equal(readFileSync(join(dotfiles, 'shared.json'), 'utf8'), SETTINGS)
})

t.test('a repository in which the home lies is none of a project', async t => {
  const { shell, path } = claudeHome(t)
  writeFileSync(path, SETTINGS)
  execFileSync('git', ['init', '-q', shell.home])
  const cwd = join(shell.home, 'unpacked')
  mkdirSync(cwd)
  symlinkSync('../.claude', join(cwd, '.claude'))
  const { code, stderr } = await shell.run([...INSTALL, '--project'], { cwd })
  t.equal(code, 1)
  t.match(stderr, /leads out of/)
  t.equal(readFileSync(path, 'utf8'), SETTINGS)
})

t.test('settings that are not UTF-8 are refused untouched', async t => {
  const latin = Buffer.from('{ "name": "Müller" }\n', 'latin1')
  const wide = Buffer.from('\ufeff{ "model": "opus" }\n', 'utf16le')
  for (const bytes of [latin, wide, wide.subarray(2), wide.swap16()]) {
    const { shell, path } = claudeHome(t)
    writeFileSync(path, bytes)
    const says = new RegExp(`^${path} is not UTF-8 text`)
    await refuses(t, shell, { says, untouched: shell.folder })
    t.ok(readFileSync(path).equals(bytes))
    const { findings } = await shell.ask<DoctorReport>(['doctor'])
    const named = findings.filter(({ check }) => check === 'hook-settings')
    t.match(named, [{ message: says }], 'doctor names it')
  }
})

t.test('a mark of UTF-8 at the beginning stays', async t => {
  const { shell, path } = claudeHome(t)
  writeFileSync(path, `\ufeff${SETTINGS}`)
  await shell.say(INSTALL)
  t.match(readFileSync(path, 'utf8'), /^\ufeff\{[^]*svc-hook/)
  await shell.say(UNINSTALL)
  t.equal(readFileSync(path, 'utf8'), `\ufeff${SETTINGS}`)
})

t.test('a file with a second name is refused: one of them alone would be new', async t => {
  const { shell, path } = claudeHome(t)
  const other = join(shell.folder, 'dotfile')
  writeFileSync(other, SETTINGS)
  linkSync(other, path)
  const { code, stderr } = await shell.run(INSTALL)
  t.equal(code, 1)
  t.match(
    stderr,
    new RegExp(`^svc: ${path} has 2 names \\(hard links\\).*; nothing was changed\n$`),
  )
  t.equal(statSync(path).ino, statSync(other).ino)
  t.equal(readFileSync(path, 'utf8'), SETTINGS)
  t.notOk(existsSync(shell.store), 'nothing else was made')
})

t.test("another's file keeps its owner and its mode", { skip: !isRoot }, async t => {
  const { shell, path } = claudeHome(t)
  writeFileSync(path, SETTINGS)
  chmodSync(path, 0o640)
  const look = (one = path) => {
    const { uid, gid, mode } = statSync(one)
    return { uid, gid, mode: mode & 0o7777 }
  }
  const keeps = async (uid: number) => {
    chownSync(path, uid, uid)
    const before = look()
    await shell.say(INSTALL)
    t.match(readFileSync(path, 'utf8'), /svc-hook/)
    t.same(look(), before)
    return before
  }
  t.same(await keeps(NOBODY), { uid: NOBODY, gid: NOBODY, mode: 0o640 })
  await shell.say(UNINSTALL)
  t.equal(readFileSync(path, 'utf8'), SETTINGS)
  // Files of root, and of a third one, in a home that is another's.
  for (const folder of [shell.home, dirname(path), shell.folder]) chownSync(folder, NOBODY, NOBODY)
  for (const uid of [0, NOBODY - 1]) {
    const before = await keeps(uid)
    t.same(look(`${path}.svc-backup`), { ...before, mode: 0o600 }, 'nobody else reads what it held')
    await shell.say(UNINSTALL)
    t.equal(readFileSync(path, 'utf8'), SETTINGS)
    t.same(look(), before)
  }
  t.equal(process.geteuid?.(), 0)
})

t.test("another's folders below root's own are theirs afterwards", { skip: !isRoot }, async t => {
  for (const settings of [SETTINGS, undefined]) {
    const { shell, path } = claudeHome(t)
    execFileSync('git', ['init', '-q', shell.project])
    if (settings !== undefined) writeFileSync(path, settings)
    const data = join(shell.home, 'data')
    mkdirSync(data)
    const theirs = [join(shell.home, '.claude'), data, shell.project]
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, ...theirs])
    for (const folder of [shell.folder, shell.home]) chmodSync(folder, 0o700)
    const env = { SVC_DATA_DIR: join(data, 'svc') }
    const owners = () => {
      const all = theirs.flatMap(one => everything(one).map(name => join(one, name)))
      return all.filter(one => existsSync(one) && lstatSync(one).uid !== NOBODY)
    }
    await shell.say(INSTALL, { env })
    await shell.say([...INSTALL, '--project'], { env })
    t.match(readFileSync(path, 'utf8'), /svc-hook/)
    t.ok(existsSync(join(data, 'svc', 'bin', 'svc')))
    t.ok(existsSync(join(shell.project, '.claude', 'settings.json')))
    t.same(owners(), [])
    await shell.say([...UNINSTALL, '--project'], { env })
    await shell.say(UNINSTALL, { env })
    t.equal(existsSync(path) ? readFileSync(path, 'utf8') : undefined, settings)
    t.same(owners(), [])
    t.notOk(existsSync(join(data, 'svc', 'bin')))
    t.equal(process.geteuid?.(), 0)
  }
})

t.test('a link out of a folder of root leads to files of another', { skip: !isRoot }, async t => {
  const { shell, path } = claudeHome(t)
  const shared = mkdtempSync('/tmp/svc-shared-')
  t.teardown(() => rmSync(shared, { recursive: true }))
  for (const folder of [shell.folder, shell.home]) chmodSync(folder, 0o700)
  symlinkSync(join(shared, 'settings.json'), path)
  chownSync(shared, NOBODY, NOBODY)
  await shell.say(INSTALL)
  t.match(readFileSync(path, 'utf8'), /svc-hook/)
  t.equal(statSync(path).uid, NOBODY)
  await shell.say(UNINSTALL)
})

t.test("root in another's home makes nothing of its own", { skip: !isRoot }, async t => {
  const { shell, path } = claudeHome(t)
  mkdirSync(join(shell.home, '.config'))
  for (const folder of ['', '.claude', '.config']) {
    chownSync(join(shell.home, folder), NOBODY, NOBODY)
  }
  const env = { SVC_DATA_DIR: join(shell.home, 'data', 'svc'), SUDO_UID: String(NOBODY) }
  chownSync(shell.folder, NOBODY, NOBODY)
  await shell.say(INSTALL, { env })
  await shell.say(['install', '--host', 'opencode'], { env })
  const owners = () =>
    everything(shell.home).filter(name => lstatSync(join(shell.home, name)).uid !== NOBODY)
  t.ok(existsSync(path))
  t.same(owners(), [])
  t.equal(process.geteuid?.(), 0)
  await shell.say(UNINSTALL, { env })
  t.same(owners(), [])
})

/** Runs `svc` in a mount namespace of its own, after a line of sh; undefined where there is none. */
function inMounts(shell: Shell, mount: string, args: readonly string[]) {
  const given = Object.entries(shell.env()).map(([name, value]) => `${name}=${value}`)
  const line = `${mount} && cd "$0" && exec "$@"`
  const command = ['env', '-i', ...given, process.execPath, PROGRAM, ...args]
  const how = ['-Urm', 'sh', '-ec', line, shell.project, ...command]
  return spawnSync('unshare', how, { encoding: 'utf8' })
}

const mayMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
const mounted = { skip: !mayMount && 'no mounts of its own here' }

t.test('a store on a disk that starts no program is named', mounted, async t => {
  const { shell, path } = claudeHome(t)
  mkdirSync(shell.store)
  const mount = `mount -t tmpfs -o noexec none '${shell.store}'`
  const installed = inMounts(shell, mount, INSTALL)
  t.equal(installed.status, 1)
  const says = /store\/bin\/svc cannot be started.*noexec.*SVC_DATA_DIR/
  t.match(installed.stderr, says)
  t.notOk(existsSync(path), 'no hook names it')
  await shell.say(INSTALL)
  const copied = `cp -r '${shell.store}' '${shell.home}/copy' && ${mount} && cp -r '${shell.home}/copy/.' '${shell.store}'`
  const { stdout } = inMounts(shell, copied, ['doctor', '--json'])
  const { findings } = JSON.parse(stdout) as DoctorReport
  t.match(
    findings.filter(({ check }) => check === 'launcher'),
    [
      {
        level: 'remark',
        message: /store\/bin\/svc cannot be started.*noexec/,
        mend: /SVC_DATA_DIR/,
      },
    ],
  )
  t.equal(findings.filter(({ check }) => check === 'launcher')[0]?.fixable, undefined)
})

t.test('in a home that is read-only nothing is half done', mounted, async t => {
  const { shell } = claudeHome(t)
  mkdirSync(shell.store)
  const mount = `mount --bind '${shell.home}' '${shell.home}' && mount -o remount,bind,ro '${shell.home}'`
  const { status, stderr } = inMounts(shell, mount, [...INSTALL, '--json'])
  t.equal(status, 1)
  const { error, code } = JSON.parse(stderr) as Record<string, string>
  t.match(error, /^.*home\/\.claude.*: it lies on a disk that is read-only.*\(EROFS\)$/)
  t.equal(code, 'STORE_CORRUPT')
  t.same(everything(shell.store), [], 'no launchers are left')
  const all = inMounts(shell, mount, ['install', '--yes', '--json'])
  t.match(all.stdout, /it lies on a disk that is read-only/)
  const data = ['--data-dir', join(shell.home, 'svc')]
  const within = inMounts(shell, mount, [...INSTALL, ...data])
  t.match(within.stderr, /^svc: .*home\/svc.* read-only.*\n$/)
  const first = inMounts(shell, mount, ['doctor', ...data])
  t.match(first.stderr, /^svc: .*home\/svc.* read-only.*\n$/)
  await shell.say(['remember', '--title', 'Tests', 'npm test runs them', ...data])
  const { stdout } = inMounts(shell, mount, ['doctor', '--json', ...data])
  const { findings } = JSON.parse(stdout) as DoctorReport
  const named = findings.filter(({ check }) => check === 'unwritable')
  t.match(named[0], { path: data[1], message: /lies on a disk that is read-only/ })
})

t.test('what a killed installation left is named by doctor, and goes', async t => {
  const gone = spawnSync(process.execPath, ['-e', '0']).pid
  const { shell, path } = claudeHome(t)
  execFileSync('git', ['init', '-q', shell.project])
  await shell.say(INSTALL)
  await shell.say([...INSTALL, '--project'])
  const leave = (file: string, pid: number) => {
    const left = join(dirname(file), `.${file.slice(dirname(file).length + 1)}.${pid}-0abc.tmp`)
    writeFileSync(left, 'half')
    return left
  }
  const leaveAll = () => [
    leave(path, gone),
    leave(`${path}.svc-backup`, gone),
    leave(join(shell.home, '.claude.json'), gone),
    leave(join(shell.project, '.claude', 'settings.json'), gone),
  ]
  const find = async (...flags: string[]) => {
    const { findings } = await shell.ask<DoctorReport>(['doctor', ...flags])
    return findings.filter(({ check }) => check === 'hook-left-over')
  }
  const left = leaveAll()
  const living = leave(path, process.pid)
  const named = await find()
  t.same(named.map(one => one.path).sort(), [...left].sort())
  t.ok(named.every(({ fixable }) => fixable))
  t.ok((await find('--fix')).every(({ fixed }) => fixed))
  t.same(left.filter(existsSync), [])
  t.ok(existsSync(living), 'not that of one that writes')
  t.same(await find(), [])
  leaveAll()
  const launcher = leave(join(shell.store, 'bin', 'svc-hook'), gone)
  await shell.say([...UNINSTALL, '--project'])
  await shell.say(UNINSTALL)
  t.same([...left, launcher].filter(existsSync), [])
  t.notOk(existsSync(join(shell.store, 'bin')))
  rmSync(living)
  t.same(readdirSync(join(shell.home, '.claude')), [])
})

t.test('what is no file is refused by name, and nobody waits for it', async t => {
  const kinds: Record<string, (path: string) => void> = {
    'a pipe': path => execFileSync('mkfifo', [path]),
    'a folder': path => mkdirSync(path),
    'a link to zeros': path => symlinkSync('/dev/zero', path),
    'a link to a terminal': path => symlinkSync('/dev/tty', path),
  }
  for (const [kind, make] of Object.entries(isPosix ? kinds : {})) {
    for (const name of ['settings.json', 'settings.json.svc-backup']) {
      const { shell, path } = claudeHome(t)
      const made = join(dirname(path), name)
      if (made !== path) writeFileSync(path, SETTINGS)
      make(made)
      const says = new RegExp(`^${made} is no regular file.*nothing was changed$`)
      await t.test(`${kind} as ${name}`, t => refuses(t, shell, { says, untouched: shell.folder }))
      const { findings } = await shell.ask<DoctorReport>(['doctor'])
      t.notMatch(findings, [{ check: 'hosts' }], 'the hosts were looked at')
    }
  }
  const { shell, path } = claudeHome(t)
  writeFileSync(path, '')
  truncateSync(path, 2 ** 30)
  const says = new RegExp(`^${path} is larger than 32 MB`)
  await refuses(t, shell, { says, untouched: shell.folder })
})
