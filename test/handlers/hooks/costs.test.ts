import t from 'tap'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bare } from '../../bare.js'
import { createPrompt } from '../../bench/corpus.mjs'
import { HOOK, makeStore } from '../../bench/store.mjs'
import { git, PATIENCE, untilQuiet } from './host.js'
import { removeFolder } from '../../remove-folder.mjs'

const COUNTED = fileURLToPath(new URL('counted-calls.cjs', import.meta.url))
const MEMORIES = 300

type Counts = Record<string, number>

/**
 * What a hook call asks of the file system at most, by kind (counted-calls.cjs), in a project of
 * 300 memories whose session went on before; bytes in thousands: of its own program and its compiled
 * form, which stands there twice, and of all else. A kind that is not named does not come about. Where a call needs less by
 * now, a comment of this test is its row.
 */
// prettier-ignore
const MOST: Record<string, Counts> = {
  SessionStart:      { programKB: 1647, otherKB: 95, open: 51, read: 57, stat: 40, realpath: 2, readdir: 3, write: 2, mark: 1 },
  UserPromptSubmit:  { programKB: 1743, otherKB: 240, open: 11, read: 40, stat: 20, realpath: 2, readdir: 3, write: 2 },
  Stop:              { programKB: 575, otherKB: 2, open: 9, read: 10, stat: 15, realpath: 2, readdir: 3, write: 3, sync: 2, place: 1, remove: 1, mark: 1 },
  SessionEnd:        { programKB: 575, otherKB: 1, open: 7, read: 9, stat: 11, mkdir: 1, realpath: 2, readdir: 2, write: 2 },
  "subagent's Stop": {},
  'Stop, off':       {},
  PreToolUse:        {},
}

/** By so much do sizes of compiled code differ from one build of the same source to the next. */
const COMPILED_KB = 2

const work = realpathSync(mkdtempSync(join(tmpdir(), 'svc-costs-')))
t.teardown(async () => {
  await untilQuiet(work)
  removeFolder(work)
})
const { env, cwd } = makeStore(work, MEMORIES)
git(cwd, 'init', '-q')

function call(event: string, fields: Record<string, unknown>, more: Record<string, string> = {}) {
  const file = join(work, 'calls')
  const preloads = ['--require', PATIENCE, '--require', COUNTED]
  const command = [process.execPath, ...preloads, HOOK[1], '--host', 'claude-code']
  const payload = { hook_event_name: event, transcript_path: '/nowhere/t.jsonl', cwd, ...fields }
  const input = JSON.stringify(payload)
  const given = { ...env, SVC_TEST_CALLS: file, ...more }
  const { stdout } = spawnSync(...bare(given, command), { input, cwd, encoding: 'utf8' })
  return {
    stdout,
    ...(JSON.parse(readFileSync(file, 'utf8')) as { counts: Counts; calls: string[] }),
  }
}

/** What each call of a session answers and asks of the file system, by the names of the table. */
function runSession(session_id: string) {
  const [prompt, last_assistant_message] = [createPrompt(30), createPrompt(60)]
  const said = (turn: string) => ({ session_id, prompt_id: turn, last_assistant_message })
  const tool = { tool_name: 'Read', tool_input: {}, tool_use_id: 't' }
  return {
    SessionStart: call('SessionStart', { session_id, source: 'startup' }),
    UserPromptSubmit: call('UserPromptSubmit', { session_id, prompt_id: 'p1', prompt }),
    Stop: call('Stop', said('p1')),
    PreToolUse: call('PreToolUse', { session_id, prompt_id: 'p2', ...tool }),
    "subagent's Stop": call('Stop', { ...said('p2'), agent_id: 'a1' }),
    'Stop, off': call('Stop', said('p3'), { SVC_HOOK_REFLECT: '0' }),
    SessionEnd: call('SessionEnd', { session_id: 'of no turn', reason: 'other' }),
  }
}

t.test('a hook call asks little of the file system', async t => {
  runSession('first')
  const session = runSession('second')
  t.same(Object.keys(session).sort(), Object.keys(MOST).sort())
  t.match(session.SessionStart.stdout, /svc-memory/)
  t.match(session.UserPromptSubmit.stdout, /svc-memory/)
  t.equal(session.Stop.stdout, '{}')
  for (const [event, { counts, calls }] of Object.entries(session)) {
    const most = MOST[event] ?? {}
    for (const [kind, count] of Object.entries(counts)) {
      const allowed = (most[kind] ?? 0) + (kind === 'programKB' ? COMPILED_KB : 0)
      const found = `${event}: ${kind} ${count}, ${allowed} at most`
      const hint = 'its calls are below: compare them with those before your change'
      t.ok(count <= allowed, `${found} (${hint})`, { calls })
    }
    if (isLower(counts, most)) t.comment(`the row can be lowered: ${renderRow(event, counts)}`)
  }
})

function isLower(counts: Counts, most: Counts): boolean {
  const slack = (kind: string) => (kind.endsWith('KB') ? 10 : 0)
  return Object.entries(counts).some(([kind, count]) => count < (most[kind] ?? 0) - slack(kind))
}

function renderRow(event: string, counts: Counts): string {
  const cells = Object.entries(counts).filter(([, count]) => count > 0)
  return `'${event}': { ${cells.map(([kind, count]) => `${kind}: ${count}`).join(', ')} },`
}
