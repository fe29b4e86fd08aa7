// A small store that has a file of every kind, and the way back to it after each damage.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DIST } from '../built.mjs'
import { removeFolder } from '../remove-folder.mjs'

export const load = name => import(`${DIST}/${name}`)

/** Long ago, so that no folder's time is young. */
const BEFORE = new Date(Date.now() - 3_600_000)
const GLOBAL = { type: 'global', id: null }

export const PROMPTS = ['when do releases leave?', 'which port does staging listen on?']

/** A folder with a home, a project and a store of every kind of file. */
export async function makeStore(folder) {
  const [home, project, dataDir] = ['home', 'shop', 'store'].map(name => join(folder, name))
  mkdirSync(home)
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(
    join(project, '.git/config'),
    '[remote "origin"]\n\turl = https://example.com/acme/shop.git\n',
  )
  writeFileSync(join(project, 'AGENTS.md'), '# Rules\n\nRun the linter before each commit.\n')
  const stage = { folder, home, project, dataDir }
  await fillStore(stage)
  await addState(stage)
  return stage
}

async function fillStore(stage) {
  const { createService } = await load('src/index.js')
  const { dataDir, home, project } = stage
  const scope = { type: 'project', id: project }
  const service = createService({ dataDir }, { home })
  const put = (where, title, content, more) =>
    service.remember({ scope: where, title, content, ...more })
  await put(GLOBAL, 'Releases leave on Thursdays', 'Releases leave on Thursdays at noon.')
  await put(GLOBAL, 'Answers are short', 'Keep answers short.', { kind: 'preference' })
  const edited = await put(GLOBAL, 'Deploy', 'Deploy with make.')
  await service.memories.edit(edited.id, { content: 'Deploy with just.', tags: ['ops'] })
  await put(scope, 'Staging port', 'Staging listens on port 4100.', { tags: ['ops'] })
  await put(scope, 'Never push on Fridays', 'Nobody pushes on Fridays.', { kind: 'constraint' })
  await put(scope, 'Tests', 'Run the tests with npm test.', { aliases: ['how to check'] })
  const gone = await put(scope, 'Old host', 'The old host is heron.')
  await service.memories.forget(gone.id)
  const wrong = await put(scope, 'Wrong', 'The sky is green.')
  await service.memories.forget(wrong.id, { wrong: true })
  await service.importWorkspace(project)
  const turns = [{ prompt: 'Remember: we use tabs, never spaces.', reply: 'Noted.' }]
  await service.reflectBatch({ scope, session: 'learned', turns })
  await service.close()
}

async function addState({ dataDir, home, project }) {
  const { openStore } = await load('store/store.js')
  const { findScope } = await load('store/projects/projects.js')
  const { placeInSpool } = await load('store/files/spool.js')
  const store = openStore(join(dataDir, 'svc.json'))
  const scope = { type: 'project', id: project }
  const { key, path } = await findScope(store, scope)
  const write = (name, text) => {
    const place = name.startsWith('state/') || !name.includes('/') ? join(dataDir, name) : name
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
  const skill = name =>
    `---\nname: ${name}\ndescription: Use when ${name} is asked.\n---\n\n1. Do.\n`
  write(join(path, 'skills/ship-it/SKILL.md'), skill('ship-it'))
  write(join(dataDir, 'global/skills/tidy/SKILL.md'), skill('tidy'))
  write(
    join(dataDir, 'global/memories/old--buried22.md'),
    '---\nid: buried22\nkind: fact\ntitle: Old\ntags: []\nevictedAt: 2126-01-01T00:00:00.000Z\n---\n\nOld.\n',
  )
  write('config.json', '[]\n')
  const at = new Date().toISOString()
  const batch = { format: 1, id: 'b1', session: 's', turns: ['s-1'], lastTurn: 1, failures: 0 }
  placeInSpool(join(store.state, 'batches', key), 'b1', {
    ...batch,
    nextAt: '2126-01-01T00:00:00.000Z',
  })
  placeInSpool(join(store.state, 'replay', key), 'r1', { format: 1, id: 'r1', at, memories: [] })
  write(
    `state/consolidations/${key}.json`,
    JSON.stringify({ format: 1, startedAt: at, merges: [] }),
  )
  write('state/usage.json', JSON.stringify({ uses: { buried22: 1 }, folded: [] }))
  write('state/feedback.json', JSON.stringify({ counts: {}, sessions: {} }))
  write('state/skills.json', JSON.stringify({ skills: {} }))
  write(
    'state/spend.json',
    JSON.stringify({ day: '2026-01-01', inputTokens: 1, outputTokens: 1, usd: 0 }),
  )
  write('state/reviewed.json', '{}')
  write('state/waiting.json', '{}')
  write('state/told.json', JSON.stringify({ at }))
  write('state/journal/2026-11-20.jsonl', '')
  write('state/hook.log', `${at} 1 Stop: answered 2 characters\n`)
  write('state/serve.log', 'listening\n')
  write('state/hosts/claude-code', '')
  write('state/mcp/1', `${process.pid}\n0\n`)
  await callHooks({ dataDir, home, project }, 'first')
  age(dataDir)
  await indexAll(dataDir)
}

/** Makes the index files of all scopes anew. */
export async function indexAll(dataDir) {
  const { openStore } = await load('store/store.js')
  const { Collections } = await load('src/memories/collections.js')
  const { refreshIndexFile } = await load('src/memories/index-upkeep.js')
  const collections = new Collections(openStore(join(dataDir, 'svc.json')))
  for (const one of await collections.all()) await refreshIndexFile(one, { isForced: true })
}

/** A session's three hook calls in this process; what each answered. */
export async function callHooks({ dataDir, home, project }, session) {
  const { answerCall } = await load('src/bin/hook/main.js')
  const { routeHook } = await load('handlers/hooks/routes.js')
  const { parseHookCall } = await load('handlers/hooks/protocol.js')
  const before = { ...process.env }
  Object.assign(process.env, { SVC_DATA_DIR: dataDir, HOME: home })
  const base = { session_id: session, cwd: project, transcript_path: '/nowhere/t.jsonl' }
  // What a start gave is not given again: the prompts are another session's.
  const prompts = { ...base, session_id: `${session}-prompts`, hook_event_name: 'UserPromptSubmit' }
  const events = [
    { ...base, hook_event_name: 'SessionStart', source: 'startup' },
    ...PROMPTS.map((prompt, at) => ({ ...prompts, prompt, prompt_id: `p${at}` })),
    { ...base, hook_event_name: 'Stop', last_assistant_message: 'On Thursdays.' },
  ]
  const answers = []
  try {
    for (const event of events) {
      const call = parseHookCall(event, {})
      const answer = text => void answers.push(text)
      await answerCall(call, { handle: routeHook, args: [], answer, start: async () => undefined })
    }
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
  return answers
}

/** Nothing of it is young. */
function age(dataDir) {
  for (const { path } of entriesBelow(dataDir).reverse()) {
    if (path.endsWith('.md')) continue
    utimesSync(path, BEFORE, BEFORE)
  }
}

/** Everything below a folder, folders before what is in them. */
export function entriesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    return entry.isDirectory()
      ? [{ path, isFolder: true }, ...entriesBelow(path)]
      : [{ path, isFolder: false }]
  })
}

/** What a store holds now, and the way back to it. */
export function takeSnapshot(dataDir) {
  const known = new Map(
    entriesBelow(dataDir).map(({ path, isFolder }) => {
      const { mode, mtime, ino } = statSync(path)
      return [
        path,
        { isFolder, mode, mtime, ino, bytes: isFolder ? undefined : readFileSync(path) },
      ]
    }),
  )
  return { known, restore: () => restore(dataDir, known) }
}

/** Puts everything back as it was; true where a file is another one by its inode now. */
function restore(dataDir, known) {
  for (const [path, { isFolder, mode }] of known) {
    const stats = existsSync(path) ? lstatSync(path) : undefined
    if (stats?.isDirectory() && isFolder) chmodSync(path, mode)
  }
  for (const { path, isFolder } of entriesBelow(dataDir).reverse()) {
    const before = known.get(path)
    if (before === undefined || before.isFolder !== isFolder) removeFolder(path)
  }
  let isOther = false
  for (const [path, before] of known) {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (before.isFolder && stats !== undefined && !stats.isDirectory()) rmSync(path)
    if (before.isFolder) mkdirSync(path, { recursive: true })
    else if (stats !== undefined && !stats.isFile())
      rmSync(path, { recursive: true, maxRetries: 10 })
    else if (stats !== undefined) chmodSync(path, before.mode)
    if (before.isFolder) continue
    const isSame =
      stats?.isFile() &&
      stats.mtimeMs === before.mtime.getTime() &&
      stats.size === before.bytes.length
    if (isSame && stats.ino === before.ino) continue
    writeFileSync(path, before.bytes)
    chmodSync(path, before.mode)
    isOther ||= path.endsWith('.md') && statSync(path).ino !== before.ino
    utimesSync(path, before.mtime, before.mtime)
  }
  for (const [path, { mode, mtime }] of [...known].reverse()) {
    chmodSync(path, mode)
    utimesSync(path, mtime, mtime)
  }
  return isOther
}
