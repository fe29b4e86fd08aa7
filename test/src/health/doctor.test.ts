import t from 'tap'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DoctorReport } from '../../../src/report.js'
import type { Service } from '../../../src/api.js'
import { planTitleMerge } from '../../../src/merge/settlement.js'
import { appendLine } from '../../../store/files/log.js'
import { placeInSpool } from '../../../store/files/spool.js'
import type { MemoryDocument } from '../../../store/types.js'
import { startProcess } from '../../process.js'
import { untilThere } from '../../store/fixture.js'
import { fileOf, GLOBAL, linesOf, openService, project } from '../fixture.js'

const HOURS = 60 * 60

function write(path: string, text = '', ageSeconds = 0): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const time = Date.now() / 1000 - ageSeconds
  utimesSync(path, time, time)
  return path
}

const brief = ({ findings }: DoctorReport) =>
  findings.map(({ level, check, path, fixed }) => {
    return [level, check, path, ...(fixed === undefined ? [] : [fixed])]
  })

async function examine(service: Service, fix = false) {
  const report = await service.doctor({ fix })
  return { ok: report.ok, findings: brief(report) }
}

const WELL = { ok: true, findings: [] }

t.test('a store in use is well', async t => {
  const { service, dataDir } = openService(t)
  t.same(await examine(service), WELL)
  await service.remember({ scope: GLOBAL, title: 'T', content: 'x' })
  await service.remember({ scope: project('/no/such/app'), title: 'T2', content: 'x' })
  placeInSpool(join(dataDir, 'state', 'spool', 'global'), 'turn', { turn: 1 })
  t.same(await examine(service), WELL)
  t.same(await examine(service, true), WELL)
})

t.test("documents that cannot be read are failures; what is svc's own is set aside", async t => {
  const { service, dataDir } = openService(t)
  await service.remember({ scope: project('/no/such/app'), title: 'T', content: 'x' })
  const key = readdirSync(join(dataDir, 'projects'))[0]!
  const config = write(join(dataDir, 'config.json'), '{"cut')
  const own = [
    ['scope-document', write(join(dataDir, 'projects', key, 'scope.json'), '<<<<<<< a')],
    ['state-document', write(join(dataDir, 'state', 'imports', `${key}.json`), 'null')],
    ['state-document', write(join(dataDir, 'state', 'imports', 'unknown.json'), '[')],
    ['state-document', write(join(dataDir, 'state', 'consolidations', 'global.json'), '7')],
    ['state-document', write(join(dataDir, 'state', 'moves', 'a.json'), '{"cut')],
    ['state-document', write(join(dataDir, 'state', 'usage.json'), '')],
    ['state-document', write(join(dataDir, 'state', 'skills.json'), '{')],
    ['state-document', write(join(dataDir, 'state', 'spend.json'), '"text"')],
    ['broken-entry', write(join(dataDir, 'state', 'spool', key, 'a.json'), '{')],
    ['broken-entry', write(join(dataDir, 'state', 'replay', 'gone', 'b.json'), '7')],
  ] as const
  const texts = own.map(([, path]) => readFileSync(path, 'utf8'))
  const failures = [['config', config] as const, ...own].map(one => ['failure', ...one])
  t.same(await examine(service), { ok: false, findings: failures })
  for (const { mend } of (await service.doctor()).findings)
    t.match(mend, /^(correct|restore|svc doctor --fix sets it aside$)/)

  const { findings } = await service.doctor({ fix: true })
  const places = own.map(([, path]) => {
    const found = findings.find(one => one.path === path)
    t.equal(found?.fixed, true, path)
    return / it lies in (.+) now$/.exec(found?.message ?? '')?.[1] ?? ''
  })
  t.same(
    places.map(path => readFileSync(path, 'utf8')),
    texts,
    'nothing that is set aside is lost',
  )
  t.equal(readFileSync(config, 'utf8'), '{"cut', "a person's text stays where it is")
  t.same(await examine(service, true), { ok: false, findings: [['failure', 'config', config]] })
  t.match(await service.memories.list(), { items: [{ title: 'T', scope: { id: '/no/such/app' } }] })
})

t.test('what is no record of a batch is set aside', async t => {
  const { service, dataDir } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'T', content: 'x' })
  placeInSpool(join(dataDir, 'state', 'batches', 'global'), 'b1', {
    format: 1,
    id: 'b1',
    turns: [],
  })
  const path = join(dataDir, 'state', 'batches', 'global', 'b1.json')
  t.match((await examine(service)).findings, [['failure', 'failing-batch', path]])
  t.match((await examine(service, true)).findings, [['failure', 'failing-batch', path, true]])
  t.notOk(existsSync(path))
  t.same(await examine(service), WELL)
})

t.test('settings that have no effect or a bad value are told', async t => {
  const { service, dataDir } = openService(t)
  const path = join(dataDir, 'config.json')
  const config = { recallLimit: 'many', capacity: 0, dataDir: '/x', model: 'm' }
  write(path, JSON.stringify([{ id: 'core', name: 'svc', config }]))
  t.same(await examine(service), {
    ok: false,
    findings: [
      ['remark', 'config', path],
      ['failure', 'config', path],
      ['failure', 'config', path],
    ],
  })
  write(path, '{"recallLimit":3}')
  t.match((await service.doctor()).findings, [{ message: /must be an array/ }])
  write(path, '[]')
  t.same(await examine(service), WELL)
})

t.test('a queue that nobody takes up is a remark', async t => {
  const { service, dataDir } = openService(t)
  const spool = join(dataDir, 'state', 'spool', 'global')
  write(join(spool, 'a.json'), '{}', 23 * HOURS)
  t.same(await examine(service), WELL)
  write(join(spool, 'b.json'), '{}', 50 * HOURS)
  const { ok, findings } = await service.doctor({ fix: true })
  t.equal(ok, true)
  t.match(findings, [{ level: 'remark', check: 'turn-queue', path: spool }])
  t.match(findings[0]?.message, /^2 queued for reflection, the oldest for 2 days/)
  t.equal(findings[0]?.mend, 'svc reflect --scope global does that now')
  t.same(readdirSync(spool), ['a.json', 'b.json'])

  symlinkSync(join(spool, 'taken'), join(spool, 'c.json'))
  const aged = (await service.doctor()).findings.find(({ check }) => check === 'turn-queue')
  t.match(aged?.message, /the oldest for 2 days/, 'what was taken meanwhile has no age')
})

t.test('left-overs of killed processes are removed, and nothing else', async t => {
  const { service, dataDir, memories } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'T', content: 'x' })
  const left = [
    write(join(dataDir, '.svc.json.1-0abc.tmp'), '', 100),
    write(join(memories, '.a--abcdefgh.md.77-zz.tmp'), '', 100),
    write(join(dataDir, 'state', 'spool', 'x', '.a.json.1-0a.tmp'), '', 100),
  ]
  const kept = [
    write(join(memories, '.b.md.1-0a.tmp'), '', 5),
    write(join(dataDir, '.git', '.x.1-0a.tmp'), '', 100),
    write(join(dataDir, 'notes.tmp'), '', 100),
    write(join(memories, '.swap.tmp'), '', 100),
  ]
  const remarks = left.map(path => ['remark', 'left-over', path])
  t.same((await examine(service)).findings.sort(), [...remarks].sort())
  const [first] = (await service.doctor()).findings
  t.match(first, { fixable: true, mend: 'svc doctor --fix removes it' })
  t.same(
    (await examine(service, true)).findings.sort(),
    remarks.map(remark => [...remark, true]).sort(),
  )
  t.same(
    left.map(path => existsSync(path)),
    [false, false, false],
  )
  for (const path of kept) t.ok(existsSync(path), path)
  t.same(await examine(service), WELL)
})

t.test('locks of the dead are removed, those of the living are not', async t => {
  const { service, dataDir } = openService(t)
  const locks = join(dataDir, 'state', 'locks')
  const make = (name: string, time: number) => {
    mkdirSync(join(locks, name), { recursive: true })
    return () => utimesSync(join(locks, name), time, time)
  }
  make('write-dead.lock', 1)()
  make('write-future.lock', 4e9)()
  const ageForeign = make('write-foreign.lock', 1)
  write(join(locks, 'write-foreign.lock', '.DS_Store'))
  ageForeign()
  const held = join(locks, 'work-global')
  startProcess(
    t,
    `const { withLock } = await load('store/files/lock.js')
    const { writeFileSync } = await import('node:fs')
    await withLock(args[0], () => {
      writeFileSync(args[0] + '.held', '')
      return new Promise(resolve => setTimeout(resolve, 60_000))
    })`,
    held,
  )
  await untilThere(`${held}.held`)
  const remarks = ['dead', 'foreign', 'future'].map(name => {
    return ['remark', 'stale-lock', join(locks, `write-${name}.lock`)]
  })
  t.same((await examine(service)).findings, remarks)
  t.match((await service.doctor()).findings[1], { message: /a file that svc did not write/ })
  const fixed = remarks.map(remark => [...remark, true])
  t.same(await examine(service, true), { ok: true, findings: fixed })
  const removed = ['dead', 'foreign', 'future'].map(name => `write-${name}.removed`)
  t.same(
    readdirSync(locks).sort(),
    ['work-global.held', 'work-global.lock', ...removed],
    'whoever takes them finds them taken over',
  )
  t.same(readdirSync(join(locks, 'write-foreign.removed')), [])
  t.same(await examine(service), WELL)
})

t.test('a memory that is a link is told of and not followed', async t => {
  const { service, dataDir, memories } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'T', content: 'x' })
  const secret = write(join(dataDir, '..', 'secret.md'), 'secret')
  symlinkSync(secret, join(memories, 'link.md'))
  t.equal((await openService(t, dataDir).service.memories.list()).total, 1)
  t.same(await examine(service, true), {
    ok: true,
    findings: [['remark', 'linked-memory', join(memories, 'link.md')]],
  })
  t.equal(readFileSync(join(memories, 'link.md'), 'utf8'), 'secret', 'it is left as it is')
})

t.test('hook calls that failed are told once', async t => {
  const { service, dataDir } = openService(t)
  const path = join(dataDir, 'state', 'hook-failures.jsonl')
  appendLine(path, { at: '2026-11-19T10:00:00.000Z', event: 'Stop', message: 'disk full' })
  writeFileSync(path, 'null\n{"cut\n', { flag: 'a' })
  appendLine(path, { at: '2026-11-20T10:00:00.000Z', event: 'SessionStart', message: 'no space' })
  const { findings } = await service.doctor({ fix: true })
  t.match(findings, [{ level: 'remark', check: 'hook-failure', path, fixed: true }])
  t.equal(
    findings[0]?.message,
    '2 failed hook calls, the newest at 2026-11-20T10:00:00.000Z (SessionStart): no space',
  )
  t.same(await examine(service), WELL)
})

t.test('a data directory that others can read is closed', async t => {
  const { service, dataDir } = openService(t)
  chmodSync(dataDir, 0o755)
  t.same(await examine(service), {
    ok: true,
    findings: [['remark', 'readable-by-others', dataDir]],
  })
  t.equal(statSync(dataDir).mode & 0o777, 0o755, 'looking changes nothing')
  await examine(service, true)
  t.equal(statSync(dataDir).mode & 0o777, 0o700)
})

t.test('a broken pointer is removed and made anew', async t => {
  const { service, dataDir } = openService(t)
  const scope = project('/no/such/app')
  const { id } = await service.remember({ scope, title: 'T', content: 'x' })
  const paths = join(dataDir, 'state', 'paths')
  const path = write(join(paths, readdirSync(paths)[0]!), '{')
  t.same((await examine(service)).findings, [['remark', 'broken-pointer', path]])
  await examine(service, true)
  t.notOk(existsSync(path))
  t.equal((await service.memories.get(id)).scope.id, '/no/such/app')
  await service.remember({ scope, title: 'T2', content: 'x' })
  t.ok(existsSync(path))
  t.same(await examine(service), WELL)
})

t.test('memories of one title become one that says it all', async t => {
  const { service, dataDir, memories } = openService(t)
  const item = (id: string, year: number, more: object) => {
    const createdAt = `${year}-01-01T00:00:00.000Z`
    return { id, scope: GLOBAL, title: 'Deploy', content: 'x', createdAt, ...more }
  }
  await service.memories.load(
    linesOf(
      item('young234', 2024, { content: 'Run make.\n\nThen wait.', tags: ['CI', 'b'] }),
      item('oldest23', 2022, { content: 'Run make.', tags: ['ci', 'a'], kind: 'procedure' }),
      item('middle23', 2023, { title: 'DEPLOY', content: 'Ask Ada.', pinned: true }),
      item('other234', 2020, { title: 'Deploys' }),
    ),
  )
  t.match((await service.doctor()).findings, [
    {
      level: 'remark',
      check: 'duplicate-title',
      message: /3 memories .*oldest23, middle23, young234/,
    },
  ])
  const texts = readdirSync(memories).map(name => readFileSync(join(memories, name), 'utf8'))
  t.notMatch(texts.join(''), 'supersededBy', 'looking changes nothing')

  const { ok, findings } = await service.doctor({ fix: true })
  t.match({ ok, findings }, { ok: true, findings: [{ fixed: true }] })
  const { items } = await openService(t, dataDir).service.memories.list()
  t.equal(items.length, 2)
  t.match(await service.memories.get('oldest23'), {
    kind: 'procedure',
    title: 'Deploy',
    content: 'Run make.\n\nAsk Ada.\n\nThen wait.',
    tags: ['ci', 'a', 'b'],
    pinned: true,
    createdAt: '2022-01-01T00:00:00.000Z',
    source: { mergedFrom: ['middle23', 'young234'] },
  })
  const tombstone = readFileSync(fileOf(memories, 'young234'), 'utf8')
  t.match(tombstone, 'supersededBy: oldest23')
  t.match(tombstone, 'Then wait.', 'its text is still there')
  await t.rejects(service.memories.get('young234'), { code: 'MEMORY_NOT_FOUND' })
  t.match(await service.events(1), [{ type: 'consolidate', before: 4, after: 2, merged: 2 }])
  t.same(await examine(service, true), WELL)
})

t.test('what a merge of titles appends', t => {
  const base = { kind: 'fact', title: 'T', createdAt: '', pinned: false, extra: {}, source: {} }
  const document = (id: string, content: string, more: Partial<MemoryDocument> = {}) => {
    return { ...base, id, content, tags: [], aliases: [], ...more }
  }
  const merged = (...contents: string[]) => {
    const [oldest, ...younger] = contents.map((content, at) => document(`id${at}`, content))
    return planTitleMerge(oldest!, younger).survivor.content
  }
  t.equal(merged('a', 'a'), 'a')
  t.equal(merged('a\n', '  a  '), 'a\n')
  t.equal(merged('Never use tabs.', 'use tabs.'), 'Never use tabs.\n\nuse tabs.')
  t.equal(merged('a\n\nb', 'b\n\nc', 'c\n\na\n\nd'), 'a\n\nb\n\nc\n\nd')
  t.equal(merged('- a\n- b\n- c', '- b\n- c'), '- a\n- b\n- c')
  t.equal(merged('- a\n- c', '- a\n- b\n- c'), '- a\n- b\n- c', 'the richer text stays')
  t.equal(merged('- x\n- a\n- c', '- a\n- b\n- c'), '- x\n- a\n- c\n- b')
  t.equal(merged('Ask first.', 'Ask first!'), 'Ask first.')
  t.equal(merged('', 'a'), 'a')
  const fenced = '```\nx\n\ny\n```'
  t.equal(merged('x', fenced), `x\n\n${fenced}`, 'a fence stays whole')
  t.equal(merged('FOO=1', 'foo=1'), 'FOO=1\n\nfoo=1')
  const { survivor, tombstones } = planTitleMerge(
    document('a', 'x', { source: { session: 's', mergedFrom: ['z'] } }),
    [document('b', 'x', { source: { mergedFrom: ['y', 'z'] } }), document('c', 'x')],
  )
  t.same(survivor.source, { session: 's', mergedFrom: ['z', 'b', 'y', 'c'] })
  t.same(
    tombstones.map(({ id, supersededBy }) => [id, supersededBy]),
    [
      ['b', 'a'],
      ['c', 'a'],
    ],
  )
  t.end()
})

t.test('a memory that was restored on purpose is no duplicate title', async t => {
  const { service } = openService(t)
  const line = (id: string, content: string) => ({ id, scope: GLOBAL, title: 'Same', content })
  await service.memories.load(
    linesOf(line('aaaaaaaa', 'Port 5432.'), line('bbbbbbbb', 'Port 5432.')),
  )
  await service.consolidate(GLOBAL)
  const [archived] = (await service.archive.list()).items
  await service.archive.restore(archived?.id ?? '')
  t.equal((await service.memories.list()).total, 2)
  const { findings } = await service.doctor({ fix: true })
  t.same(
    findings.filter(({ check }) => check === 'duplicate-title'),
    [],
  )
  t.equal((await service.memories.list()).total, 2, 'and it stays restored')
})

t.test(
  'conflicts are settled with --fix: markers, copies, tombstones that lead nowhere',
  async t => {
    const { service, dataDir, memories } = openService(t)
    const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content: 'It is 1.' })
    const path = fileOf(memories, id)
    const text = readFileSync(path, 'utf8')
    const hunk = '<<<<<<< a\nIt is 1.\n=======\nIt is 2.\n>>>>>>> b\n'
    rmSync(path)
    write(path, text.replace('It is 1.\n', hunk))
    const copy = write(join(memories, 'copy.md'), text.replace('It is 1.', 'It is 3.'))
    const front = text.replace(id, 'orphan12').replace('Port', 'Host')
    const orphan = write(
      join(memories, 'host--orphan12.md'),
      front.replace('\n---\n\n', '\nsupersededBy: gonegone\n---\n\n'),
    )
    const { service: other } = openService(t, dataDir)
    t.same(await examine(other), {
      ok: false,
      findings: [
        ['remark', 'conflict', orphan],
        ['failure', 'unreadable-memory', path],
      ],
    })
    const { ok, findings } = await other.doctor({ fix: true })
    t.equal(ok, true)
    t.same(
      findings.map(({ check, path }) => [check, path]),
      [
        ['conflict', path],
        ['conflict', copy],
        ['conflict', orphan],
        ['duplicate-title', memories],
        ['needs-review', dataDir],
      ],
    )
    const { items } = await other.memories.list()
    const said = items.map(({ content }) => content.split(/\n+/).sort().join(' ')).sort()
    t.same(said, ['It is 1.', 'It is 1. It is 2. It is 3.'])
    t.ok(items.every(({ tags }) => tags.includes('needs-review')))
    t.same(await examine(other), { ok: true, findings: [['remark', 'needs-review', dataDir]] })
  },
)
