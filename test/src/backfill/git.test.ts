import { appendFileSync, chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { learnFromGit } from '../../../src/backfill/git/index.js'
import { Collections } from '../../../src/memories/collections.js'
import { GIT_ENV } from '../../store/git/fixture.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService, project, tickingClock } from '../fixture.js'
import { openStore } from '../../../store/store.js'
import { addCommits, makeHistory, type Made } from './git-history.js'

const RULE = `fix(queue): acknowledge after the write

Jobs were acknowledged when they arrived, and 214 of them were lost when the worker was killed
on Tuesday. From now on a job is acknowledged only after its result is stored, never before;
the dashboard's sampling jobs are the exception, they may be lost.

Signed-off-by: Ada <ada@example.com>`
const ORDINARY: Made[] = [
  { message: 'add a button to the toolbar' },
  { message: 'typo' },
  { message: 'Merge branch "never use tabs because they break"' },
  {
    message:
      'chore(deps): bump left-pad from 1.0.0 to 1.1.0\n\nNever use 1.0.0, it must not be used.',
    author: 'dependabot[bot]',
  },
]

/** A project with a history, and what learns from it. */
function open(t: Test, commits: readonly Made[]) {
  const folder = temporaryFolder(t)
  const directory = join(folder, 'project')
  const ids = makeHistory(directory, commits)
  const dataDir = join(folder, 'store')
  const now = tickingClock()
  const { service } = openService(t, dataDir, { now })
  const scope = project(directory) as { type: 'project'; id: string }
  const learn = (options: Partial<Parameters<typeof learnFromGit>[0]> = {}) => {
    const collections = new Collections(openStore(join(dataDir, 'svc.json')))
    return learnFromGit({ collections, scope, env: GIT_ENV, now, ...options })
  }
  const recall = async (text: string) => {
    const found = await service.recall({ scopes: [scope], text })
    return found.map(({ title }) => title)
  }
  return { directory, ids, service, scope, learn, recall, folder }
}

t.test('a decision in a message becomes a proposal with its commit and its date', async t => {
  const { ids, learn, service, scope } = open(t, [
    { message: RULE, at: '2024-05-06T07:08:09Z' },
    ...ORDINARY,
  ])
  const { proposed, commits, left } = await learn()
  t.equal(commits, 5)
  t.equal(left, 0)
  t.strictSame(
    proposed.map(({ commit }) => commit),
    [ids[0]],
  )
  const { items } = await service.review.list({ scope })
  const [{ memory }] = items as [(typeof items)[0]]
  t.match(memory, {
    title: 'queue: acknowledge after the write',
    createdAt: '2024-05-06T07:08:09.000Z',
    source: { runtime: 'git', commit: ids[0], waits: true },
  })
  for (const part of ['214 of them', 'only after its result is stored, never before', 'exception'])
    t.match(memory.content, part)
  t.notMatch(memory.content, 'Signed-off-by')
})

t.test('a dry run writes nothing; a second run changes nothing', async t => {
  const { learn, service, scope } = open(t, [{ message: RULE }, ...ORDINARY])
  t.equal((await learn({ isDry: true })).proposed.length, 1)
  t.equal((await service.review.list({ scope })).items.length, 0)
  t.equal((await learn()).proposed.length, 1)
  t.strictSame(await learn().then(({ proposed, left }) => [proposed, left]), [[], 0])
  t.equal((await service.review.list({ scope })).items.length, 1)
})

t.test('it is given to nobody before it is accepted, and then it is', async t => {
  const { learn, service, scope, recall } = open(t, [{ message: RULE }])
  const { proposed } = await learn()
  const asked = 'when is a job of the queue acknowledged, before or after the write?'
  t.strictSame(await recall(asked), [])
  await service.review.settle({ accept: [proposed[0]!.id] }, { scope })
  t.strictSame(await recall(asked), ['queue: acknowledge after the write'])
})

t.test('what was refused does not come back, also where its commit was made anew', async t => {
  const { learn, service, scope, directory } = open(t, [{ message: RULE }])
  const { proposed } = await learn()
  await service.review.settle({ undo: [proposed[0]!.id] }, { scope })
  t.strictSame((await learn()).proposed, [])
  addCommits(directory, [{ message: RULE, at: '2025-06-01T00:00:00Z' }])
  t.strictSame((await learn()).proposed, [])
  t.equal((await service.review.list({ scope })).items.length, 0)
})

t.test('what a later commit takes back is not proposed, and withdrawn where it waits', async t => {
  const { ids, learn, service, scope, directory } = open(t, [{ message: RULE }])
  await learn()
  addCommits(directory, [
    {
      message: `Revert "fix(queue): acknowledge after the write"\n\nThis reverts commit ${ids[0]}.`,
      at: '2025-06-01T00:00:00Z',
    },
  ])
  const { proposed, withdrawn } = await learn()
  t.strictSame(proposed, [])
  t.equal(withdrawn.length, 1)
  t.equal((await service.review.list({ scope })).items.length, 0)
  const other = open(t, [
    { message: RULE },
    {
      message: 'revert: "fix(queue): acknowledge after the write"\n\nThis reverts commit 1234567.',
    },
  ])
  t.strictSame((await other.learn()).proposed, [])
})

t.test('secrets of a message are not kept', async t => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  const { learn } = open(t, [
    { message: `${RULE.split('\n\nSigned')[0]}\nThe token ${secret} must never be used again.` },
  ])
  const { proposed } = await learn()
  t.equal(proposed.length, 1)
  t.notMatch(JSON.stringify(proposed), secret)
})

t.test('only so many wait at a time; the rest comes when those are looked at', async t => {
  const many = ['jobs', 'mails', 'files', 'calls', 'votes'].map((name, at) => ({
    message: RULE.replace('acknowledge', `acknowledge ${name}`),
    at: `2025-01-0${at + 1}T00:00:00Z`,
  }))
  const { learn, service, scope } = open(t, many)
  const mostWaiting = 3
  const first = await learn({ mostWaiting })
  t.strictSame(
    first.proposed.map(({ at }) => at.slice(0, 10)),
    ['2025-01-05', '2025-01-04', '2025-01-03'],
  )
  t.equal(first.left, 2)
  t.strictSame((await learn({ mostWaiting })).proposed, [])
  await service.review.settle({ accept: [first.proposed[0]!.id] }, { scope })
  t.equal((await learn({ mostWaiting })).proposed.length, 1)
})

t.test(
  '--since reads what is newer; a folder without a repository, or without a commit, is told',
  async t => {
    const { learn, folder, directory } = open(t, [{ message: RULE, at: '2024-01-01T00:00:00Z' }])
    t.equal((await learn({ since: new Date('2024-06-01') })).commits, 0)
    await t.rejects(learn({ scope: { type: 'project', id: folder } }), {
      code: 'WORKSPACE_NOT_FOUND',
    })
    const empty = join(directory, 'inner')
    makeHistory(empty, [])
    t.equal((await learn({ scope: { type: 'project', id: empty } })).commits, 0)
  },
)

t.test('an aborted run writes nothing', async t => {
  const { learn, service, scope } = open(t, [{ message: RULE }])
  const signal = AbortSignal.abort(new Error('ended'))
  await t.rejects(learn({ signal }), { message: 'ended' })
  t.equal((await service.review.list({ scope })).items.length, 0)
})

t.test('nothing that a repository names is run', async t => {
  const { learn, folder, directory } = open(t, [{ message: RULE }])
  const mark = join(folder, 'ran')
  const program = join(folder, 'program')
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat\n`)
  chmodSync(program, 0o755)
  const lines = [
    `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n\thooksPath = ${folder}`,
    `[log]\n\tshowSignature = true\n\tmailmap = true\n[gpg]\n\tprogram = ${program}`,
    `[diff]\n\texternal = ${program}\n[pager]\n\tlog = ${program}\n[i18n]\n\tlogOutputEncoding = UTF-16`,
  ]
  appendFileSync(join(directory, '.git', 'config'), `${lines.join('\n')}\n`)
  t.equal((await learn()).proposed.length, 1)
  t.notOk(existsSync(mark))
})

t.test('a message of many megabytes is cut, and those after it are read', async t => {
  const long = `notes\n\n${'lorem ipsum dolor '.repeat(300_000)}`
  const { learn } = open(t, [{ message: RULE }, { message: long }, { message: 'typo' }])
  const { commits, proposed } = await learn()
  t.equal(commits, 3)
  t.equal(proposed.at(-1)?.title, 'queue: acknowledge after the write')
})

t.test('a later choice against an earlier one takes its place', async t => {
  const celery = `jobs: celery for all background work

Decided with the platform team: never write queues of our own, always use celery, because 12 of
them were lost last year.`
  const postgres = `jobs: postgres queue instead of celery

Celery ran 31 jobs twice when they took longer than an hour. From now on every job must be put into
the queue in the transaction that makes it, never outside of one.`
  const { learn } = open(t, [
    { message: celery },
    { message: postgres, at: '2025-06-01T00:00:00Z' },
  ])
  const { proposed } = await learn()
  t.strictSame(
    proposed.map(({ title }) => title),
    ['jobs: postgres queue instead of celery'],
  )
  const alone = open(t, [{ message: celery }])
  t.equal((await alone.learn()).proposed.length, 1)
})

t.test(
  'rules are found in other languages; a report, a stopgap and a bare revert are none',
  async t => {
    const rules = [
      'Preise immer in Cent speichern\n\nBeträge mit Komma haben 213 Rechnungen um einen Cent verfälscht. Ab jetzt muss jeder Betrag eine ganze Zahl sein, niemals eine Kommazahl.',
      'No usar float para precios\n\nEn marzo 213 facturas salieron mal por un céntimo. A partir de ahora todos los importes deben ser enteros, nunca decimales.',
      "Toujours stocker les prix en centimes\n\n213 factures étaient fausses d'un centime. Désormais chaque montant doit être un entier, jamais un nombre à virgule.",
      '金額は必ず整数で保存する\n\n小数で保存したため、本番で213件の請求書が1円ずれた。今後、金額はすべて整数とし、小数は禁止。',
      '金额一律用整数存储\n\n由于使用浮点数，213张发票出现错误。今后所有金额必须是整数，禁止使用浮点数。',
    ]
    const others = [
      'fix: price was rounded twice\n\nReported by a customer. Added a test.',
      'disable the cache for now\n\nWorkaround, because the server is down today. Will be back tomorrow.',
      'Revert "use integers"\n\nThis reverts commit 0123456789ab.',
    ]
    const { learn } = open(
      t,
      [...others, ...rules].map((message, at) => ({ message, at: `2025-03-0${at + 1}T00:00:00Z` })),
    )
    const { proposed } = await learn()
    t.equal(proposed.length, rules.length)
    t.ok(proposed.every(({ at }) => at > '2025-03-04'))
  },
)
