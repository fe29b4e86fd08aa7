import t from 'tap'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contextOf, HookHost, PATIENT } from './host.js'

/** All of them would take a hook twenty seconds. */
const FILES = 800
/** Two seconds, and as much again as a busy machine needs to start a process. */
const MOST_MS = 8_000

const DEPLOY = 'The worker is deployed by pnpm run ship, never by hand.'
const BACKUP = 'Backups of the database go to the bucket archive-two each night.'

const SLOW = `--require "${fileURLToPath(new URL('slow-reads.cjs', import.meta.url))}"`

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
  const env = { NODE_OPTIONS: `${PATIENT} ${SLOW}` }
  const start = await host.event('SessionStart', { source: 'startup' }, { env })
  t.ok(start.took < MOST_MS, `a start took ${start.took} ms`)
  t.match(contextOf(start.stdout), /pnpm run ship/)
  await host.untilQuiet()
  const index = join(host.store, 'state/index')
  t.ok(existsSync(join(index, 'global.idx')), 'the index is made meanwhile')

  for (const name of readdirSync(index)) rmSync(join(index, name), { recursive: true })
  const prompt = { session_id: 'other', prompt: 'how do we deploy the worker by pnpm' }
  const asked = await host.event('UserPromptSubmit', prompt, { env })
  t.ok(asked.took < MOST_MS, `a prompt took ${asked.took} ms`)
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
  const asked = await host.event('UserPromptSubmit', prompt, {
    env: { NODE_OPTIONS: `${PATIENT} ${SLOW}` },
  })
  t.ok(asked.took < MOST_MS, `a prompt took ${asked.took} ms`)
  const text = contextOf(asked.stdout)
  t.match(text, /Database backups/, 'the newest change')
  t.match(text, /pnpm run ship/, 'what the index has')
})
