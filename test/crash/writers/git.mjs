// Git's work on the store: what was there is committed or still there, and nothing is committed twice.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { compare, listFiles } from '../invariants.mjs'
import { git, svc, withService, envOf } from '../stage.mjs'
import { runOnce } from '../trials.mjs'
import { judgeCommand } from './commands.mjs'

async function remember(stage, store, items) {
  await withService(
    stage,
    async service => {
      for (const [title, content] of Object.entries(items))
        await service.remember({ scope: { type: 'global', id: null }, title, content })
    },
    store,
  )
}

function runSvc(stage, store, ...args) {
  const [program, ...argv] = svc(...args)
  const env = { ...envOf(stage), SVC_DATA_DIR: store }
  const { status, stderr } = spawnSync(program, argv, { cwd: stage.shop, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`svc ${args.join(' ')}: ${stderr}`)
}

async function prepareCommit(stage) {
  await remember(stage, stage.store, { First: 'one', Second: 'two' })
  runSvc(stage, stage.store, 'git', 'init')
  runSvc(stage, stage.store, 'git', 'commit')
  await remember(stage, stage.store, { Third: 'three', Second: 'two, changed' })
}

/** Another machine has pushed; here something else is changed. */
async function prepareSync(stage) {
  const bare = join(stage.live, 'bare')
  const other = join(stage.live, 'elsewhere')
  mkdirSync(bare)
  git(bare, 'init', '-q', '--bare', '-b', 'main')
  await remember(stage, stage.store, { First: 'one', Second: 'two' })
  runSvc(stage, stage.store, 'git', 'init')
  git(stage.store, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  git(stage.store, 'remote', 'add', 'origin', bare)
  runSvc(stage, stage.store, 'git', 'sync')
  runSvc(stage, other, 'git', 'clone', bare)
  await remember(stage, other, { Theirs: 'theirs', First: 'one, said there' })
  runSvc(stage, other, 'git', 'sync')
  await remember(stage, stage.store, { Ours: 'ours', Second: 'two, said here' })
}

/** What a killed git of the other side has locked there is for whoever runs that side to remove. */
function freeRemote({ live }) {
  const bare = join(live, 'bare')
  if (!existsSync(bare)) return
  for (const path of listFiles(bare)) if (path.endsWith('.lock')) rmSync(path)
}

/** A merge that was cut off is concluded as the command says. */
async function runAdvised(stage, args, how) {
  freeRemote(stage)
  const run = await runOnce(stage, svc(...args), how)
  const isAdvised = how.wrap === undefined && /conclude it \(svc git commit\)/.test(run.stderr)
  if (!isAdvised || how.killAfter !== undefined) return run
  await runOnce(stage, svc('git', 'resolve'), {})
  await runOnce(stage, svc('git', 'commit'), {})
  return runOnce(stage, svc(...args), {})
}

const isClean = ({ store }) => git(store, 'status', '--porcelain', '-uall').trim() === ''

function gitWriter(name, args, { prepare, allow, also }) {
  return {
    name,
    prepare,
    // What git leaves locked is known by the lock of the svc that died with it.
    keepsLocks: true,
    run: (stage, how) => runAdvised(stage, args, how),
    // Git's own words come behind what svc says; a fault of git's is told as git tells it.
    judge: run =>
      judgeCommand({
        ...run,
        stderr: run.stderr.replace(/git: .*|error: .*|fatal: .*/g, '') || 'x',
      }),
    isDone: ({ code }) => code === 0,
    check: async (stage, { items, run, isDone }) => {
      const problems = compare(items, allow(isDone || run.code === 0))
      if (!isDone) return problems
      const { status, stderr } = spawnSync('git', ['-C', stage.store, 'fsck', '--strict'], {
        encoding: 'utf8',
      })
      if (status !== 0) problems.push(`git fsck: ${stderr.slice(0, 200)}`)
      if (!isClean(stage))
        problems.push(`not committed: ${git(stage.store, 'status', '--porcelain', '-uall')}`)
      return [...problems, ...also(stage)]
    },
  }
}

const commits = folder => Number(git(folder, 'rev-list', '--count', 'HEAD'))

const commit = gitWriter('git-commit', ['git', 'commit'], {
  prepare: prepareCommit,
  allow: () => ({ First: ['one'], Second: ['two, changed'], Third: ['three'] }),
  also: ({ store }) => (commits(store) === 2 ? [] : [`${commits(store)} commits`]),
})

const sync = gitWriter('git-sync', ['git', 'sync'], {
  prepare: prepareSync,
  allow: done => ({
    // Git takes a file away before it writes the other version of it.
    First: done ? ['one, said there'] : ['one', 'one, said there', null],
    Second: ['two, said here'],
    Theirs: done ? ['theirs'] : ['theirs', null],
    Ours: ['ours'],
  }),
  also: ({ store, live }) => {
    const [here, there] = [
      git(store, 'rev-parse', 'HEAD'),
      git(join(live, 'bare'), 'rev-parse', 'main'),
    ]
    return here === there ? [] : ['it is not pushed']
  },
})

export default [commit, sync]
