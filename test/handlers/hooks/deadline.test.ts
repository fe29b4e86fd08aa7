import t from 'tap'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appendToLedger } from '../../../src/activity/sessions.js'
import { openStore } from '../../../store/store.js'
import { until } from '../../store/fixture.js'
import { contextOf, HookHost, slowDisk } from './host.js'

/** All of them would take a hook twenty seconds. */
const FILES = 800
const READ_MS = 25
/** A host goes on without the answer then. */
const MOST_MS = 2_000

const DEPLOY = 'The worker is deployed by pnpm run ship, never by hand.'
const BACKUP = 'Backups of the database go to the bucket archive-two each night.'

const HANGING = `--require "${fileURLToPath(new URL('hanging-walk.cjs', import.meta.url))}"`

/** A store with many memories that svc has not seen yet, the deployment written last. */
function fill(host: HookHost): string {
  const memories = join(host.store, 'global/memories')
  mkdirSync(memories, { recursive: true })
  for (let n = 0; n < FILES; n++) write(memories, n, `Rule ${n}`, 1_000 + n)
  write(memories, FILES, 'Deploy with pnpm', 2_000_000, DEPLOY)
  return memories
}

function write(
  folder: string,
  n: number,
  title: string,
  seconds: number,
  content = 'It holds.',
): void {
  const id = `m${n.toString(16).replace(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)}aaaaaaaa`
  const path = join(folder, `rule--${id}.md`)
  writeFileSync(path, `---\nid: ${id}\nkind: constraint\ntitle: ${title}\n---\n\n${content}\n`)
  utimesSync(path, seconds, seconds)
}

t.test('with more memories than there is time to read, the newest ones are given', async t => {
  const host = new HookHost(t)
  fill(host)
  const disk = slowDisk(host, '\\.md$', READ_MS)
  const start = await host.event('SessionStart', { source: 'startup' }, disk)
  const read = disk.read().length
  t.ok(read > 0 && read * READ_MS < MOST_MS, `a start read ${read} files`)
  t.match(contextOf(start.stdout), /pnpm run ship/)
  await host.untilQuiet()
  const index = join(host.store, 'state/index')
  t.ok(existsSync(join(index, 'global.idx')), 'the index is made meanwhile')

  for (const name of readdirSync(index)) rmSync(join(index, name), { recursive: true })
  const prompt = { session_id: 'other', prompt: 'how do we deploy the worker by pnpm' }
  const asked = await host.event('UserPromptSubmit', prompt, disk)
  const again = disk.read().length
  t.ok(again > 0 && again * READ_MS < MOST_MS, `a prompt read ${again} files`)
  t.match(contextOf(asked.stdout), /pnpm run ship/)
})

t.test('what changed since the index was made is laid over it as far as there is time', async t => {
  const host = new HookHost(t)
  const memories = fill(host)
  await host.event('SessionStart', { source: 'startup' })
  await host.untilQuiet()
  for (let n = 0; n < FILES; n++) write(memories, n, `Other rule ${n}`, 3_000 + n)
  write(memories, FILES + 1, 'Database backups', 3_000_000, BACKUP)
  const prompt = {
    session_id: 'other',
    prompt: 'where do database backups go, and how do we deploy the worker by pnpm',
  }
  const disk = slowDisk(host, '\\.md$', READ_MS)
  const asked = await host.event('UserPromptSubmit', prompt, disk)
  const read = disk.read().length
  t.ok(read > 0 && read * READ_MS < MOST_MS, `a prompt read ${read} files`)
  const text = contextOf(asked.stdout)
  t.match(text, /Database backups/, 'the newest change')
  t.match(text, /pnpm run ship/, 'what the index has')
})

t.test('work that a call had no time left to start is started by the next one', async t => {
  const host = new HookHost(t)
  host.write({ '.claude/rules/style.md': 'Be brief.' })
  await host.event('Stop', { prompt: 'We always deploy with pnpm', last_assistant_message: 'Yes.' })
  const store = openStore(join(host.store, 'svc.json'))
  const end = { type: 'end', at: new Date(Date.now() + 1_000).toISOString() } as const
  appendToLedger(store, 'session-1', end)
  const late = { session_id: 'late', source: 'compact' }
  const cut = await host.event('SessionStart', late, { env: { NODE_OPTIONS: HANGING } })
  t.same([cut.code, cut.stdout], [0, ''], 'the host goes on without an answer')
  t.match(host.failures(), [{ message: 'it took too long' }])
  t.ok(
    host.ledger().some(({ type }) => type === 'reset'),
    'it has noted what it knew',
  )
  const owed = join(host.store, 'state/owed.jsonl')
  t.ok(existsSync(owed))
  t.equal(host.queueFiles().length, 1)

  const prompt = { session_id: 'other', prompt: 'what is the time' }
  t.equal((await host.event('UserPromptSubmit', prompt)).code, 0)
  t.notOk(existsSync(owed), 'it is taken once')
  await until(() => host.queueFiles().length === 0)
})

t.test('a note of such work that is damaged keeps nobody from anything', async t => {
  const host = new HookHost(t)
  await host.event('SessionStart', { source: 'startup' })
  const owed = join(host.store, 'state/owed.jsonl')
  writeFileSync(owed, 'torn\nnull\n{"task":"reflect","scopes":7}\n{"task":"other"}\n')
  t.equal((await host.event('UserPromptSubmit', { prompt: 'what is the time' })).code, 0)
  t.notOk(existsSync(owed))
  mkdirSync(owed)
  t.equal((await host.event('UserPromptSubmit', { prompt: 'what is the date' })).code, 0)
  await host.untilQuiet()
  t.same(host.failures(), [])
})
