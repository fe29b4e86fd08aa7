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
import { planInstall, planUninstall } from '../../../src/install/claude-code.js'
import { changeSettings, locateSettings } from '../../../src/install/settings-file.js'

const COMMAND = '"/usr/bin/node" "/opt/svc-hook.cjs" --host claude-code'
const SETTINGS = '{\n  "model": "opus"\n}\n'
const install = (text: string | undefined) => planInstall(text, COMMAND)

function makeFolder(t: Test): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-install-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

t.test(
  'makes the file and its folder where there is none, and takes the file away again',
  async t => {
    const path = join(makeFolder(t), '.claude', 'settings.json')
    t.same(changeSettings(path, install), { path, changed: true })
    t.match(readFileSync(path, 'utf8'), /svc-hook/)
    t.equal(statSync(path).mode & 0o777, 0o600)
    t.same(changeSettings(path, install), { path, changed: false })
    changeSettings(path, planUninstall)
    t.same(readdirSync(join(path, '..')), [])
  },
)

t.test('keeps the old file once, and the undo leads back to it', async t => {
  const folder = makeFolder(t)
  const path = join(folder, 'settings.json')
  writeFileSync(path, SETTINGS)
  chmodSync(path, 0o640)
  const backup = `${path}.svc-backup`
  t.same(changeSettings(path, install), { path, changed: true, backup })
  changeSettings(path, text => planInstall(text, COMMAND.replace('opt', 'new')))
  t.equal(readFileSync(backup, 'utf8'), SETTINGS)
  t.equal(statSync(path).mode & 0o777, 0o640)
  t.same(changeSettings(path, planUninstall), { path, changed: true })
  t.equal(readFileSync(path, 'utf8'), SETTINGS)
  t.same(readdirSync(folder), ['settings.json'])
})

t.test('an undo after other changes keeps these and the old file', async t => {
  const path = join(makeFolder(t), 'settings.json')
  writeFileSync(path, SETTINGS)
  changeSettings(path, install)
  writeFileSync(path, readFileSync(path, 'utf8').replace('opus', 'sonnet'))
  changeSettings(path, planUninstall)
  t.equal(readFileSync(path, 'utf8'), SETTINGS.replace('opus', 'sonnet'))
  t.equal(readFileSync(`${path}.svc-backup`, 'utf8'), SETTINGS)
})

t.test('a file of ours that was changed later is not taken away', async t => {
  const path = join(makeFolder(t), 'settings.json')
  changeSettings(path, install)
  writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{"model": "opus",'))
  changeSettings(path, planUninstall)
  t.same(JSON.parse(readFileSync(path, 'utf8')), { model: 'opus' })
})

t.test('a blank object of a person stays', async t => {
  const path = join(makeFolder(t), 'settings.json')
  writeFileSync(path, '{}')
  changeSettings(path, install)
  changeSettings(path, planUninstall)
  t.equal(readFileSync(path, 'utf8'), '{}')
})

t.test('writes through symbolic links, also to where nothing is yet', async t => {
  const folder = makeFolder(t)
  mkdirSync(join(folder, 'dotfiles'))
  const target = join(folder, 'dotfiles', 'claude.json')
  const path = join(folder, 'settings.json')
  symlinkSync('dotfiles/claude.json', path)
  changeSettings(path, install)
  t.ok(lstatSync(path).isSymbolicLink())
  t.match(readFileSync(target, 'utf8'), /svc-hook/)
  writeFileSync(target, SETTINGS)
  changeSettings(path, install)
  changeSettings(path, planUninstall)
  t.ok(lstatSync(path).isSymbolicLink())
  t.equal(readFileSync(target, 'utf8'), SETTINGS)
})

t.test('refuses broken JSON and a loop of links, touching nothing', async t => {
  const folder = makeFolder(t)
  const path = join(folder, 'settings.json')
  writeFileSync(path, '{ // mine\n}')
  t.throws(() => changeSettings(path, install), {
    code: 'INVALID_REQUEST',
    message: new RegExp(`^${path} is not valid JSON.*; nothing was changed$`),
  })
  t.equal(readFileSync(path, 'utf8'), '{ // mine\n}')
  t.same(readdirSync(folder), ['settings.json'])
  symlinkSync('b', join(folder, 'a'))
  symlinkSync('a', join(folder, 'b'))
  t.throws(() => changeSettings(join(folder, 'a'), install), { message: /loop/ })
})

t.test('gives way to a program that writes at the same time', async t => {
  const path = join(makeFolder(t), 'settings.json')
  writeFileSync(path, SETTINGS)
  const planAndDisturb = (text: string | undefined) => {
    writeFileSync(path, '{"theirs": true}')
    return install(text)
  }
  t.throws(() => changeSettings(path, planAndDisturb), { code: 'CONFLICT' })
  t.equal(readFileSync(path, 'utf8'), '{"theirs": true}')
})

t.test('finds the file where Claude Code looks for it', async t => {
  t.equal(locateSettings({ HOME: '/h' }), '/h/.claude/settings.json')
  t.equal(locateSettings({ HOME: '/h', CLAUDE_CONFIG_DIR: '/c' }), '/c/settings.json')
  t.equal(locateSettings({ CLAUDE_CONFIG_DIR: '/c' }, '/p'), '/p/.claude/settings.json')
  t.notOk(existsSync('/h'))
})
