import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { HostName } from '../../../src/hosts/profiles.js'
import { createService } from '../../../src/service/service.js'
import type { Scope } from '../../../store/types.js'
import { contextOf, HookHost, listTree } from './host.js'

const FILES = {
  'AGENTS.md': 'The walrus build needs forty minutes.',
  'packages/web/AGENTS.md': 'Walrus pages are rendered on the server.',
  'packages/web/CLAUDE.md': 'A walrus button names its walrus colour.',
  'packages/web/.claude/rules/forms.md': 'A walrus form has one walrus button.',
  'packages/web/charts/AGENTS.md': 'A walrus chart has a table beside it.',
  'packages/api/AGENTS.md': 'The walrus service answers in JSON.',
  'packages/web/src/page.ts': '',
}

/** The agent files that a text holds, in its order, by their paths in the project. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/\(file ([^)]+)\)/g)].map(([, path = '']) => path)
}

/** A project of several packages whose first session is over, and whose files are all imported. */
async function openMonorepo(t: Test, files: Record<string, string> = FILES): Promise<HookHost> {
  const host = new HookHost(t)
  host.write(files)
  await host.event('SessionStart', { session_id: 'first' })
  t.ok(await host.untilQuiet())
  return host
}

const isImportState = (path: string) => /\/imports?\/[^/]+\.json$/.test(path)

let sessions = 0

/** The text that a session in a folder is given at its start, or beside a prompt, by the hook in this process. */
async function giveIn(host: HookHost, folder: string, prompt?: string, name?: HostName) {
  const cwd = join(host.project, folder)
  mkdirSync(cwd, { recursive: true })
  const event = prompt === undefined ? 'SessionStart' : 'UserPromptSubmit'
  const session = { session_id: `s${++sessions}`, transcript_path: '/nowhere/t.jsonl', cwd }
  const payload = JSON.stringify({ ...session, hook_event_name: event, prompt })
  return contextOf(await host.runPayload(payload, name === undefined ? [] : ['--host', name]))
}

/** The agent files in it. */
async function askIn(...asked: Parameters<typeof giveIn>) {
  return filesIn(await giveIn(...asked))
}

t.test('a start is given the agent files of the folders that its session is in', async t => {
  const host = await openMonorepo(t)
  t.same(await askIn(host, ''), ['AGENTS.md'])
  t.same(await askIn(host, 'packages'), ['AGENTS.md'])
  t.same(await askIn(host, 'packages/api/deep'), ['packages/api/AGENTS.md', 'AGENTS.md'])
  const web = ['packages/web/.claude/rules/forms.md', 'packages/web/AGENTS.md']
  const ofWeb = [...web, 'packages/web/CLAUDE.md']
  const inCharts = await askIn(host, 'packages/web/charts')
  t.equal(inCharts[0], 'packages/web/charts/AGENTS.md', 'the nearest before the farther')
  t.same(inCharts.slice(1, 4).sort(), ofWeb)
  t.same(inCharts.slice(4), ['AGENTS.md'])
  t.same((await askIn(host, 'packages/web/src')).slice(0, 3).sort(), ofWeb)
  t.same(await askIn(host, 'packages/webs'), ['AGENTS.md'], 'another folder')
  t.same(host.failures(), [])
})

t.test('the first start of all is given those of its own folders too', async t => {
  const host = new HookHost(t)
  host.write(FILES)
  t.same(await askIn(host, 'packages/api'), ['packages/api/AGENTS.md', 'AGENTS.md'])
})

t.test('a prompt is given them where its session, or a file that it names, is below', async t => {
  const host = await openMonorepo(t)
  const asked = 'How does the walrus service answer, and how are walrus pages rendered?'
  t.same(await askIn(host, '', asked), ['AGENTS.md'])
  t.same((await askIn(host, 'packages/api', asked))[0], 'packages/api/AGENTS.md')
  const named: Record<string, string[]> = {
    'Fix the null check in packages/api/src/list.ts': ['packages/api/AGENTS.md'],
    'Fix the null check in @packages/api/src/list.ts:12': ['packages/api/AGENTS.md'],
    [`Fix the null check in ${host.project}/packages/api/src/list.ts`]: ['packages/api/AGENTS.md'],
    'Fix the null check of the package packages/api.': ['packages/api/AGENTS.md'],
    'Fix the null check in other/packages/api/src/list.ts': [],
    'Fix the null check in /elsewhere/packages/api/src/list.ts': [],
    'Fix the null check in packages/apis/src/list.ts': [],
    'Fix the null check in src/list.ts': [],
  }
  for (const [prompt, files] of Object.entries(named))
    t.same(await askIn(host, '', prompt), files, prompt)
  t.same(
    await askIn(host, 'packages/web', 'Fix the null check in ../api/src/list.ts'),
    ['packages/api/AGENTS.md'],
    'named from the folder of the session',
  )
  t.same(host.failures(), [])
})

t.test('what a host loads of them itself is not given again', async t => {
  const host = await openMonorepo(t)
  const start = async (name: HostName) =>
    (await askIn(host, 'packages/web', undefined, name)).sort()
  const rules = 'packages/web/.claude/rules/forms.md'
  t.same(await start('claude-code'), ['AGENTS.md', 'packages/web/AGENTS.md'])
  t.same(await start('codex'), [rules, 'packages/web/CLAUDE.md'])
  t.same(await start('qwen-code'), [rules, 'packages/web/CLAUDE.md'])
  t.same(await start('copilot-cli'), [])
  const all = [rules, 'packages/web/AGENTS.md', 'packages/web/CLAUDE.md', 'AGENTS.md'].sort()
  t.same(await start('gemini-cli'), all)
  const prompt = 'Fix the walrus form in packages/web/src/form.ts'
  const asked = async (name: HostName) => (await askIn(host, '', prompt, name)).sort()
  t.notOk((await asked('claude-code')).includes(rules), 'Claude Code reads it with the file')
  t.ok((await asked('codex')).includes(rules))
})

t.test('a file that changes is given as it is, one that is gone is not', async t => {
  const host = await openMonorepo(t)
  host.write({ 'packages/api/AGENTS.md': 'The walrus service answers in XML.' })
  t.match(await giveIn(host, 'packages/api'), /answers in XML/)
  rmSync(join(host.project, 'packages/api/AGENTS.md'))
  t.same(await askIn(host, 'packages/api'), ['AGENTS.md'])
})

t.test('a start in a project that an older svc imported has the rest found', async t => {
  const host = await openMonorepo(t)
  const [document = ''] = listTree(join(host.store, 'state')).filter(path => isImportState(path))
  const state = JSON.parse(readFileSync(document, 'utf8')) as { rows: { path: string }[] }
  const rows = state.rows.filter(({ path }) => path === 'AGENTS.md')
  writeFileSync(document, JSON.stringify({ ...state, isWhole: undefined, rows }, null, 2))
  const cwd = join(host.project, 'packages/api')
  t.same(filesIn(await host.context('SessionStart', { cwd })), ['AGENTS.md'])
  t.ok(await host.untilQuiet())
  t.same(await askIn(host, 'packages/api'), ['packages/api/AGENTS.md', 'AGENTS.md'])
})

t.test('what is kept of other packages changes nothing at the root', async t => {
  const rules = Array.from({ length: 60 }, (_, n): [string, string] => [
    `packages/p${n}/AGENTS.md`,
    `# Tests\n\nStart the walrus tests of p${n} with pnpm test.\n\n# Style\n\nA heron is tested.`,
  ])
  const own = { 'AGENTS.md': '# Tests\n\nStart the walrus tests with make check.' }
  const alone = await openMonorepo(t, own)
  const among = await openMonorepo(t, { ...own, ...Object.fromEntries(rules) })
  const asked = 'How are the walrus tests started?'
  t.same(await giveIn(alone, '', asked), await giveIn(among, '', asked), 'to the byte')
  t.same(await askIn(among, '', asked), ['AGENTS.md'])
  t.same((await askIn(among, 'packages/p7', asked))[0], 'packages/p7/AGENTS.md')
})

t.test('rules of some files of a package are about its files alone', async t => {
  const rules = '---\npaths: src/**\n---\nA walrus module has no default export.'
  const host = await openMonorepo(t, { 'packages/web/.claude/rules/modules.md': rules })
  const asked = (path: string) => `Has the walrus module ${path} a default export?`
  const given = ['packages/web/.claude/rules/modules.md']
  t.same(await askIn(host, 'packages/web'), [], 'not at a start')
  t.same(await askIn(host, '', asked('packages/web/src/a.ts')), given)
  t.same(await askIn(host, 'packages/web', asked('src/a.ts')), given)
  t.same(await askIn(host, 'packages/web', asked('packages/api/src/a.ts')), [])
  t.same(await askIn(host, 'packages/web', asked('test/a.ts')), [])
  t.same(await askIn(host, '', asked('src/a.ts')), [])
})

t.test('a session in a linked worktree is where it is there', async t => {
  const host = await openMonorepo(t)
  const tree = join(host.folder, 'tree')
  const own = join(host.project, '.git/worktrees/tree')
  host.write(
    { HEAD: 'ref: refs/heads/topic\n', commondir: '../..\n', gitdir: `${tree}/.git\n` },
    own,
  )
  host.write({ '.git': `gitdir: ${own}\n`, 'packages/api/src/list.ts': '' }, tree)
  t.same(await askIn(host, '../tree/packages/api/src'), ['packages/api/AGENTS.md', 'AGENTS.md'])
  const prompt = `Fix the null check in ${tree}/packages/api/src/list.ts`
  t.same(await askIn(host, '../tree', prompt), ['packages/api/AGENTS.md'])
})

t.test('the service says what a session in a folder is given', async t => {
  const host = await openMonorepo(t)
  const service = createService({ dataDir: host.store }, { home: host.home })
  t.teardown(() => service.close())
  const scopes: Scope[] = [{ type: 'project', id: host.project }]
  const text = 'Fix the walrus page in packages/web/src/page.ts'
  for (const folder of ['', 'packages/api', 'packages/web/src']) {
    const cwd = join(host.project, folder)
    const said = await service.memories.context({ scopes, text, cwd })
    t.equal(said.text, await giveIn(host, folder, text), folder)
  }
  const all = await service.recall({ scopes, limit: 50 })
  t.equal(all.length, 6, 'who asks for all gets all')
  const found = await service.recall({ scopes, text: 'How does the walrus service answer?' })
  t.equal(found[0]?.title, 'packages/api/AGENTS.md')
})
