import t from 'tap'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { git, HookHost, PATIENT } from './host.js'

const SEEN = fileURLToPath(new URL('seen-calls.cjs', import.meta.url))

/** How often one hook call may look at the project's `.git`, and read what leads to its folder. */
const MOST = { git: 4, pointer: 1 }

/** Each file that a hook call looked at, as `statSync /path`, in order. */
async function looksOf(host: HookHost, event: string, fields: Record<string, unknown>) {
  const file = join(host.folder, `looks-${event}`)
  const env = { NODE_OPTIONS: `${PATIENT} --require "${SEEN}"`, SVC_TEST_CALLS: file }
  const { stdout } = await host.event(event, fields, { env })
  return { stdout, looks: readFileSync(file, 'utf8').trimEnd().split('\n') }
}

t.test("a hook call asks once which folder is the project's", async t => {
  const host = new HookHost(t)
  git(host.project, 'remote', 'add', 'origin', 'https://example.org/acme/app.git')
  host.write({ 'CLAUDE.md': 'Indent with tabs.\n' })
  await host.remember({ title: 'Release days', content: 'Releases go out on Mondays.' })
  await host.event('SessionStart', { source: 'startup', session_id: 'session-0' })
  await host.untilQuiet()
  const events = {
    SessionStart: { source: 'startup', session_id: 'session-0' },
    UserPromptSubmit: { prompt: 'when do releases go out?' },
    Stop: { last_assistant_message: 'On Mondays.' },
    SessionEnd: {},
  }
  for (const [event, fields] of Object.entries(events)) {
    const { stdout, looks } = await looksOf(host, event, fields)
    if (event === 'UserPromptSubmit') t.match(stdout, /Releases go out/)
    const ofGit = looks.filter(look => /^(l?stat|exists)Sync /.test(look) && look.endsWith('/.git'))
    const ofPointer = looks.filter(look => /^(readFile|open)Sync .*\/state\/paths\//.test(look))
    t.ok(ofGit.length > 0 && ofPointer.length > 0, `${event}: the looks are seen`)
    t.ok(ofGit.length <= MOST.git, `${event}: ${ofGit.length} looks at .git`)
    t.ok(ofPointer.length <= MOST.pointer, `${event}: ${ofPointer.length} reads of the pointer`)
  }
  t.equal(host.queued().length, 1, 'the turn was queued')
})
