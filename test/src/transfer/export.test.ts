import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Memory } from '../../../store/types.js'
import { Shell } from '../bin/shell.js'
import { importFrom, makeFolder, memoriesOf } from './fixture.js'

const AT = { createdAt: '2026-03-02T09:14:07.123Z', updatedAt: '2026-04-02T00:00:00.000Z' }

/** Memories of two scopes, with all that a form could lose. */
function makeLines(project: string): string {
  const own = { type: 'project', id: project }
  const global = { type: 'global', id: null }
  const common = { ...AT, aliases: ['in other words'], tags: ['money', 'two words'], source: {} }
  const content =
    'First paragraph: with a colon.\n\n- a list\n- of two\n\n## Heading\n\n```sh\nmake\n```'
  const lines = [
    { id: 'aaaaaaaa', scope: own, kind: 'decision', title: 'Money: in “cents” # 1', content },
    {
      id: 'bbbbbbbb',
      scope: own,
      kind: 'constraint',
      title: 'Twice',
      content: 'One.',
      pinned: true,
    },
    { id: 'cccccccc', scope: own, kind: 'fact', title: 'Twice', content: 'Other.\n\n\nLines' },
    {
      id: 'dddddddd',
      scope: global,
      kind: 'gadget',
      title: 'index',
      content: '日本語 🎌',
      undated: true,
    },
    { id: 'eeeeeeee', scope: global, kind: 'preference', title: 'Waits', content: 'One.' },
  ]
  const marked = { words: 'agent', waits: true }
  return lines
    .map(line => ({ ...common, ...line, source: line.title === 'Waits' ? marked : {} }))
    .map(line => JSON.stringify(line))
    .join('\n')
}

/** Everything of a memory that a form must keep. */
function kept({ title, content, tags, aliases, createdAt, undated, ...rest }: Memory) {
  const { id, scope, kind, pinned, source } = rest
  const { words, waits } = source
  const said = { title, content, tags, aliases, createdAt, undated }
  return { id, scope, kind, ...said, pinned, words, waits }
}

async function makeStore(t: Parameters<typeof makeFolder>[0]): Promise<Shell> {
  const shell = new Shell(t)
  await shell.say(['load', '-'], { input: makeLines(shell.project) })
  return shell
}

for (const form of ['okf', 'markdown'] as const) {
  t.test(`what goes out as ${form} comes back as it was`, async t => {
    const shell = await makeStore(t)
    const folder = join(makeFolder(t), 'out')
    t.match(await shell.say(['export', '--to', form, folder]), /^5 memories in /)
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const name of written.filter(name => name.endsWith('.md')))
      t.notMatch(readFileSync(join(folder, name), 'utf8'), shell.project, 'no path of a project')
    const other = join(shell.folder, 'other')
    const result = await importFrom(shell, form, folder, '--data-dir', other)
    t.match(result, { ok: true, added: 5, unplaced: {} })
    const [before, after] = [await memoriesOf(shell), await memoriesOf(shell, '--data-dir', other)]
    const byId = (a: Memory, b: Memory) => (a.id < b.id ? -1 : 1)
    t.same(after.sort(byId).map(kept), before.sort(byId).map(kept))
    t.match(await importFrom(shell, form, folder), { added: 0, known: 5 }, 'there they are known')
  })
}

t.test('a bundle of the Open Knowledge Format is one', async t => {
  const shell = await makeStore(t)
  const folder = join(makeFolder(t), 'out')
  await shell.say(['export', '--to', 'okf', folder])
  const index = readFileSync(join(folder, 'index.md'), 'utf8')
  t.match(index, /^---\nokf_version: "0\.2"\n---\n/)
  t.match(index, /\* \[Twice\]\(project\/constraint\/twice--bbbbbbbb\.md\) - One/)
  const concept = readFileSync(join(folder, 'project/constraint/twice--bbbbbbbb.md'), 'utf8')
  t.match(concept, /^---\ntype: Constraint\ntitle: Twice\n/)
  const waits = readFileSync(join(folder, 'global/preference/waits--eeeeeeee.md'), 'utf8')
  t.match(waits, /"by":"svc\/agent".*\nstatus: draft\n/)
})

t.test('what goes out to the MCP memory server comes back but for ids and scopes', async t => {
  const shell = await makeStore(t)
  const file = join(makeFolder(t), 'memory.jsonl')
  await shell.say(['export', '--to', 'mcp-memory', '--scope', 'project', file])
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as object)
  t.match(lines[0], { type: 'entity', entityType: String, observations: [String] })
  const names = lines.map(line => (line as { name: string }).name)
  t.equal(new Set(names).size, 3, 'names are told apart')
  const other = join(shell.folder, 'other')
  await importFrom(shell, 'mcp-memory', file, '--scope', 'project', '--data-dir', other)
  const simple = (one: Memory) => ({ ...kept(one), id: '', pinned: false, words: undefined })
  const text = (one: Memory) => JSON.stringify(simple(one)).replace(/(?:\\n){2,}/g, '\\n\\n')
  const before = await memoriesOf(shell, '--scope', 'project')
  const after = await memoriesOf(shell, '--data-dir', other)
  t.same(after.map(text).sort(), before.map(text).sort())
})

t.test('lines go to a file too', async t => {
  const shell = await makeStore(t)
  const file = join(makeFolder(t), 'all.jsonl')
  await shell.say(['export', '--to', 'jsonl', file])
  t.equal(readFileSync(file, 'utf8'), await shell.say(['export']))
})

t.test('agent files that a project has already are left out, and it is said', async t => {
  const shell = await makeStore(t)
  writeFileSync(join(shell.project, 'AGENTS.md'), 'Use tabs.\n')
  await shell.say(['import'])
  const folder = makeFolder(t)
  const out = (form: string) => ['export', '--to', form, join(folder, form)]
  for (const form of ['okf', 'markdown', 'mcp-memory']) {
    const said = await shell.say(out(form))
    t.match(said, /^5 memories in .*\nleft out: 1 of agent files, which lie in their projects\n$/)
  }
  const lines = await shell.say(out('jsonl'))
  t.match(lines, /^6 memories in .*\n$/)
  t.match(await shell.ask(['export', '--to', 'okf', join(folder, 'json')]), {
    ...{ ok: true, memories: 5, left: 1 },
  })
})

t.test('nothing is written over, and through no link', async t => {
  const shell = await makeStore(t)
  const folder = makeFolder(t)
  writeFileSync(join(folder, 'there.md'), 'mine')
  const real = join(makeFolder(t), 'real')
  mkdirSync(real)
  const link = join(makeFolder(t), 'link')
  symlinkSync(real, link)
  for (const path of [folder, link, join(folder, 'there.md')]) {
    const { code, stderr } = await shell.run(['export', '--to', 'okf', path])
    t.match({ code, stderr }, { code: 1, stderr: /not an empty folder/ })
  }
  const file = await shell.run(['export', '--to', 'mcp-memory', join(folder, 'there.md')])
  t.match(file, { code: 1, stderr: /cannot write .*there\.md: EEXIST/ })
  t.equal(readFileSync(join(folder, 'there.md'), 'utf8'), 'mine')
  t.same(readdirSync(real), [])
  t.match(await shell.run(['export', '--to', 'okf']), { code: 2, stderr: /needs the PATH/ })
  t.match(await shell.run(['export', '--to', 'doc', folder]), { code: 2, stderr: /--to is one of/ })
})
