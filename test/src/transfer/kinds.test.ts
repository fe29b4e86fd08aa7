import { cpSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { gunzipSync } from 'node:zlib'
import { KINDS } from '../../../src/import/kinds/index.js'
import { Shell } from '../bin/shell.js'
import {
  brief,
  importFrom,
  makeFolder,
  makeHome,
  memoriesOf,
  SAMPLES,
  unpackDatabase,
} from './fixture.js'

t.test('every kind is told of by svc help import', async t => {
  const help = await new Shell(t).say(['help', 'import'])
  for (const name of Object.keys(KINDS)) t.match(help, new RegExp(`\\s${name}\\b`), name)
})

t.test('what hosts keep in the home directory', async t => {
  const shell = makeHome(t)
  const bring = async (kind: string) => {
    const result = await importFrom(shell, kind)
    t.same(result.errors, [], kind)
    return result.items.map(brief).sort()
  }
  t.same(await bring('claude-code'), [
    'global constraint: About me',
    'global preference: Conventional commits',
    'global preference: User is a backend developer',
    'my-app fact: my-app',
    'webshop correction: Integration tests hit a real database',
    'webshop correction: Integration tests must hit a real database: no mocks',
    'webshop fact: Debugging',
    'webshop fact: Grafana board of the API latency; token inside',
    'webshop fact: Non-critical merges are frozen from 2026-03-05 on: the mobile team cuts its rel…',
    'webshop preference: Team squash merges',
  ])
  const codex = await bring('codex')
  t.same(codex.slice(0, 5), [
    'global constraint: Codex',
    'global fact: Backend developer in Vienna',
    'global fact: Check `git status` first',
    'global fact: Remember: releases only Monday to Thursday',
    'global preference: Answer in short sentences',
  ])
  const ofProjects = codex.slice(5).map(line => line.replace(/:.*$/, ''))
  t.same(ofProjects, [
    'infra fact',
    'webshop correction',
    'webshop fact',
    'webshop fact',
    'webshop preference',
  ])
  t.same(await bring('gemini'), [
    'global fact: The staging database listens on port 5433',
    'global preference: My rules',
    'global preference: The user prefers pnpm',
    'webshop fact: Private notes',
  ])
  t.same(await bring('qwen'), [
    'global fact: Write commit messages in English',
    'global fact: 用户喜欢简短的回答。',
    'webshop correction: Short answers',
  ])
  t.same(await bring('droid'), ['global constraint: Never force-push'])
  t.same(await bring('opencode'), ['global preference: opencode'])
  t.same(await bring('copilot'), [
    'global preference: Prefer functional components',
    'global preference: Prefers arrow functions',
    'global preference: Style',
    'web shop fact: Build',
  ])
  t.same(await bring('cursor'), [
    'global constraint: Answer in English',
    'global constraint: Global rule',
  ])
  const all = await memoriesOf(shell)
  t.notOk(JSON.stringify(all).includes('ghp_'), 'secrets are taken out')
  t.notOk(JSON.stringify(all).includes(shell.home + '/.'), 'no path of the home is kept')
  const mocks = all.find(({ title }) => title.includes('no mocks'))
  t.match(mocks, {
    createdAt: '2026-03-02T09:14:07.123Z',
    source: {
      from: 'claude-code',
      words: 'agent',
      session: '5da15695-411e-4859-a37b-b739ede023ae',
    },
  })
  const rule = all.find(({ title }) => title === 'Conventional commits')
  t.match(rule, { tags: ['path:**/*.ts'], undated: true })
  t.equal(rule?.source.words, undefined, 'a rule is in the words of a person')
  const about = all.find(({ title }) => title === 'About me')
  t.notMatch(about?.content, /notes\/style|a comment/, 'neither what takes in a file, nor comments')
  t.notMatch(about?.content, /\n{3}/, 'nor a gap where it stood')
  const stub = all.find(({ content }) => content.startsWith('The checkout suite talks to'))
  t.match(stub, { createdAt: '2026-03-02T09:40:00.000Z', tags: ['checkout', 'stub server'] })
})

t.test('a project whose transcripts are gone is found by its folder', async t => {
  const shell = new Shell(t)
  const place = join(shell.home, 'my.app')
  mkdirSync(place)
  const slug = place.replace(/[^A-Za-z0-9]/g, '-')
  const memory = join(shell.home, '.claude/projects', slug, 'memory')
  mkdirSync(memory, { recursive: true })
  writeFileSync(join(memory, 'build.md'), 'Build with make.\n')
  t.same((await importFrom(shell, 'claude-code')).items.map(brief), [
    'my.app fact: Build with make',
  ])
})

t.test('basic-memory', async t => {
  const shell = new Shell(t)
  const notes = join(SAMPLES, 'basic-memory/project')
  const result = await importFrom(shell, 'basic-memory', notes)
  t.match(result, { added: 5, redacted: 1, left: { 'a schema': 1 } })
  const all = await memoriesOf(shell)
  t.match(
    all.find(({ title }) => title === 'Deploy'),
    { kind: 'procedure', undated: true },
  )
  const design = all.filter(({ title }) => title === 'Authentication Design')
  t.same(
    design.map(({ kind }) => kind),
    ['decision', 'decision'],
  )
  t.ok(design.some(({ createdAt }) => createdAt === '2026-02-01T00:00:00.000Z'))
  t.match(
    design.find(({ content }) => content.includes('## Relations')),
    { tags: ['auth', 'security'] },
  )
})

t.test('MCP memory', async t => {
  const shell = new Shell(t)
  const file = join(SAMPLES, 'mcp-memory/memory.jsonl')
  t.match(await importFrom(shell, 'mcp-memory', file), { added: 9, redacted: 1, ok: true })
  const all = await memoriesOf(shell)
  t.match(
    all.find(({ title }) => title === 'Deploy checklist'),
    { kind: 'procedure', undated: true },
  )
  const user = all.find(({ title }) => title === 'default_user')
  t.match(user, { kind: 'preference', tags: ['mcp-memory', 'person'] })
  t.match(
    user?.content,
    /- Prefers TypeScript over JavaScript\n[^]*Relations:\n- works_on → webshop/,
  )
  t.notMatch(JSON.stringify(all), /hunter2|sk_live/)
  const other = new Shell(t)
  const here = join(other.project, 'memory.jsonl')
  copyFileSync(file, here)
  const own = await importFrom(other, 'mcp-memory', here)
  t.same(
    new Set(own.items.map(({ scope }) => scope.id)),
    new Set([other.project]),
    'in a project: of it',
  )
})

t.test('mem0, from its answers and from its database', async t => {
  const shell = new Shell(t)
  const at = (name: string) => join(SAMPLES, 'mem0', name)
  const place = ['--project', `webshop=${shell.project}`]
  const first = await importFrom(shell, 'mem0', at('node-oss.real.json'), ...place)
  t.match(first, { added: 9, known: 1, redacted: 1, unplaced: {} })
  const all = await memoriesOf(shell)
  t.match(
    all.find(({ title }) => title.startsWith('Run `npm')),
    {
      ...{ kind: 'procedure', tags: ['tests'], createdAt: '2026-11-27T17:54:59.939Z' },
    },
  )
  t.match(
    all.find(({ title }) => title.startsWith('Never')),
    { scope: { id: shell.project } },
  )
  const again = await importFrom(shell, 'mem0', at('vec.real.db'), ...place)
  t.match(again, { added: 0, unchanged: 9 }, 'the database holds the same')
  const page = await importFrom(shell, 'mem0', at('get_all.platform-page.json'))
  t.match(page, { known: 1, unplaced: { webshop: 1 } })
  const dated = (await importFrom(shell, 'mem0', at('get_all.v1.1.json'))).items.length
  t.ok(dated > 0)
  t.ok((await memoriesOf(shell)).every(({ createdAt }) => createdAt > '2000'))
})

t.test('OpenMemory, from either of its files', async t => {
  const shell = new Shell(t)
  const folder = join(SAMPLES, 'openmemory/memories_export_ana')
  const result = await importFrom(shell, 'openmemory', folder)
  t.match(result, { added: 6, known: 1, redacted: 1, left: { 'deleted or archived there': 2 } })
  const paused = (await memoriesOf(shell)).find(({ title }) => title === 'Paused memory')
  t.match(paused, {
    createdAt: '2026-03-08T10:00:00.000Z',
    source: { waits: true, host: 'claude' },
  })
  const again = await importFrom(shell, 'openmemory', join(folder, 'memories.json'))
  t.match(again, { added: 0, unchanged: 6 })
})

t.test('claude-mem', async t => {
  const shell = new Shell(t)
  const path = unpackDatabase(t)
  const before = readFileSync(path)
  const projects = `webshop=${shell.project},infra=${shell.home}`
  const result = await importFrom(shell, 'claude-mem', path, '--project', projects)
  t.match(result, { ok: true, added: 8, known: 1 })
  const all = await memoriesOf(shell)
  t.match(
    all.find(({ title }) => title === 'Cart total is rounded once, at the end'),
    {
      ...{ kind: 'correction', createdAt: '2026-03-03T11:30:00.000Z', tags: ['problem-solution'] },
      source: { from: 'claude-mem', session: 'mem-0002', words: 'agent' },
    },
  )
  t.match(
    all.find(({ title }) => title.startsWith('Token was')),
    { kind: 'constraint' },
  )
  t.notMatch(JSON.stringify(all), /sk-ant|ghp_|Fix the checkout tests/, 'no secret, and no prompt')
  t.same(readFileSync(path), before, 'the file is as it was')
  const more = await importFrom(shell, 'claude-mem', path, '--project', projects, '--all')
  t.match(more, { added: 3, unchanged: 8 })
  const old = await importFrom(
    shell,
    'claude-mem',
    join(SAMPLES, 'claude-mem/bad/old-schema.db'),
    '--scope',
    'global',
  )
  t.match(old.items.map(brief), [
    'global decision: Early version: only text, column sdk_session_id',
  ])
})

t.test('what lies in the log of a database is seen, and nothing is left beside it', async t => {
  const shell = new Shell(t)
  const folder = makeFolder(t)
  const live = join(SAMPLES, 'claude-mem/live')
  copyFileSync(join(live, 'claude-mem.db'), join(folder, 'claude-mem.db'))
  const log = gunzipSync(readFileSync(join(live, 'claude-mem.db-wal.gz')))
  writeFileSync(join(folder, 'claude-mem.db-wal'), log)
  const result = await importFrom(shell, 'claude-mem', folder, '--scope', 'global')
  t.match(result, { ok: true, added: 2 })
  t.equal(statSync(join(folder, 'claude-mem.db')).size, 4096)
})

t.test('the Open Knowledge Format', async t => {
  const shell = new Shell(t)
  const result = await importFrom(shell, 'okf', join(SAMPLES, 'okf/bundle'))
  t.match(result, { ok: true, added: 7, redacted: 1, left: { deprecated: 1 } })
  const all = await memoriesOf(shell)
  const money = all.filter(({ title }) => title === 'Money is kept in integer cents')
  t.match(
    money.find(({ aliases }) => aliases.length > 0),
    {
      ...{ kind: 'decision', tags: ['money', 'shop'], createdAt: '2026-03-02T09:20:00.000Z' },
      aliases: ['Floating point lost cents, so all prices are integers.'],
    },
  )
  t.match(
    all.find(({ title }) => title.startsWith('Deploy')),
    { kind: 'procedure', tags: ['release', 'stale'] },
  )
  t.match(
    all.find(({ title }) => title === 'draft'),
    { kind: 'preference', source: { waits: true } },
  )
  t.match(
    all.find(({ title }) => title === 'Orders'),
    { tags: ['sales', 'type:bigquery-table'] },
  )
})

t.test('Markdown notes', async t => {
  const shell = new Shell(t)
  const notes = join(makeFolder(t), 'notes')
  cpSync(join(SAMPLES, 'markdown/notes'), notes, { recursive: true })
  mkdirSync(join(notes, 'node_modules'))
  writeFileSync(join(notes, 'node_modules/README.md'), '# left out\n')
  mkdirSync(join(notes, 'decisions'))
  const long = Array.from(
    { length: 3 },
    (_, at) => `## Part ${at}\n\n${'word '.repeat(300)}${at}\n`,
  )
  writeFileSync(join(notes, 'decisions/long.md'), `# Long\n\n${long.join('\n')}`)
  const result = await importFrom(shell, 'markdown', notes)
  t.match(result, { ok: true, added: 12, known: 1, redacted: 1 })
  const all = await memoriesOf(shell)
  t.match(
    all.find(({ title }) => title === 'Obsidian note'),
    {
      ...{ tags: ['shop', 'two words', '2026'], aliases: ['the shop'] },
      ...{ createdAt: '2026-01-02T00:00:00.000Z', updatedAt: '2026-01-03T10:00:00.000Z' },
    },
  )
  t.match(
    all.find(({ title }) => title === 'BOM and CRLF'),
    { content: 'body', undated: true },
  )
  t.match(
    all.find(({ title }) => title === 'Long › Part 1'),
    { kind: 'decision', tags: ['decisions'] },
  )
})

t.test('exports of chat apps, and a list that somebody pasted', async t => {
  const shell = new Shell(t)
  const at = (name: string) => join(SAMPLES, name)
  const place = ['--project', `Webshop=${shell.project}`]
  const flat = await importFrom(shell, 'claude-export', at('claude-export/2026-02-flat'), ...place)
  t.match(flat, { added: 4, unplaced: { '00000000': 1 } })
  t.ok(
    flat.items.some(
      item => brief(item) === 'project correction: Webshop: Key learnings & principles',
    ),
  )
  const folders = at('claude-export/2026-09-folders')
  t.match(await importFrom(shell, 'claude-export', folders, ...place), { added: 3, unchanged: 4 })
  t.match(await importFrom(shell, 'claude-export', folders, ...place, '--all'), {
    added: 3,
    redacted: 1,
  })
  const chat = await importFrom(shell, 'chatgpt-export', at('chatgpt-export/export'))
  t.match(chat, { ok: true, redacted: 1, left: { 'switched off there': 1, 'without text': 1 } })
  const all = await memoriesOf(shell)
  t.match(
    all.find(({ title }) => title === 'Never wants force pushes to main'),
    {
      ...{ kind: 'preference', createdAt: '2025-08-01T08:00:00.000Z' },
    },
  )
  t.notOk(all.some(({ content }) => /^Forget/.test(content)))
  const list = at('chatgpt-export/backend-api-memories.json')
  t.match(await importFrom(shell, 'chatgpt-export', list), { added: 0, known: 1 })
  const pasted = await importFrom(shell, 'text', at('claude-export/import-memory-answer.md'))
  t.match(pasted, { ok: true, failed: 0 })
  const other = new Shell(t)
  await importFrom(other, 'text', at('claude-export/import-memory-answer.md'))
  const dates = (await memoriesOf(other)).map(one =>
    one.undated ? '' : one.createdAt.slice(0, 10),
  )
  t.same(dates, ['2025-11-03', '2026-01-20', '', ''])
})
