import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { SVC } from '../../built.mjs'
import { countSecrets, findSecrets } from '../../../src/scrub/find.js'
import { removeSecrets } from '../../../src/scrub/remove.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { bare } from '../../bare.js'
import { fileOf, GLOBAL, openService, project } from '../fixture.js'

const SECRET = ['gh', 'p_', 'Zq7kR4tW9xB2mN5vC8jL1pD6sF3gH0aQyUe1'].join('')
const WORDS = 'the blue "horse" of the house'

/** A store in which a secret lies in every kind of place. */
async function makeLeaky(owner: Parameters<typeof openService>[0]) {
  const { service, dataDir } = openService(owner)
  const { id } = await service.remember({ scope: GLOBAL, title: 'One', content: 'text' })
  const folder = join(dataDir, 'global', 'memories')
  const file = fileOf(folder, id)
  const inHand = readFileSync(file, 'utf8').replace('text', `text ${SECRET} end, ${WORDS}`)
  writeFileSync(file, inHand)
  await service.memories.edit(id, { tags: ['a'] })
  writeFileSync(file, inHand.replace('title: One', `title: One ${SECRET}`))
  const updatedAt = statSync(file).mtime.toISOString()
  await service.close()
  const put = (path: string, text: string) => {
    const full = join(dataDir, path)
    mkdirSync(dirname(full), { recursive: true })
    appendFileSync(full, text)
  }
  const line = JSON.stringify({ at: '2026-11-20', title: `a ${SECRET} b`, words: WORDS })
  for (const path of [
    'state/events/000001.jsonl',
    'state/learned.jsonl',
    'state/sessions/s.jsonl',
    'state/journal/2026-11-20.jsonl',
    'state/spool/global/1.json',
    'state/batches/global/1.json',
    'state/replay/global/1.json',
    'state/hook.log',
    'state/serve.log',
    'state/history/x--abcdefgh.md/1.md',
    'global/skills/ship/SKILL.md',
  ])
    put(path, `${line}\n`)
  put('config.json', JSON.stringify([{ id: 'a', name: 'another', config: { token: SECRET } }]))
  return { dataDir, id, file, updatedAt }
}

function* textsBelow(folder: string): Generator<[string, string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== '.git') yield* textsBelow(path)
    } else yield [path, readFileSync(path, 'utf8')]
  }
}

const holding = (folder: string, text: string) =>
  [...textsBelow(folder)].filter(([, all]) => all.includes(text)).map(([path]) => path)

function svc(dataDir: string, args: string[], input = '') {
  const env = { PATH: process.env.PATH ?? '', HOME: dataDir, SVC_DATA_DIR: dataDir }
  const given = { cwd: dataDir, input, encoding: 'utf8' } as const
  return spawnSync(...bare(env, [process.execPath, SVC, ...args]), given)
}

const MINUTE = 60_000

t.test('every place that holds a secret is found, and none once it is removed', async t => {
  const { dataDir, id, file, updatedAt } = await makeLeaky(t)
  const store = openStore(join(dataDir, 'svc.json'))
  t.same(
    new Set(findSecrets(store).map(({ path }) => path)),
    new Set(holding(dataDir, SECRET)),
    'what a plain search finds',
  )
  const files = holding(dataDir, SECRET).length
  t.match(await countSecrets(store, MINUTE), { files, isWhole: true })
  t.match(await countSecrets(store, -1), { secrets: 0, isWhole: false }, 'there was no time')
  const { findings } = await openService(t, dataDir).service.doctor()
  t.match(
    findings.filter(({ check }) => check === 'stored-secret'),
    [{ level: 'remark', mend: /svc scrub/ }],
  )
  const sizes = (name: string) => readFileSync(join(dataDir, 'state', name)).length
  const size = sizes('learned.jsonl')
  await removeSecrets(store, findSecrets(store))
  t.same(holding(dataDir, SECRET), [])
  t.same(findSecrets(store), [])
  t.equal(sizes('learned.jsonl'), size, 'a log is as long as it was')
  for (const line of readFileSync(join(dataDir, 'state/learned.jsonl'), 'utf8').trim().split('\n'))
    t.match(JSON.parse(line), { words: WORDS })
  t.match(readFileSync(file, 'utf8'), /^title: One redacted-github-token$/m)
  const { service } = openService(t, dataDir)
  t.match(await service.memories.get(id), { id, updatedAt, title: 'One redacted-github-token' })
  t.match((await service.memories.get(id)).content, /text \[redacted:github-token\] end/)
})

t.test('svc scrub lists without showing, removes what is confirmed, and tells of git', async t => {
  const { dataDir } = await makeLeaky(t)
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', dataDir, ...args], { encoding: 'utf8' })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'x')
  const listed = svc(dataDir, ['scrub'])
  t.equal(listed.status, 1)
  t.match(listed.stdout, /github-token gh…e1/)
  t.match(listed.stdout, /git still has/)
  t.notMatch(listed.stdout + listed.stderr, SECRET.slice(4, 20))
  t.ok(holding(dataDir, SECRET).length > 10, 'nothing is removed unasked')
  const json = svc(dataDir, ['scrub', '--json'])
  t.notMatch(json.stdout, SECRET.slice(4, 20))
  t.match(JSON.parse(json.stdout), { ok: false, removed: [], committed: [{ isPushed: false }] })
  const removed = svc(dataDir, ['scrub', '--yes'])
  t.match(removed.stdout, /filter-repo --replace-text/)
  t.equal(removed.status, 1, 'git has it')
  t.same(holding(dataDir, SECRET), [])
})

t.test('a text that a person names is removed, in JSON too', async t => {
  const { dataDir } = await makeLeaky(t)
  t.equal(svc(dataDir, ['scrub', '--text', WORDS]).status, 2, 'never as an argument')
  t.equal(svc(dataDir, ['scrub', '--text', '-'], WORDS).status, 1)
  const { status, stdout } = svc(dataDir, ['scrub', '--text', '-', '--yes'], WORDS)
  t.equal(status, 0)
  t.notMatch(stdout, 'horse')
  t.same(holding(dataDir, 'horse'), [])
  t.ok(holding(dataDir, SECRET).length > 10, 'and nothing else')
  t.equal(svc(dataDir, ['scrub', '--yes']).status, 0)
  t.match(svc(dataDir, ['scrub']), { status: 0, stdout: 'no secrets found\n' })
})

t.test('the .svc of a project is looked into', async t => {
  const { service, dataDir } = openService(t)
  const work = temporaryFolder(t)
  execFileSync('git', ['init', '-q', work])
  await service.remember({ scope: project(work), title: 'Two', content: 'text' })
  await service.close()
  const placed = spawnSync(
    ...bare({ PATH: process.env.PATH ?? '', HOME: dataDir, SVC_DATA_DIR: dataDir }, [
      ...[process.execPath, SVC, 'scope', 'place', 'in-repo', work],
    ]),
  )
  t.equal(placed.status, 0)
  const folder = join(work, '.svc', 'memories')
  appendFileSync(join(folder, readdirSync(folder).find(name => name.endsWith('.md')) ?? ''), SECRET)
  const store = openStore(join(dataDir, 'svc.json'))
  t.match(findSecrets(store), [{ kind: 'memory', hint: 'gh…e1' }])
  await removeSecrets(store, findSecrets(store))
  t.same(holding(work, SECRET), [])
})
