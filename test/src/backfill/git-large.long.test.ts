import { join } from 'node:path'
import t from 'tap'
import { learnFromGit } from '../../../src/backfill/git/index.js'
import { Collections } from '../../../src/memories/collections.js'
import { openStore } from '../../../store/store.js'
import { readHistory } from '../../eval/git-history-score.mjs'
import { processorMs } from '../../processor-time.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV } from '../../store/git/fixture.js'
import { makeHistory } from './git-history.js'

const COMMITS = 20_000
const MOST_MS = 60_000

t.test('a history of 20,000 commits is read in less than a minute', async t => {
  const folder = temporaryFolder(t)
  const id = join(folder, 'project')
  const { commits } = readHistory('build')
  const messages = commits.map(({ message }) => message)
  const start = Date.parse('2020-01-01T00:00:00Z')
  const made = Array.from({ length: COMMITS }, (_, at) => {
    const message = messages[at % messages.length]!
    const [subject = '', ...rest] = message.split('\n')
    const named = [`${subject} ${Math.floor(at / messages.length)}`, ...rest].join('\n')
    return { message: named, at: new Date(start + at * 3_600_000).toISOString() }
  })
  makeHistory(id, made)
  const store = openStore(join(folder, 'store', 'svc.json'))
  const options = { scope: { type: 'project' as const, id }, env: GIT_ENV, now: () => new Date() }
  let [read, proposed] = [0, 0]
  const ms = await processorMs(async () => {
    const learned = await learnFromGit({ ...options, collections: new Collections(store) })
    read = learned.commits
    proposed = learned.proposed.length
  })
  t.ok(read > COMMITS * 0.9, `${read} commits`)
  t.ok(proposed >= 50, `${proposed} proposals`)
  t.ok(ms < MOST_MS, `${Math.round(ms)} ms of processor time`)
  t.comment(`${read} commits, ${Math.round(ms)} ms of processor time`)
})
