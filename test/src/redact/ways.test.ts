import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { HOOK, SVC } from '../../built.mjs'
import { createHandler } from '../../../handlers/http/fetch.js'
import { noteFailure } from '../../../src/activity/failures.js'
import type { Provider } from '../../../src/provider/types.js'
import { createService } from '../../../src/service/service.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { bare } from '../../bare.js'
import { GLOBAL, linesOf, project } from '../fixture.js'

const work = temporaryFolder(t)
const dataDir = join(work, 'data')
const workspace = join(work, 'work')
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

/** A token that no other way is given, of a kind that every rule set knows. */
function secretFor(way: string): string {
  const number = String(made++).padStart(3, '0')
  const secret = ['gh', 'p_', `Zq7${number}`, 'kR4tW9xB2mN5vC8jL1pD6sF3gH0aQyUe']
    .join('')
    .slice(0, 40)
  marks.set(secret, way)
  return secret
}

/** What the provider was told, all calls together. */
const told: string[] = []

const provider: Provider = {
  name: 'given',
  model: '',
  async reflect(request) {
    told.push(JSON.stringify(request))
    const say = (field: string) => `${field} ${secretFor(`candidate ${field}`)}`
    const memory = {
      ...{ kind: 'fact', title: say('title'), content: say('content'), tags: [say('tag')] },
      ...{
        aliases: [say('alias')],
        scope: 'project',
        isAsked: true,
        replaces: '',
        said: say('said'),
      },
    }
    const skill = {
      ...{ name: 'ship-it', description: `Use when ${say('description')}` },
      ...{ body: `1. ${say('body')}\n2. run it\n3. check it`, scope: 'project' },
    }
    const value = {
      memories: [memory],
      skills: [skill],
      retractions: [{ statement: say('taken back'), title: '' }],
    }
    return { value, usage: { inputTokens: 1, outputTokens: 1 } }
  },
  async ask(question) {
    told.push(JSON.stringify(question))
    throw new Error(`no: ${secretFor('provider error of a question')}`)
  },
}

function svc(args: string[], input = ''): void {
  const { status, stderr } = spawnSync(...bare(env, [process.execPath, SVC, ...args]), {
    cwd: workspace,
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

function hook(event: string, fields: object): void {
  const command = [process.execPath, HOOK, '--host', 'claude-code']
  const payload = { hook_event_name: event, cwd: workspace, session_id: 's1', ...fields }
  spawnSync(...bare(env, command), { cwd: workspace, input: JSON.stringify(payload) })
}

/** Every file of a folder with its bytes as text, git's objects among them unpacked. */
function* filesBelow(folder: string): Generator<[path: string, text: string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== '.git') yield* filesBelow(path)
    else if (entry.isFile()) yield [path, `${entry.name}\n${readFileSync(path, 'latin1')}`]
  }
}

function git(...args: string[]): string {
  return execFileSync('git', ['-C', dataDir, ...args], { env, encoding: 'utf8' })
}

t.test('no secret comes to the disk, nor to a provider, by whatever way', async t => {
  mkdirSync(workspace, { recursive: true })
  mkdirSync(env.HOME)
  const from = { home: env.HOME, provider, env }
  const service = createService({ dataDir, capacity: 200 }, from)
  const handle = createHandler(service, { log: () => undefined })
  const scope = project(workspace)
  const http = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://127.0.0.1:4747${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    const answer = await handle(request)
    t.ok(answer.status < 300, `${method} ${path} ${answer.status}`)
    return (await answer.json()) as { id: string }
  }
  const fields = (way: string) => ({
    title: `${way} title ${secretFor(`${way} title`)}`,
    content: `${way} content ${secretFor(`${way} content`)}`,
    tags: [secretFor(`${way} tag`)],
    aliases: [`alias ${secretFor(`${way} alias`)}`],
  })

  const kept = await service.remember({ scope: GLOBAL, ...fields('remember') })
  const { id } = await http('POST', '/svc/memories', { scope, ...fields('http') })
  await http('PATCH', `/svc/memories/${id}`, fields('patch'))
  await service.memories.edit(kept.id, fields('edit'))
  await service.memories.forget(kept.id, { wrong: true })
  const line = (way: string) => ({
    scope,
    ...fields(way),
    kind: 'fact',
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  const source = {
    runtime: secretFor('load source.runtime'),
    path: `/x/${secretFor('load source.path')}`,
    session: secretFor('load source.session'),
    mergedFrom: [secretFor('load source.mergedFrom')],
    deep: { list: [{ api_key: secretFor('load source deep') }] },
    [secretFor('load source key')]: 1,
  }
  const row = {
    ...line('load row'),
    source: {
      runtime: 'workspace-import',
      path: join(workspace, 'A.md'),
      note: secretFor('load row source'),
    },
  }
  const loaded = await service.memories.load(linesOf({ ...line('load'), source }, row))
  t.same(loaded.errors, [])
  writeFileSync(
    join(workspace, 'AGENTS.md'),
    `# Rules ${secretFor('import title')}\n\n- key ${secretFor('import content')}\n`,
  )
  await service.importWorkspace(workspace, { force: true })

  svc(
    ['remember', '--title', `cli ${secretFor('cli title')}`, '-'],
    `cli ${secretFor('cli content')}`,
  )
  const transcript = join(work, 't.jsonl')
  const said = (type: string, text: string) =>
    JSON.stringify({
      type,
      uuid: text,
      sessionId: 's1',
      timestamp: new Date().toISOString(),
      message: { role: type, content: text },
    })
  writeFileSync(
    transcript,
    [
      said('user', `hi ${secretFor('transcript prompt')}`),
      said('assistant', `ok ${secretFor('transcript reply')}`),
    ].join('\n'),
  )
  hook('SessionStart', { source: 'startup' })
  for (const turn of ['1', '2']) {
    hook('UserPromptSubmit', { prompt_id: turn, prompt: `remember this ${secretFor('prompt')}` })
    hook('Stop', {
      prompt_id: turn,
      last_assistant_message: `done ${secretFor('reply')}`,
      transcript_path: transcript,
    })
  }
  hook('Stop', { session_id: 's2', transcript_path: transcript })
  hook('Unknown', { prompt: secretFor('unknown event') })
  noteFailure(
    openStore(join(dataDir, 'svc.json')),
    new Error(`cannot reach https://bob:${secretFor('failure')}@example.org`),
  )
  await service.learning.reflect(scope).catch(() => undefined)
  t.ok(
    told.some(text => text.includes('"turns"')),
    'the provider was asked',
  )

  // What a person writes into a file by hand is theirs; svc carries it no further.
  const byHand = `hand ${secretFor('by hand')}`
  const folder = join(dataDir, 'global', 'memories')
  for (const name of ['a', 'b']) {
    const content = `Deploys run on Fridays with pnpm and node 20 in Berlin, ${name}. ${byHand}`
    writeFileSync(join(folder, `${name}.md`), `---\ntitle: Deploys ${byHand}\n---\n\n${content}\n`)
  }
  await service.consolidate(GLOBAL)
  const exported: string[] = []
  for await (const memory of service.memories.export()) exported.push(JSON.stringify(memory))
  t.ok(exported.length > 3)
  await service.close()

  for (const [path] of [...filesBelow(folder)]) {
    if (readFileSync(path, 'utf8').includes(byHand)) writeFileSync(path, 'gone')
  }
  git('init', '-q')
  svc(['git', 'init'])
  git('config', 'user.email', 'a@example.org')
  git('config', 'user.name', 'a')
  svc(['git', 'commit'])
  t.throws(
    () => svc(['git', 'commit', '-m', `fix ${secretFor('commit message')}`]),
    /holds a secret/,
  )

  const stored = [...filesBelow(dataDir)].filter(
    ([path]) => !/state\/(?:history|index)\//.test(path),
  )
  stored.push(['git objects', git('log', '-p', '--all')], ['export', exported.join('\n')])
  stored.push(['provider', told.join('\n')])
  t.ok(stored.length > 20 && marks.size > 50, `${marks.size} secrets, ${stored.length} files`)
  const leaks = [...marks].flatMap(([secret, way]) => {
    const inside = stored.filter(([, text]) =>
      text.toLowerCase().includes(secret.slice(4, 24).toLowerCase()),
    )
    return inside.map(([path]) => `${way} → ${path.replace(work, '')}`)
  })
  t.same(leaks, [])
  const clear = stored.filter(
    ([path, text]) => !path.includes('index') && text.includes('[redacted:'),
  )
  t.ok(clear.length > 5, `${clear.length} places hold the mark of a secret`)
})
