// A worker killed right before its n-th change in the store, and what a second worker makes of it.
import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))
const WORKER = join(DIST, 'src/bin/worker.js')
const HOOK = join(DIST, 'svc-hook.cjs')
const PRELOAD = fileURLToPath(new URL('kill-at.cjs', import.meta.url))

const ANSWER = {
  memories: [
    {
      kind: 'fact',
      title: 'Alpha lives here',
      content: 'New alpha.',
      tags: ['a'],
      scope: 'project',
    },
    { kind: 'preference', title: 'Beta everywhere', content: 'Beta.', tags: [], scope: 'global' },
    { kind: 'constraint', title: 'Known before', content: 'Changed.', tags: [], scope: 'project' },
    {
      kind: 'fact',
      title: 'Packages come with pnpm',
      content: 'Packages come with pnpm, not npm.',
      tags: [],
      scope: 'project',
      isAsked: true,
      replaces: 'npm for packages',
    },
    {
      kind: 'fact',
      title: 'Staging port',
      content: 'Staging listens on 4100.',
      tags: [],
      scope: 'project',
      isAsked: true,
      replaces: 'staging on port 4000',
    },
  ],
  retractions: [{ statement: 'forget what I said about prettier', title: '' }],
  skills: [{ name: 'ship-it', description: 'Ships it.', body: '1. Ship.', scope: 'project' }],
}
/** Of each two that may be meant the second is meant less: it is never next. */
const BEFORE = [
  ['Known before', 'Old.'],
  ['Packages come with npm', 'We use npm for packages.'],
  ['Old packages', 'Packages of 2019 came with npm for packages.'],
  ['Staging port', 'Staging listens somewhere.'],
  ['Staging on port 4000', 'Staging listens on port 4000.'],
  ['Staging port of a branch', 'The branch runs staging on port 4000 as well.'],
  ['Prettier formats', 'Prettier formats the code.'],
  ['Formats of the docs of the shop', 'The docs are formatted by prettier.'],
]
const TURNS = 6

/** A store with a full queue, a provider on loopback, and room for copies. */
export async function openStage() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-crash-')))
  const project = join(folder, 'shop')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(folder, 'home'))
  const asked = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      const message = { role: 'assistant', content: JSON.stringify(ANSWER) }
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    })
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const stage = { folder, project, server, asked, url: `http://127.0.0.1:${server.address().port}` }
  const store = join(folder, 'store')
  const { createService } = await import(`${DIST}src/index.js`)
  const service = createService({ dataDir: store })
  const scope = { type: 'project', id: project }
  for (const [title, content] of BEFORE) await service.remember({ scope, title, content })
  const global = { type: 'global', id: null }
  await service.remember({ scope: global, title: 'Prettier everywhere', content: 'Always.' })
  await service.close()
  for (let turn = 1; turn <= TURNS; turn++) {
    const input = JSON.stringify({
      hook_event_name: 'Stop',
      session_id: 'crash',
      cwd: project,
      prompt: `Question ${turn}`,
      last_assistant_message: `Answer ${turn}`,
    })
    const env = { ...envOf(stage, store), SVC_HOOK_BATCH_TURNS: '100' }
    spawnSync(process.execPath, [HOOK], { input, env, cwd: project })
  }
  return stage
}

export function closeStage({ folder, server }) {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Runs a worker on a fresh copy of the store and kills it before its n-th change, then runs one in
 * peace. Answers whether the first was killed, and what is wrong afterwards: [] where all is well.
 */
export async function killAt(stage, n) {
  const store = join(stage.folder, `store-${n}`)
  cpSync(join(stage.folder, 'store'), store, { recursive: true, preserveTimestamps: true })
  stage.asked.length = 0
  try {
    const signal = await runWorker(stage, store, n)
    rmSync(join(store, 'state', 'locks'), { recursive: true, force: true })
    if (signal !== null) await runWorker(stage, store)
    return { isKilled: signal !== null, problems: await inspect(stage, store) }
  } finally {
    rmSync(store, { recursive: true, force: true })
  }
}

function envOf({ folder, url }, store) {
  return {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    SVC_DATA_DIR: store,
    SVC_PROVIDER: 'openai-compatible',
    SVC_PROVIDER_URL: url,
    SVC_MODEL: 'm',
    SVC_HOOK_BATCH_TURNS: String(TURNS),
  }
}

function runWorker(stage, store, killAt) {
  const tasks = [{ task: 'reflect', scopes: [`project:${encodeURIComponent(stage.project)}`] }]
  const preload = killAt === undefined ? [] : ['--require', PRELOAD]
  const kill = { SVC_TEST_KILL_STORE: store, SVC_TEST_KILL_AT: String(killAt) }
  const env = { ...envOf(stage, store), ...(killAt !== undefined && kill) }
  const args = [...preload, WORKER, JSON.stringify(tasks)]
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  return new Promise(resolve => child.once('close', (_, signal) => resolve(signal)))
}

async function inspect({ folder, project, asked }, store) {
  const { createService } = await import(`${DIST}src/index.js`)
  const service = createService({ dataDir: store }, { home: join(folder, 'home') })
  const scope = { type: 'project', id: project }
  const { items } = await service.list()
  const titles = items.map(({ title, content }) => `${title}: ${content}`).sort()
  const { items: reviewed } = await service.review()
  const files = listTree(store)
  const events = (await service.events()).filter(({ type }) => type === 'reflect')
  const doctor = await service.doctor()
  const found = {
    titles: titles.join(' | '),
    marked: items.filter(({ tags }) => tags.includes('needs-review')).length,
    learned: reviewed
      .map(({ change, memory }) => `${change} ${memory.title}`)
      .sort()
      .join(),
    skills: (await service.skills()).skills.map(({ name }) => name).join(),
    memoryFiles: files.filter(name => /memories\/[^./][^/]*$/.test(name)).length,
    replay: files.filter(name => /state\/replay\/.*\.json$/.test(name)).length,
    queue: files.filter(name => /state\/(spool|batches)\/.*\.json$/.test(name)).length,
    busy: (await service.status()).busy,
    doctor: doctor.ok,
    recalled: (await service.recall({ scopes: [scope], text: 'where does alpha live' }))[0]?.title,
  }
  await service.close()
  const problems = Object.entries(EXPECTED)
    .filter(([name, value]) => found[name] !== value)
    .map(([name, value]) => `${name}: ${found[name]} instead of ${value}`)
  if (events.length > 1) problems.push(`${events.length} events`)
  for (const { added, updated } of events) {
    if (added > 3 || added < 2 || updated !== 3) problems.push(`event of ${added} and ${updated}`)
  }
  if (asked.length < 1 || asked.length > 2) problems.push(`asked ${asked.length} times`)
  return problems
}

const EXPECTED = {
  titles: [
    'Alpha lives here: New alpha.',
    'Beta everywhere: Beta.',
    'Formats of the docs of the shop: The docs are formatted by prettier.',
    'Known before: Changed.',
    'Old packages: Packages of 2019 came with npm for packages.',
    'Packages come with pnpm: Packages come with pnpm, not npm.',
    'Prettier everywhere: Always.',
    'Staging port of a branch: The branch runs staging on port 4000 as well.',
    'Staging port: Staging listens on 4100.',
  ].join(' | '),
  marked: 0,
  learned: [
    'added Alpha lives here',
    'added Beta everywhere',
    'retracted Prettier formats',
    'retracted Staging on port 4000',
    'updated Known before',
    'updated Packages come with pnpm',
    'updated Staging port',
  ].join(),
  skills: 'ship-it',
  memoryFiles: 11,
  replay: 1,
  queue: 0,
  busy: false,
  doctor: true,
  recalled: 'Alpha lives here',
}

function listTree(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
