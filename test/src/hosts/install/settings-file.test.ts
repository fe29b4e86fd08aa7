import t, { type Test } from 'tap'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editJson } from '../../../../src/hosts/install/hosts/host.js'
import { createHooksPart } from '../../../../src/hosts/install/parts/hooks.js'
import {
  applySettings,
  describeChange,
  planSettings,
  type SettingsChange,
} from '../../../../src/hosts/install/settings-file.js'

const COMMAND = '"/usr/bin/node" "/opt/svc-hook.cjs" --host claude-code'
const SETTINGS = '{\n  "model": "opus"\n}\n'

function planFor(path: string, wanted: boolean, command = COMMAND) {
  const handlers = [{ type: 'command', command, timeout: 10 }]
  const place = { dialect: 'json', root: ['hooks'], shape: 'groups' } as const
  const part = createHooksPart(place, [{ name: 'Stop', handlers }])
  return planSettings(editJson(path, 'json', [{ part, wanted }]))
}

function change(path: string, wanted: boolean, command?: string): SettingsChange {
  const plan = planFor(path, wanted, command)
  applySettings([plan])
  return describeChange(plan)
}

const install = (path: string, command?: string) => change(path, true, command)
const uninstall = (path: string) => change(path, false)

function makeFolder(t: Test): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-install-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

t.test(
  'makes the file and its folder where there is none, and takes the file away again',
  async t => {
    const path = join(makeFolder(t), '.claude', 'settings.json')
    t.same(install(path), { path, changed: true })
    t.match(readFileSync(path, 'utf8'), /svc-hook/)
    t.equal(statSync(path).mode & 0o777, 0o600)
    t.same(install(path), { path, changed: false })
    uninstall(path)
    t.same(readdirSync(join(path, '..')), [])
  },
)

t.test('keeps the old file once, and the undo leads back to it', async t => {
  const folder = makeFolder(t)
  const path = join(folder, 'settings.json')
  writeFileSync(path, SETTINGS)
  chmodSync(path, 0o640)
  const backup = `${path}.svc-backup`
  t.same(install(path), { path, changed: true, backup })
  install(path, COMMAND.replace('opt', 'new'))
  t.equal(readFileSync(backup, 'utf8'), SETTINGS)
  t.equal(statSync(path).mode & 0o777, 0o640)
  t.same(uninstall(path), { path, changed: true })
  t.equal(readFileSync(path, 'utf8'), SETTINGS)
  t.same(readdirSync(folder), ['settings.json'])
})

t.test('an undo after other changes keeps these; the old file has done its work', async t => {
  const folder = makeFolder(t)
  const path = join(folder, 'settings.json')
  writeFileSync(path, SETTINGS)
  install(path)
  writeFileSync(path, readFileSync(path, 'utf8').replace('opus', 'sonnet'))
  uninstall(path)
  t.equal(readFileSync(path, 'utf8'), SETTINGS.replace('opus', 'sonnet'))
  t.same(readdirSync(folder), ['settings.json'])
})

t.test(
  'an old file that an earlier release has left is not what the next undo leads to',
  async t => {
    const folder = makeFolder(t)
    const path = join(folder, 'settings.json')
    writeFileSync(path, SETTINGS)
    writeFileSync(`${path}.svc-backup`, '{ "model": "older" }')
    install(path)
    t.equal(readFileSync(`${path}.svc-backup`, 'utf8'), SETTINGS)
    uninstall(path)
    t.equal(readFileSync(path, 'utf8'), SETTINGS)
    rmSync(path)
    writeFileSync(`${path}.svc-backup`, '{}')
    install(path)
    uninstall(path)
    t.same(readdirSync(folder), [])
  },
)

t.test('a file of ours that was changed later is not taken away', async t => {
  const path = join(makeFolder(t), 'settings.json')
  install(path)
  writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{"model": "opus",'))
  uninstall(path)
  t.same(JSON.parse(readFileSync(path, 'utf8')), { model: 'opus' })
})

t.test('a blank object of a person stays', async t => {
  const path = join(makeFolder(t), 'settings.json')
  writeFileSync(path, '{}')
  install(path)
  uninstall(path)
  t.equal(readFileSync(path, 'utf8'), '{}')
})

t.test('writes through symbolic links, also to where nothing is yet', async t => {
  const folder = makeFolder(t)
  mkdirSync(join(folder, 'dotfiles'))
  const target = join(folder, 'dotfiles', 'claude.json')
  const path = join(folder, 'settings.json')
  symlinkSync('dotfiles/claude.json', path)
  install(path)
  t.ok(lstatSync(path).isSymbolicLink())
  t.match(readFileSync(target, 'utf8'), /svc-hook/)
  writeFileSync(target, SETTINGS)
  install(path)
  uninstall(path)
  t.ok(lstatSync(path).isSymbolicLink())
  t.equal(readFileSync(target, 'utf8'), SETTINGS)
})

t.test('refuses broken JSON and a loop of links, touching nothing', async t => {
  const folder = makeFolder(t)
  const path = join(folder, 'settings.json')
  writeFileSync(path, '{ // mine\n}')
  t.throws(() => install(path), {
    code: 'INVALID_REQUEST',
    message: new RegExp(`^${path} is not valid JSON.*; nothing was changed$`),
  })
  t.equal(readFileSync(path, 'utf8'), '{ // mine\n}')
  t.same(readdirSync(folder), ['settings.json'])
  symlinkSync('b', join(folder, 'a'))
  symlinkSync('a', join(folder, 'b'))
  t.throws(() => install(join(folder, 'a')), { message: /loop/ })
})

t.test('gives way to a program that writes at the same time', async t => {
  const path = join(makeFolder(t), 'settings.json')
  writeFileSync(path, SETTINGS)
  const plan = planFor(path, true)
  writeFileSync(path, '{"theirs": true}')
  t.throws(() => applySettings([plan]), { code: 'CONFLICT' })
  t.equal(readFileSync(path, 'utf8'), '{"theirs": true}')
  t.notOk(existsSync(`${path}.svc-backup`))
})

t.test('several files: where one cannot be written, the others are put back', async t => {
  const folder = makeFolder(t)
  const first = join(folder, 'settings.json')
  const made = join(folder, 'new', 'folder', 'hooks.json')
  const last = join(folder, 'last.json')
  writeFileSync(first, SETTINGS)
  const plans = [first, made, last].map(path => planFor(path, true))
  writeFileSync(last, '{"theirs": true}')
  t.throws(() => applySettings(plans), { code: 'CONFLICT' })
  t.equal(readFileSync(first, 'utf8'), SETTINGS)
  t.same(readdirSync(folder).sort(), ['last.json', 'settings.json'])
})

t.test('answers the folders that it made, the outermost first', async t => {
  const folder = makeFolder(t)
  const plan = planFor(join(folder, 'a', 'b', 'hooks.json'), true)
  t.same(applySettings([plan]), [join(folder, 'a'), join(folder, 'a', 'b')])
})
