import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { renderCheck } from '../../../src/bin/commands/checks.js'
import { createTerminal } from '../../../src/bin/terminal/screen.js'
import { checkStore } from '../../../src/git/check.js'
import { findSecrets } from '../../../src/redact/index.js'
import { formatMemoryDocument } from '../../../store/document/format.js'
import type { MemoryDocument } from '../../../store/types.js'
import { processorMs } from '../../processor-time.js'
import { temporaryFolder } from '../../store/fixture.js'
import { Workbench } from '../../store/git/fixture.js'

const KEY = 'sk-ant-api03-' + 'Xk3vQ9tLm2'.repeat(9) + '-aB3dE5gH_QAA'
const MARKERS = '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n'

function memory(id: string, more: Partial<MemoryDocument> = {}): string {
  const fields = {
    kind: 'fact',
    title: `Title ${id}`,
    tags: [],
    aliases: [],
    source: {},
    pinned: false,
  }
  const createdAt = '2026-01-01T00:00:00.000Z'
  return formatMemoryDocument({ id, ...fields, createdAt, extra: {}, content: 'x', ...more })
}

/** A sound store of two scopes, as a checkout has it. */
function store(t: Parameters<typeof temporaryFolder>[0]) {
  const bench = new Workbench(join(temporaryFolder(t), 'store'))
  bench.write({
    'svc.json': '{"format": 1}\n',
    'global/memories/one--aaaaaaa1.md': memory('aaaaaaa1'),
    'projects/p-0123456789/scope.json': '{"type": "project", "remote": "example.com/p"}\n',
    'projects/p-0123456789/memories/two--aaaaaaa2.md': memory('aaaaaaa2'),
    'projects/p-0123456789/memories/by hand.md': '# By hand\n\nNo front matter.\n',
    'state/index/global.idx': MARKERS,
    'notes/of a person.md': MARKERS,
  })
  return bench
}

t.test('a sound store passes', async t => {
  const { directory } = store(t)
  t.same(await checkStore(directory), { ok: true, files: 5, findings: [] })
})

t.test('what is wrong is named with its place', async t => {
  const bench = store(t)
  const title = 'TITLE  aaaaaaa1'
  const extra = { restoredAt: '2026-01-01T00:00:00.000Z' }
  bench.write({
    'svc.json': '{"format": 99}',
    'config.json': `[{"config": {"providerKey": "${KEY}"}}]`,
    'projects/p-0123456789/scope.json': '{}',
    'projects/q-0123456789/memories/three--aaaaaaa3.md': memory('aaaaaaa3'),
    'global/memories/again--bbbbbbb1.md': memory('bbbbbbb1', { title }),
    'global/memories/meant--bbbbbbb2.md': memory('bbbbbbb2', { title, extra }),
    'global/memories/copy.md': memory('aaaaaaa2'),
    'global/memories/gone--ccccccc1.md': memory('ccccccc1', { supersededBy: 'nowhere1' }),
    'global/memories/self--ccccccc2.md': memory('ccccccc2', { supersededBy: 'ccccccc2' }),
    'global/memories/round--ccccccc3.md': memory('ccccccc3', { supersededBy: 'ccccccc4' }),
    'global/memories/round--ccccccc4.md': memory('ccccccc4', { supersededBy: 'ccccccc3' }),
    'global/memories/into--ccccccc5.md': memory('ccccccc5', { supersededBy: 'ccccccc3' }),
    'global/memories/name--ddddddd1.md': memory('ddddddd2'),
    'global/memories/markers.md': `---\nid: eeeeeee1\n---\n\n${MARKERS}`,
    'global/memories/yaml.md': '---\nid: [\n---\n\nx\n',
    'global/memories/key--fffffff1.md': memory('fffffff1', { extra: { owner: KEY } }),
    'global/memories/private.md': `<private>\n${KEY}\n</private>\n`,
    'global/skills/s/SKILL.md': MARKERS,
  })
  symlinkSync('/etc/passwd', join(bench.directory, 'global/memories/link.md'))
  const { ok, findings } = await checkStore(bench.directory)
  t.notOk(ok)
  const named = findings.map(({ path, line, check, level }) => {
    return `${path}:${line ?? ''} ${check}${level === 'remark' ? ' (remark)' : ''}`
  })
  t.same(named, [
    'config.json:1 secret',
    'global/memories/again--bbbbbbb1.md:4 duplicate-title',
    'global/memories/copy.md:2 duplicate-id',
    'global/memories/gone--ccccccc1.md:6 dangling-successor',
    'global/memories/key--fffffff1.md:6 secret',
    'global/memories/link.md: link',
    'global/memories/markers.md:5 conflict-markers',
    'global/memories/meant--bbbbbbb2.md:4 duplicate-title (remark)',
    'global/memories/name--ddddddd1.md:2 file-name (remark)',
    'global/memories/private.md:2 secret',
    'global/memories/round--ccccccc3.md:6 circular-successor',
    'global/memories/round--ccccccc4.md:6 circular-successor',
    'global/memories/self--ccccccc2.md:6 circular-successor',
    'global/memories/yaml.md: unreadable',
    'global/skills/s/SKILL.md:1 conflict-markers',
    'projects/p-0123456789/scope.json: document',
    'projects/q-0123456789: document (remark)',
    'svc.json: document',
  ])
  t.notMatch(JSON.stringify(findings), 'Xk3vQ9', 'a secret is not repeated')
})

t.test("a project's own folder, and a folder that is no store", async t => {
  const folder = temporaryFolder(t)
  const bench = new Workbench(join(folder, '.svc'))
  bench.write({
    'scope.json': '{"type": "project", "placement": "in-repo"}\n',
    'memories/one--aaaaaaa1.md': memory('aaaaaaa1'),
  })
  t.same(await checkStore(bench.directory), { ok: true, files: 2, findings: [] })
  bench.write({ 'memories/two.md': memory('aaaaaaa1') })
  t.match((await checkStore(bench.directory)).findings, [{ check: 'duplicate-id' }])
  await t.rejects(checkStore(folder), { code: 'INVALID_REQUEST' })
  await t.rejects(checkStore(join(folder, 'nowhere')), { code: 'INVALID_REQUEST' })
})

t.test('only remarks pass, and nothing is written', async t => {
  const { directory } = store(t)
  rmSync(join(directory, 'projects/p-0123456789/scope.json'))
  const before = readdirSync(directory, { recursive: true }).sort()
  const { ok, findings } = await checkStore(directory)
  t.ok(ok)
  t.match(findings, [{ level: 'remark', path: 'projects/p-0123456789' }])
  t.same(readdirSync(directory, { recursive: true }).sort(), before)
})

t.test('a thousand files take a moment', async t => {
  const { directory } = store(t)
  const folder = join(directory, 'global/memories')
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < 1000; n++) {
    const id = `gggg${String(n).padStart(4, '0')}`
    const content = `Releases of part ${n} leave on Thursdays.\n`.repeat(10)
    writeFileSync(join(folder, `memory--${id}.md`), memory(id, { content }))
  }
  const ms = await processorMs(async () => {
    t.equal((await checkStore(directory)).files, 1005)
  })
  t.ok(ms < 2000, `${Math.round(ms)} ms of processor time, whatever else runs`)
})

t.test('a finding is one line that leads to its place', async t => {
  const sink = { on: () => undefined, write: () => true } as never
  const screen = createTerminal({ stdout: sink, stderr: sink, env: {}, now: 0 })
  const finding = { level: 'failure', check: 'secret', path: 'a\n\u001b.md', message: 'm' } as const
  const remark = { ...finding, level: 'remark', path: 'b.md', line: 3 } as const
  const report = { ok: false, files: 2, findings: [finding, remark] }
  t.same(renderCheck(report, '.svc', screen), [
    '.svc/a \\x1b.md: m',
    '.svc/b.md:3: remark: m',
    '2 files checked: 1 failure, 1 remark',
  ])
  t.match(renderCheck({ ...report, findings: [] }, undefined, screen), [
    '2 files checked: 0 failures',
  ])
})

t.test('secrets are found where they lie', async t => {
  t.same(findSecrets('nothing here'), [])
  t.match(findSecrets(`a\n<private>\n${KEY}`), [{ line: 3 }])
  const lines = Array.from({ length: 20 }, (_, n) => `MIIEpAIBAAKCAQEA${'abcD1234'.repeat(6)}${n}`)
  const begin = '-----BEGIN RSA PRIVATE' + ' KEY-----'
  const pem = [begin, ...lines, begin.replace('BEGIN', 'END')].join('\n')
  t.match(findSecrets(pem), [{ rule: 'private-key' }])
})
