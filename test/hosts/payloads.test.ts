import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import t, { type Test } from 'tap'
import { contextOf, HookHost, inTurns, type StdinKind, runHook } from '../handlers/hooks/host.js'

const FIXTURES = fileURLToPath(new URL('../fixtures/hosts/', import.meta.url))
const KINDS: readonly StdinKind[] = ['socket', 'pipe', 'file']
const RULE = 'Releases leave on Thursdays, never on Fridays'
const QUESTION = 'When do releases leave, on Fridays or on Thursdays?'

type Payload = Record<string, unknown>

interface Captured {
  host: string
  file: string
  payload: Payload
  /** Given as `--event` where the payload does not name it. */
  flag: string | undefined
  event: string
}

/** Which of svc's answers an event of a host asks for. */
const EVENTS: Record<string, string> = {
  SessionStart: 'start',
  sessionStart: 'start',
  UserPromptSubmit: 'prompt',
  userPromptSubmitted: 'prompt',
  BeforeAgent: 'prompt',
}

const captured = readdirSync(FIXTURES, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(join(FIXTURES, name, 'stdin')).map(file => readCaptured(name, file)),
  )

function readCaptured(folder: string, file: string): Captured {
  const text = readFileSync(join(FIXTURES, folder, 'stdin', file), 'utf8')
  const payload = JSON.parse(text) as Payload
  const flag = /camel-(\w+)/.exec(file)?.[1]
  const event = flag ?? (payload.hook_event_name as string)
  return { host: folder.replace(/-\d[\d.]*$/, ''), file: `${folder}/${file}`, payload, flag, event }
}

/** The payload as it would be in this project, in a session of its own, asking what svc knows. */
function place(host: HookHost, { payload, event }: Captured, session: string): Payload {
  const text = JSON.stringify(payload)
    .replaceAll('/home/dev/proj', host.project)
    .replaceAll('/home/dev', host.home)
  const placed = JSON.parse(text) as Payload
  placed['sessionId' in placed ? 'sessionId' : 'session_id'] = session
  if (EVENTS[event] !== 'prompt') return placed
  const before = /^<hook_context>.*<\/hook_context>\s*/s.exec(String(placed.prompt))?.[0] ?? ''
  const typed = 'submitted_prompt' in placed && { submitted_prompt: QUESTION }
  return { ...placed, prompt: before + QUESTION, ...typed }
}

function flagsOf({ host, flag }: Captured, withHost: boolean): string[] {
  return [
    ...(withHost || flag !== undefined ? ['--host', host] : []),
    ...(flag === undefined ? [] : ['--event', flag]),
  ]
}

function shapeOf(host: string, event: string, context: string): unknown {
  if (host === 'copilot-cli') return { additionalContext: context }
  return { hookSpecificOutput: { hookEventName: event, additionalContext: context } }
}

const ajv = new Ajv({ strict: true })
const SCHEMAS: Record<string, string> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt-submit',
  Stop: 'stop',
}

function checkCodex(event: string, answer: unknown): string | null {
  const name = `${SCHEMAS[event]}.command.output.schema.json`
  const path = join(FIXTURES, 'codex-0.169.0', 'schemas', name)
  const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object)
  const isValid = validate(answer)
  ajv.removeSchema()
  return isValid ? null : ajv.errorsText(validate.errors)
}

async function newHost(t: Test): Promise<HookHost> {
  const host = new HookHost(t)
  await host.remember({ title: RULE, content: 'The release train of Thursday takes all.' })
  return host
}

/** What must hold of the answer to a captured payload, however it was asked for. */
function checkAnswer(t: Test, one: Captured, stdout: string, withHost: boolean): void {
  const context = contextOf(stdout)
  const kind = EVENTS[one.event]
  if (kind === undefined) {
    t.match(stdout, /^(\{\})?$/, `${one.file}: nothing that a host could act upon`)
  } else {
    t.match(context, RULE, `${one.file}: the memory`)
    // Copilot's prompt says nothing of its host: a plain payload gets the plain answer.
    const isPlain = !withHost && one.flag === undefined && kind === 'prompt'
    const shown = isPlain && one.host === 'copilot-cli' ? 'claude-code' : one.host
    t.same(JSON.parse(stdout), shapeOf(shown, one.event, context), `${one.file}: the shape`)
  }
  if (one.host === 'codex' && one.event in SCHEMAS && stdout !== '')
    t.equal(checkCodex(one.event, JSON.parse(stdout)), null, `${one.file}: Codex's schema`)
}

function checkQueue(t: Test, host: HookHost, asked: readonly Captured[]): void {
  const stops = asked.filter(({ event }) => /^(Stop|agentStop|AfterAgent)$/.test(event))
  t.same(host.failures(), [], 'no call failed')
  t.equal(host.queued().length, stops.length, 'every Stop, and nothing else, queued a turn')
}

// What the developer's own shell has set must not show.
for (const name of Object.keys(process.env)) if (name.startsWith('SVC_')) delete process.env[name]

for (const withHost of [true, false]) {
  t.test(`every captured payload, ${withHost ? 'with' : 'without'} --host`, async t => {
    const host = await newHost(t)
    process.env.SVC_DATA_DIR = host.store
    for (const [at, one] of captured.entries()) {
      const payload = JSON.stringify(place(host, one, `session-${at}`))
      const said: string[] = []
      const input = {
        args: flagsOf(one, withHost),
        answer: (text: string) => void said.push(text),
        start: async () => undefined,
      }
      await runHook(payload, input)
      t.equal(said.length, 1, `${one.file}: one answer`)
      checkAnswer(t, one, said[0] ?? '', withHost)
    }
    checkQueue(t, host, captured)
  })
}

t.test('one payload of each event of each host, to the program itself', async t => {
  const host = await newHost(t)
  // From here on the store has its index, as it has in all sessions but the first.
  await host.event('SessionStart', { session_id: 'first' })
  await host.untilQuiet()
  const firsts = new Map(captured.map(one => [`${one.host} ${one.event}`, one]))
  const asked = [...firsts.values()]
  const outcomes = await inTurns(asked, 2, (one, at) =>
    host.call(place(host, one, `session-${at}`), {
      args: flagsOf(one, true),
      via: KINDS[at % KINDS.length]!,
    }),
  )
  asked.forEach((one, at) => {
    const { code, stdout, stderr } = outcomes[at]!
    t.equal(code, 0, `${one.file}: exit code`)
    t.equal(stderr, '', `${one.file}: nothing on stderr`)
    checkAnswer(t, one, stdout, true)
  })
  checkQueue(t, host, asked)
})

t.test('Codex has no schema for an answer of ours that it would refuse', async t => {
  t.match(checkCodex('SessionStart', { additionalContext: 'x' }), /additional properties/)
  t.match(checkCodex('Stop', { hookSpecificOutput: {} }), /additional properties/)
})

t.test('a project hook of Claude Code that Copilot runs answers both', async t => {
  const host = await newHost(t)
  const copilot = captured.filter(({ file }) => /copilot.*\/all-sources\.(Session|User)/.test(file))
  for (const [at, one] of copilot.entries()) {
    if (EVENTS[one.event] === undefined) continue
    const payload = place(host, one, `session-${at}`)
    const { stdout } = await host.call(payload, { args: ['--host', 'claude-code'] })
    const context = contextOf(stdout)
    t.match(context, RULE, basename(one.file))
    t.same(JSON.parse(stdout), {
      additionalContext: context,
      hookSpecificOutput: { hookEventName: one.event, additionalContext: context },
    })
  }
})

t.test('Cursor is told what it reads, and its prompts go on', async t => {
  const host = await newHost(t)
  const base = {
    conversation_id: 'c1',
    generation_id: 'g1',
    cursor_version: '2.1',
    workspace_roots: [host.project],
    transcript_path: null,
  }
  const start = await host.call({ ...base, hook_event_name: 'sessionStart', session_id: 'c1' })
  t.match((JSON.parse(start.stdout) as { additional_context: string }).additional_context, RULE)
  const prompt = await host.call({
    ...base,
    hook_event_name: 'beforeSubmitPrompt',
    prompt: QUESTION,
  })
  t.same(JSON.parse(prompt.stdout), { continue: true })
  const stop = await host.call({ ...base, hook_event_name: 'stop', status: 'completed' })
  t.match(stop.stdout, /^(\{\})?$/)
})

t.test('VS Code’s mixed case', async t => {
  const host = await newHost(t)
  const base = { timestamp: '2026-11-20T09:00:00Z', cwd: host.project, sessionId: 'v1' }
  const start = {
    ...base,
    hookEventName: 'SessionStart',
    transcript_path: '/t.json',
    source: 'new',
  }
  const { stdout } = await host.call(start)
  const context = contextOf(stdout)
  t.match(context, RULE)
  t.same(JSON.parse(stdout), shapeOf('vscode', 'SessionStart', context))
})

t.test(
  'the ledger: a prompt is given a memory once, and again after its context is gone',
  async t => {
    const host = await newHost(t)
    const ask = () => host.context('UserPromptSubmit', { prompt: QUESTION })
    t.match(await host.context('SessionStart', { source: 'startup' }), RULE, 'the session starts')
    t.match(await ask(), RULE, 'beside the prompt that needs it once more')
    t.equal(await ask(), '', 'and no more')
    for (const source of ['clear', 'compact', 'clear']) {
      t.match(await host.context('SessionStart', { source }), RULE, `after ${source}`)
      t.match(await ask(), RULE, `once more after ${source}`)
      t.equal(await ask(), '', `and no more after ${source}`)
    }
    t.equal(await host.context('SessionStart', { source: 'resume' }), '', 'it is in the history')
    t.equal(await ask(), '', 'of a resumed session')
    const other = { prompt: QUESTION, session_id: 'session-2' }
    t.match(await host.context('UserPromptSubmit', other), RULE, 'another session has not')
  },
)
