import t from 'tap'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripInjected } from '../../../src/redact/index.js'
import { HookDesk } from './desk.js'
import { contextOf, HookHost } from './host.js'

const GLOBAL = { type: 'global', id: null } as const

function openDesk(owner: ConstructorParameters<typeof HookDesk>[0], flags: HookDesk['flags']) {
  const desk = new HookDesk(owner)
  desk.flags = flags
  return desk
}

const CLAUDE = `<svc-memory>
mcp__svc__remember keeps for later sessions what this one shows: a lasting preference, rule, decision or correction, a command that worked, the cause of a failure; not a one-off wish, nor what the code says.
mcp__svc__recall finds what is known already, before something is saved or looked for anew.
</svc-memory>`

t.test('a start says when to save, also where nothing is stored yet', async t => {
  const desk = openDesk(t, { host: 'claude-code', tools: 'mcp' })
  const empty = await desk.start()
  t.equal(empty, CLAUDE)
  t.ok(empty.length <= 420)
  t.equal(stripInjected(`${empty}\n\nhello`).trim(), 'hello', 'no prompt teaches it')
  await desk.remember({ scope: GLOBAL, title: 'Never push on Fridays', content: 'Wait.' })
  const full = await desk.start({ session_id: 'session-2' })
  t.match(full, /Never push on Fridays[^]*\n\nmcp__svc__remember keeps[^]*anew\.\n<\/svc-memory>$/)
})

t.test('each host is told the names that its model sees', async t => {
  const names = {
    codex: /^remember of mcp__svc keeps[^]*^recall of mcp__svc finds/m,
    'gemini-cli': /^mcp_svc_remember keeps[^]*^mcp_svc_recall finds/m,
    'copilot-cli': /^svc-remember keeps[^]*^svc-recall finds/m,
    droid: /^svc's tool remember keeps[^]*^svc's tool recall finds/m,
  }
  for (const [host, name] of Object.entries(names)) {
    t.match(await openDesk(t, { host, tools: 'mcp' }).start(), name, host)
    t.match(await openDesk(t, { host, tools: 'plugin' }).start(), name, `${host}, from a plugin`)
  }
  const plugin = openDesk(t, { host: 'claude-code', tools: 'plugin' })
  t.match(await plugin.start(), /^mcp__plugin_svc_svc__remember keeps/m)
})

t.test('without MCP it is the command, by its launcher where there is one', async t => {
  const desk = openDesk(t, { tools: 'cli' })
  const line = /^`svc remember --by-agent --title T CONTENT` keeps[^]*^`svc recall TEXT` finds/m
  t.match(await desk.start(), line)
  const launcher = join(desk.store, 'bin', 'svc')
  mkdirSync(join(desk.store, 'bin'))
  writeFileSync(launcher, '')
  const text = await desk.start({ session_id: 'session-2' })
  t.match(text, `\`${launcher} remember --by-agent --title T CONTENT\` keeps`)
  t.match(text, `\`${launcher} recall TEXT\` finds`)
})

t.test('it is said once in a context', async t => {
  const desk = openDesk(t, { host: 'claude-code', tools: 'mcp' })
  t.match(await desk.start(), 'mcp__svc__remember')
  t.equal(await desk.start({ source: 'resume' }), '')
  t.equal(await desk.prompt('hello'), '')
  await desk.stop()
  for (const source of ['clear', 'compact']) {
    desk.now = new Date(desk.now.getTime() + 60_000)
    t.match(await desk.start({ source }), 'mcp__svc__remember', source)
  }
})

t.test('it is said without reflection too, and not to agents that a session starts', async t => {
  const desk = openDesk(t, { host: 'codex', tools: 'mcp' })
  t.match(await desk.start({}, { reflect: false }), 'remember of mcp__svc')
  t.equal(await desk.start({ session_id: 'session-2', agent_id: 'a1' }), '')
  for (const flags of [{}, { tools: 'all' }, { tools: '' }]) {
    t.equal(await openDesk(t, flags).start(), '', 'nobody said by what')
  }
})

t.test('it keeps within the budget and takes no room that memories need', async t => {
  const desk = openDesk(t, { host: 'claude-code', tools: 'mcp' })
  t.equal(await desk.start({}, { maxContextChars: 500 }), '')
  for (let n = 0; n < 12; n++) {
    await desk.remember({ title: `Rule ${n}`, content: `${n} `.repeat(90) })
  }
  for (const maxContextChars of [700, 1_000, 2_000]) {
    const text = await desk.start({ session_id: `s${maxContextChars}` }, { maxContextChars })
    t.match(text, 'mcp__svc__remember')
    t.match(text, '- [fact] Rule')
    t.ok(text.length <= maxContextChars, `${text.length}`)
  }
})

t.test('a text says by what the rest of it is read', async t => {
  const desk = openDesk(t, { host: 'claude-code', tools: 'mcp' })
  for (let n = 0; n < 30; n++) {
    await desk.remember({ title: `Rule ${n} of the heron`, content: `${n} `.repeat(200) })
  }
  t.match(await desk.start(), /\d+ more \(mcp__svc__recall, mcp__svc__get\): Rule/)
  const prompt = 'what are the rules of the heron?'
  t.match(await desk.prompt(prompt), /^\d+ more \(mcp__svc__recall, mcp__svc__get\)$/m)
  desk.flags = { tools: 'cli' }
  const asked = await desk.prompt(prompt, { session_id: 'session-2' })
  t.match(asked, /^\d+ more \(`svc recall TEXT`, `svc show ID`\)$/m)
  desk.flags = {}
  const plain = await desk.prompt(prompt, { session_id: 'session-3' })
  t.match(plain, /^\d+ more \(svc recall "topic", svc show ID\)$/m)
  t.notMatch(plain, /Maybe related/)
})

t.test('the built program reads it from its command line', async t => {
  const host = new HookHost(t)
  const args = ['--host', 'claude-code', '--tools=mcp']
  const { stdout } = await host.event('SessionStart', { source: 'startup' }, { args })
  t.equal(contextOf(stdout), CLAUDE)
})
