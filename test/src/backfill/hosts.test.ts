import t from 'tap'
import { cpSync, mkdtempSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../../store/store.js'
import type { HostName } from '../../../src/hosts/profiles.js'
import { listParts, listPastKeys, readPart } from '../../../src/past/parts.js'
import { commandsOf, filesOf, type PastTurn } from '../../../src/past/turns.js'
import { homeOfHost } from '../hosts/transcript/fixture.js'
import { Shell } from '../bin/shell.js'

const LEARN = ['learn', '--from', 'transcripts']

/** Sessions that each program has left. */
const LEFT = {
  'claude-code': 3,
  codex: 4,
  'copilot-cli': 3,
  cursor: 1,
  droid: 3,
  'gemini-cli': 2,
  opencode: 2,
  'qwen-code': 2,
} satisfies Partial<Record<HostName, number>>

function pastTurns(shell: Shell): PastTurn[] {
  const store = openStore(join(shell.store, 'svc.json'))
  return listPastKeys(store).flatMap(key => listParts(store, key).flatMap(part => readPart(part)))
}

t.test('what the programs themselves wrote is learned from, whichever they are', async t => {
  const shell = new Shell(t)
  const copies = mkdtempSync(join(shell.folder, 'tmp-'))
  const env = { TMPDIR: copies }
  for (const host of Object.keys(LEFT)) {
    cpSync(homeOfHost(host), shell.home, { recursive: true })
  }
  const plan = await shell.ask<{ hosts: object }>([...LEARN, '--dry-run'], { env })
  t.same(plan.hosts, LEFT)
  const made = new Set<string>()
  const watcher = watch(copies, (_, name) => void made.add(name ?? ''))
  await shell.say([...LEARN, '--yes'], { env })
  watcher.close()
  t.equal(made.size, 2, 'a database is copied once to look at it, and once to read its sessions')
  const turns = pastTurns(shell)
  for (const host of Object.keys(LEFT)) {
    const own = turns.filter(turn => turn.host === host)
    const told = `${host}: ${own.length} turns`
    t.ok(own.length > 1, told)
    t.ok(
      own.some(turn => commandsOf(turn).length > 0),
      `${told}, with commands`,
    )
    t.ok(
      own.some(turn => filesOf(turn).includes('greet.mjs')),
      `${told}, with files`,
    )
    t.ok(
      own.some(({ answered }) => answered.includes('Fixed')),
      `${told}, with answers`,
    )
  }
  t.same(readdirSync(copies), [], 'no copy of a database is left')
  t.match((await shell.run([...LEARN, '--yes'])).stdout, 'no session to learn from')
})
