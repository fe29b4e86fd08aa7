import t from 'tap'
import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Memory } from '../../../store/types.js'
import { openStore } from '../../../store/store.js'
import { listPastKeys } from '../../../src/past/parts.js'
import { Shell } from '../bin/shell.js'
import { makeSession } from './home.js'

const LEARN = ['learn', '--from', 'transcripts', '--yes']

const FIRST = [
  "Add a max length to the remark field. For remarks in the lab module it's 240 chars, the analyser truncates after that.",
  'each change needs an entry in CHANGES.md pls',
  'max 3 levels of nesting in scene graphs, the mobile renderer is slow otherwise',
]
const SECOND = [
  'New analyser since last week, it takes 400 chars in a remark. Could you extend the field?',
  "you don't need changelog entries any more, nobody reads the file",
  'Build me the scene for the harbour. Remember scene graphs may not be nested deeper than three levels.',
]

/** A session of a day in March. */
function say(shell: Shell, day: number, prompts: readonly string[]): void {
  const at = new Date(Date.UTC(2026, 2, day, 10))
  const turns = prompts.map(prompt => ({ prompt, reply: 'Done.' }))
  makeSession(shell.home, { host: 'claude-code', cwd: shell.project, at, turns })
}

async function listed(shell: Shell): Promise<string[]> {
  const { items } = await shell.ask<{ items: Memory[] }>(['list', '--limit', '200'])
  return items.map(({ title, content, tags }) => [title, content, ...tags].join(' | ')).sort()
}

t.test('turns that could not be kept are learned from again, and mean the same', async t => {
  const [plain, shell] = [new Shell(t), new Shell(t)]
  for (const one of [plain, shell]) {
    say(one, 1, FIRST)
    await one.say(LEARN)
    say(one, 2, SECOND)
  }
  await plain.say(LEARN)
  const store = openStore(join(shell.store, 'svc.json'))
  const [key = ''] = listPastKeys(store)
  const obstacle = join(shell.store, 'state', 'past', key, '2026-03-02.jsonl')
  mkdirSync(obstacle)
  const { code } = await shell.run(LEARN)
  t.equal(code, 1)
  rmdirSync(obstacle)
  // Live work on the scope leaves what was begun as it is.
  await shell.run(['reflect', '--scope', 'project'])
  await shell.say(LEARN)
  t.same(await listed(shell), await listed(plain))
})
