import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { DIST } from '../../../built.mjs'
import { renderOpencodeLauncher } from '../../../../src/hosts/install/launcher.js'
import { renderOpencodePlugin } from '../../../../src/hosts/install/opencode-plugin.js'
import type {
  OpencodeHooks,
  OpencodeInput,
  OpencodePart,
} from '../../../../src/plugin/opencode/host.js'
import { HookHost, listTree, until } from '../../../handlers/hooks/host.js'

type Plugin = (input: OpencodeInput) => Promise<OpencodeHooks>

/** Writes the installed files, and loads the one that OpenCode loads. */
async function load(host: HookHost, script: string, dataDir = host.store): Promise<Plugin> {
  const launcher = join(host.store, 'bin', 'opencode.mjs')
  const file = join(host.home, 'svc.mjs')
  mkdirSync(join(host.store, 'bin'), { recursive: true })
  const scripts = { svc: '', hook: '', opencode: script }
  writeFileSync(launcher, renderOpencodeLauncher({ scripts, node: process.execPath, dataDir }))
  writeFileSync(file, renderOpencodePlugin(launcher))
  return ((await import(pathToFileURL(file).href)) as { SvcPlugin: Plugin }).SvcPlugin
}

/** An OpenCode that has answered `message` with `reply`. */
function openInput(host: HookHost, message = '', reply = ''): OpencodeInput {
  const info = { id: 'reply', role: 'assistant', parentID: message }
  const part = { id: 'p', sessionID: 's', messageID: 'reply', type: 'text', text: reply }
  const session = {
    get: async () => ({ data: { id: 's' } }),
    messages: async () => ({ data: [{ info, parts: [part] }] }),
  }
  const client = { session, app: { agents: async () => ({ data: [] }) } }
  return { client, directory: host.project }
}

/** The environment of a host, for as long as the test lasts. */
function enter(t: { teardown(undo: () => void): void }, env: Record<string, string>): void {
  const before = { ...process.env }
  t.teardown(() => (process.env = before))
  Object.assign(process.env, env)
}

async function send(hooks: OpencodeHooks, sessionID: string, text: string, id = 'm') {
  const parts: OpencodePart[] = [{ id: 'prt_1', sessionID, messageID: id, type: 'text', text }]
  await hooks['chat.message']?.({ sessionID }, { message: { id }, parts })
  const system = ['You are opencode']
  await hooks['experimental.chat.system.transform']?.({ sessionID }, { system })
  return { parts, system }
}

t.test('what one session teaches the next one recalls, all in process', async t => {
  const host = new HookHost(t)
  const { PATH = '', NODE_OPTIONS = '' } = host.env()
  enter(t, { PATH, NODE_OPTIONS, HOME: host.home })
  delete process.env.SVC_DATA_DIR
  const plugin = await load(host, join(DIST, 'opencode.mjs'))
  host.write({ 'AGENTS.md': 'Use pnpm, never npm.\n', '.claude/rules/days.md': 'Lantern.\n' })
  const first = await plugin(openInput(host, 'm', 'Noted.'))
  const said = '"Remember: releases only go out on \\"Tuesdays\\"."'
  const { parts, system } = await send(first, 's1', said)
  t.equal(parts[0]?.text, said, 'what the person sent stays as it is')
  t.match(system[1], /Lantern/)
  t.notMatch(system[1], /Use pnpm/, 'OpenCode loads AGENTS.md itself')
  await first.event?.({ event: { type: 'session.idle', properties: { sessionID: 's1' } } })
  await first.dispose?.()
  const isLearned = () => listTree(host.store).some(path => /releases-only-go-out/.test(path))
  await until(isLearned)
  await host.untilQuiet()
  const second = await plugin(openInput(host))
  const next = await send(second, 's2', 'when do releases go out?')
  t.match(next.system[1], /releases only go out on "Tuesdays"/i)
  t.same(host.failures(), [])
  await second.dispose?.()
})

t.test('a prompt is given what its session was not', async t => {
  const host = new HookHost(t)
  enter(t, host.env())
  const plugin = await load(host, join(DIST, 'opencode.mjs'))
  const hooks = await plugin(openInput(host))
  await send(hooks, 's', 'hello')
  await host.remember({ title: 'Staging port', content: 'The staging port is 8143.', kind: 'fact' })
  const ask = async () => (await send(hooks, 's', 'which staging port do we use?', 'm2')).parts
  t.match((await ask())[1], { type: 'text', text: /8143/, synthetic: true })
  t.equal((await ask()).length, 1, 'nor twice, where svc is installed twice')
  await hooks.dispose?.()
})

t.test('the store is that of the installation, whatever the environment says', async t => {
  const host = new HookHost(t)
  const elsewhere = join(host.folder, 'elsewhere')
  enter(t, { ...host.env(), SVC_DATA_DIR: elsewhere, SVC_DATABASE_PATH: join(elsewhere, 'x.json') })
  await host.remember({ title: 'Staging port', content: 'The staging port is 8143.', kind: 'fact' })
  const plugin = await load(host, join(DIST, 'opencode.mjs'))
  const hooks = await plugin(openInput(host))
  t.match((await send(hooks, 's', 'hello')).system[1], /8143/)
  await hooks.dispose?.()
  t.notOk(existsSync(elsewhere))
})

t.test('where svc is gone, OpenCode runs on without it', async t => {
  const host = new HookHost(t)
  const plugin = await load(host, join(host.folder, 'gone.mjs'))
  t.same(await plugin(openInput(host)), {})
})

t.test('a broken store costs OpenCode nothing', async t => {
  const host = new HookHost(t)
  enter(t, host.env())
  const file = join(host.folder, 'file')
  writeFileSync(file, '')
  const plugin = await load(host, join(DIST, 'opencode.mjs'), file)
  const hooks = await plugin(openInput(host, 'm', 'x'))
  const { parts, system } = await send(hooks, 's', 'hello there')
  t.same([parts.length, system.length], [1, 1])
  await hooks.event?.({ event: { type: 'session.idle', properties: { sessionID: 's' } } })
  await hooks.dispose?.()
})

t.test('an OpenCode that svc started is left alone', async t => {
  const host = new HookHost(t)
  enter(t, { ...host.env(), SVC_HOOK_CHILD: '1' })
  const plugin = await load(host, join(DIST, 'opencode.mjs'))
  t.same(await plugin(openInput(host)), {})
})
