import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { HOOK, SVC } from '../../built.mjs'
import { concealName } from '../../../src/redact/index.js'
import { readTurn } from '../../../src/reflect/batches.js'
import { queueTurn, readEndedTurn } from '../../../src/reflect/turns.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { bare } from '../../bare.js'

const work = temporaryFolder(t)
const dataDir = join(work, 'data')
const env = {
  PATH: process.env.PATH ?? '',
  HOME: join(work, 'home'),
  SVC_DATA_DIR: dataDir,
  SVC_HOOK_DEBUG: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

let made = 0
/** Which secret was put in by which way. */
const marks = new Map<string, string>()
/** What programs have written to their outlets, each with the way. */
const said: [string, string][] = []

/** A token that no other way is given. */
function secretFor(way: string): string {
  const number = String(made++).padStart(3, '0')
  const secret = ['gh', 'p_', `Yq7${number}`, 'kR4tW9xB2mN5vC8jL1pD6sF3gH0aQyUe']
    .join('')
    .slice(0, 40)
  marks.set(secret, way)
  return secret
}

function hook(event: string, fields: object, host = 'claude-code'): void {
  const command = [process.execPath, HOOK, '--host', host]
  const payload = { hook_event_name: event, session_id: 's1', ...fields }
  const { stderr, stdout } = spawnSync(...bare(env, command), {
    cwd: work,
    input: JSON.stringify(payload),
    encoding: 'utf8',
  })
  said.push([`hook ${event} stderr`, stderr], [`hook ${event} stdout`, stdout])
}

function svc(args: string[], cwd: string, input = ''): void {
  const command = [process.execPath, SVC, ...args]
  const { stderr } = spawnSync(...bare(env, command), { cwd, input, encoding: 'utf8' })
  said.push(['svc stderr', stderr])
}

function* filesBelow(folder: string): Generator<[string, string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield [path, entry.name]
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield [path, `${entry.name}\n${readFileSync(path, 'latin1')}`]
  }
}

t.test('no secret comes to the disk, nor to stderr, by the name of a thing', async t => {
  mkdirSync(env.HOME)
  const plain = join(work, 'plain')
  mkdirSync(plain)
  const conversation = (uuid: string, sessionId: string) =>
    ['user', 'assistant']
      .map(type =>
        JSON.stringify({
          type,
          uuid: uuid + type,
          sessionId,
          timestamp: new Date().toISOString(),
          message: { role: type, content: `${type} ${secretFor('transcript text')}` },
        }),
      )
      .join('\n') + '\n'
  const transcripts = join(work, `t-${secretFor('transcript folder')}`)
  mkdirSync(transcripts)
  const transcript = join(transcripts, `${secretFor('transcript file')}.jsonl`)
  writeFileSync(transcript, conversation('u', 's'))
  const session = `s-${secretFor('session id')}`
  hook('SessionStart', {
    session_id: session,
    cwd: plain,
    source: secretFor('start source'),
    transcript_path: transcript,
    model: secretFor('model'),
    permission_mode: secretFor('permission mode'),
  })
  hook('UserPromptSubmit', {
    session_id: session,
    cwd: plain,
    prompt_id: secretFor('prompt id'),
    prompt: `do it ${secretFor('prompt')}`,
    [secretFor('payload key')]: 1,
    transcript_path: transcript,
  })
  hook('Stop', {
    session_id: session,
    cwd: plain,
    prompt_id: secretFor('stop prompt id'),
    transcript_path: transcript,
    message_id: secretFor('message id'),
    stop_hook_active: secretFor('stop flag'),
  })
  hook('Stop', {
    session_id: session + '2',
    cwd: plain,
    last_assistant_message: secretFor('reply'),
    transcript_path: transcript,
  })
  hook('UserPromptSubmit', {
    session_id: session,
    cwd: plain,
    agent_id: secretFor('agent id'),
    prompt: 'hello there',
    source: 'user',
  })
  hook('SessionEnd', { session_id: session, cwd: plain, reason: secretFor('end reason') })
  hook(secretFor('event name'), { session_id: session, cwd: plain })
  hook(
    'SessionStart',
    { session_id: 's3', cwd: join(work, 'no', secretFor('missing cwd')) },
    secretFor('host flag'),
  )
  const bad = spawnSync(...bare(env, [process.execPath, HOOK, '--host', 'claude-code']), {
    cwd: work,
    input: `{"prompt": "${secretFor('broken payload')}`,
    encoding: 'utf8',
  })
  said.push(['hook broken', bad.stderr])

  const named = join(work, `repo-${secretFor('cwd')}`)
  mkdirSync(named)
  hook('SessionStart', { session_id: 's4', cwd: named, source: 'startup' })
  hook('UserPromptSubmit', { session_id: 's4', cwd: named, prompt: 'hello there', prompt_id: '1' })
  hook('Stop', { session_id: 's4', cwd: named, prompt_id: '1', last_assistant_message: 'done' })
  svc(['remember', '--title', 'here', '-'], named, 'something to keep')

  // A repository: branch, remote with credentials, file names.
  const repo = join(work, 'repo')
  mkdirSync(join(repo, '.claude', 'skills', 'x'), { recursive: true })
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', repo, '-c', 'user.email=a@example.org', '-c', 'user.name=a', ...args], {
      env,
    })
  git('init', '-q', '-b', secretFor('branch'))
  git('remote', 'add', 'origin', `https://bob:${secretFor('remote')}@example.org/a/b.git`)
  writeFileSync(join(repo, 'AGENTS.md'), `# Rules\n\n- use pnpm\n`)
  mkdirSync(join(repo, '.cursor', 'rules'), { recursive: true })
  writeFileSync(
    join(repo, '.cursor', 'rules', `${secretFor('rule file')}.mdc`),
    `---\ndescription: rules ${secretFor('front matter')}\nalwaysApply: true\n---\n\n- use pnpm 9 in ci\n`,
  )
  const skill = join(repo, '.claude', 'skills', secretFor('skill folder'))
  mkdirSync(skill, { recursive: true })
  writeFileSync(
    join(skill, 'SKILL.md'),
    `---\nname: ${secretFor('skill name')}\ndescription: Use when ${secretFor('skill description')}\n---\n\n1. run\n`,
  )
  git('add', '-A')
  git('commit', '-qm', secretFor('commit in a project'))
  hook('SessionStart', { session_id: 's5', cwd: repo, source: 'startup' })
  svc(['import'], repo)
  hook('UserPromptSubmit', {
    session_id: 's5',
    cwd: repo,
    prompt: 'use pnpm in ci',
    prompt_id: '1',
  })
  hook('Stop', { session_id: 's5', cwd: repo, prompt_id: '1', last_assistant_message: 'done' })
  svc(['recall', `find ${secretFor('recall text')}`], repo)
  svc(['config', 'set', 'recallLimit', secretFor('config value')], repo)
  svc([secretFor('unknown command')], repo)
  svc(['list', `--${secretFor('unknown flag')}`], repo)
  svc(['edit', secretFor('unknown id')], repo)
  svc(['load', join(work, `${secretFor('load file')}.jsonl`)], repo)

  // MCP: a tool, an unknown tool, unknown keys, an unknown method.
  const call = (id: number, method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const mcp = spawnSync(...bare(env, [process.execPath, SVC, 'mcp']), {
    cwd: repo,
    encoding: 'utf8',
    input:
      [
        call(1, 'initialize', {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: {
            name: secretFor('mcp client name'),
            version: secretFor('mcp client version'),
          },
        }),
        call(2, 'tools/call', {
          name: 'remember',
          arguments: {
            title: secretFor('mcp title'),
            content: secretFor('mcp content'),
            [secretFor('mcp unknown key')]: 1,
          },
        }),
        call(3, 'tools/call', { name: secretFor('mcp unknown tool'), arguments: {} }),
        call(4, secretFor('mcp unknown method'), {}),
        call(5, 'tools/call', {
          name: 'recall',
          arguments: { query: secretFor('mcp query'), text: secretFor('mcp text') },
        }),
        call(6, 'tools/call', {
          name: 'remember',
          arguments: {
            title: 'a note',
            content: 'plain',
            tags: [secretFor('mcp tag')],
            aliases: [secretFor('mcp alias')],
            kind: secretFor('mcp kind'),
          },
        }),
        `{"broken": "${secretFor('mcp broken')}`,
      ].join('\n') + '\n',
  })
  said.push(['mcp stderr', mcp.stderr])

  const stored = [...filesBelow(dataDir), ...said, ['mcp stdout', mcp.stdout] as const]
  t.ok(marks.size >= 48 && stored.length > 60, `${marks.size} secrets, ${stored.length} places`)
  const leaks = [...marks].flatMap(([secret, way]) =>
    stored
      .filter(([, text]) => text.toLowerCase().includes(secret.slice(4, 24).toLowerCase()))
      .map(([path]) => `${way} → ${path.replace(work, '')}`),
  )
  t.same(leaks, [])
})

t.test('what has a concealed name is found again', async t => {
  const folder = join(work, `found-${secretFor('folder')}`)
  mkdirSync(folder)
  const transcriptPath = join(folder, `${secretFor('file')}.jsonl`)
  writeFileSync(transcriptPath, '{}\n')
  const store = openStore(join(work, 'found', 'svc.json'))
  const session = `s ${secretFor('session')}`
  const ended = { session, id: secretFor('turn'), prompt: 'hi', reply: 'ho', transcriptPath }
  const global = toGlobalFolder(store)
  const turn = readEndedTurn(store, ended, new Date())
  t.ok(turn && queueTurn(store, global, turn))
  const queued = readTurn(store, global.key, turn?.name ?? '')
  t.equal(queued?.transcriptPath, transcriptPath)
  t.equal(queued?.session, concealName(session))
  t.match(queued?.session, /^redacted-/)
  t.equal(readEndedTurn(store, ended, new Date()), undefined, 'it is known as queued')
  t.equal(concealName('s1'), 's1')
  t.equal(concealName(concealName(session)), concealName(session))
})
