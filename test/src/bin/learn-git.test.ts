import { join } from 'node:path'
import t from 'tap'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV } from '../../store/git/fixture.js'
import { makeHistory } from '../backfill/git-history.js'
import { runHere } from './run-here.js'

const RULE = `api: ids are strings

JavaScript rounds int64 above 2^53, so a customer opened the neighbour's order. Ids must be strings
in every answer from now on, never numbers.`

t.test(
  'svc learn --from git proposes, svc review shows the commit, accepting keeps it',
  async t => {
    const folder = temporaryFolder(t)
    const cwd = join(folder, 'project')
    const messages = ['add a page', RULE, 'typo']
    const [, id = ''] = makeHistory(
      cwd,
      messages.map(message => ({ message, at: '2025-03-01T10:00:00Z' })),
    )
    const env = { ...GIT_ENV, HOME: folder }
    const svc = (...args: string[]) =>
      runHere([...args, '--data-dir', join(folder, 'store')], { input: '', env, cwd })
    const short = id.slice(0, 8)

    const dry = await svc('learn', '--from', 'git', '--dry-run')
    t.match(dry.stdout, /3 commits of .*: 1 rule would be proposed/)
    t.match((await svc('review')).stdout, /nothing to review/)
    const learned = await svc('learn', '--from', 'git', '--json')
    const { proposed } = JSON.parse(learned.stdout) as {
      proposed: { id: string; commit: string }[]
    }
    t.strictSame(
      proposed.map(({ commit }) => commit),
      [id],
    )
    t.match((await svc('review')).stdout, `from commit ${short} of 2025-03-01`)
    const again = await svc('learn', '--from', 'git')
    t.match(again.stdout, /0 rules proposed/)
    t.equal((await svc('review', 'accept', proposed[0]!.id)).code, 0)
    t.match((await svc('recall', 'are ids strings or numbers')).stdout, 'ids are strings')
    t.equal((await svc('learn', '--from', 'nothing')).code, 2)
    t.equal((await svc('learn', '--from', 'git', '--since', 'soon')).code, 2)
    const elsewhere = await svc('learn', '--from', 'git', '--project', folder)
    t.match(elsewhere, { code: 1, stderr: /is in no git repository/ })
  },
)
