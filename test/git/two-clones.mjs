// Two clones of one store live apart, and are brought together again by real git.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIST, SVC } from '../built.mjs'
import { createRandom } from '../bench/corpus.mjs'
import { fill, liveBriefly, liveThrough, marksIn } from './histories.mjs'
import { removeFolder } from '../remove-folder.mjs'

/** The environment of every git and svc here. */
export const ENV = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.c' },
  ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.c', GIT_EDITOR: 'true' },
}
const MISSING = 'svc-that-is-not-there %O %A %B || git merge-file -q --marker-size=%L %A %O %B'

/** How two histories are brought together, and by what. */
export const WAYS = ['driver', 'rebase', 'plain', 'missing']

/** A store with `memories` items in a bare repository, from which both sides are cloned. */
export async function openBase(memories) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-clones-')))
  const base = { folder, bare: join(folder, 'base.git'), memories }
  const dataDir = join(folder, 'base')
  await withService(dataDir, async service => {
    await fill({ service, dataDir, name: 'base', random: createRandom(1) }, memories)
    await service.consolidate({ type: 'global', id: null })
  })
  run(['git', 'init'], { dataDir })
  git(dataDir, 'add', '-A')
  git(dataDir, 'commit', '-qm', 'base')
  git(folder, 'clone', '-q', '--bare', dataDir, base.bare)
  return base
}

export function closeBase({ folder }) {
  removeFolder(folder)
}

/**
 * Two sides go through `operations` random things each (without it: twenty new memories and ten
 * edits), and are merged in every way, in both directions where that makes a difference. Answers
 * one row a way: `{way, stopped, unmerged, forgotten, settled, problems}`.
 */
export async function mergeSeed(base, seed, operations) {
  const work = mkdtempSync(join(base.folder, `seed-${seed}-`))
  try {
    const bare = join(work, 'both.git')
    git(work, 'clone', '-q', '--bare', base.bare, bare)
    const before = readMarks(join(base.folder, 'base'))
    const sides = {}
    for (const name of ['a', 'b']) sides[name] = await liveApart(work, bare, name, seed, operations)
    const stage = { work, bare, before, sides }
    const rows = []
    for (const way of WAYS) rows.push({ way, ...(await bringTogether(stage, way)) })
    return rows
  } finally {
    removeFolder(work)
  }
}

async function liveApart(work, bare, name, seed, operations) {
  const dataDir = join(work, name)
  git(work, 'clone', '-q', bare, dataDir)
  git(dataDir, 'checkout', '-q', '-b', name)
  const commit = () => {
    git(dataDir, 'add', '-A')
    git(dataDir, 'commit', '-q', '--allow-empty', '-m', name)
  }
  await withService(dataDir, service => {
    const random = createRandom(seed * 2 + (name === 'a' ? 0 : 1))
    const side = { service, dataDir, name, random }
    return operations === undefined
      ? liveBriefly(side, commit)
      : liveThrough(side, operations, commit)
  })
  git(dataDir, 'push', '-q', 'origin', name)
  return readMarks(dataDir)
}

async function bringTogether(stage, way) {
  if (way === 'rebase') return oneWay(stage, way, 'a', 'b')
  const there = await oneWay(stage, way, 'a', 'b')
  const back = await oneWay(stage, way, 'b', 'a')
  const problems = [...there.problems, ...back.problems]
  if (there.tree !== back.tree)
    problems.push(`the two directions differ: ${differences(there, back)}`)
  return { ...there, problems }
}

async function oneWay({ work, bare, before, sides }, way, mine, theirs) {
  const dataDir = join(work, `${way}-${mine}`)
  git(work, 'clone', '-q', '-b', mine, bare, dataDir)
  if (way === 'driver' || way === 'rebase') run(['git', 'init'], { dataDir })
  if (way === 'missing') git(dataDir, 'config', 'merge.svc.driver', MISSING)
  const told = { stopped: 0, unmerged: 0, forgotten: 0, settled: 0, problems: [] }
  const start = way === 'rebase' ? ['rebase', `origin/${theirs}`] : ['merge', `origin/${theirs}`]
  let step = tryGit(dataDir, ...start, ...(way === 'rebase' ? [] : ['-m', 'together']))
  for (let steps = 0; steps < 50; steps++) {
    const unmerged = unmergedIn(dataDir)
    if (step.status !== 0) told.stopped++
    told.unmerged += unmerged.filter(({ stages }) => stages.includes('23')).length
    told.forgotten += unmerged.filter(({ stages }) => !stages.includes('23')).length
    const { settled, left } = await settle(dataDir)
    told.settled += settled.length
    for (const one of left) told.problems.push(`${way}: ${one.path} is left: ${one.reason}`)
    git(dataDir, 'add', '-A')
    if (step.status === 0) break
    step =
      way === 'rebase'
        ? tryGit(dataDir, 'rebase', '--continue')
        : tryGit(dataDir, 'commit', '-qm', 'x')
    if (step.status !== 0 && unmergedIn(dataDir).length === 0) {
      told.problems.push(`${way}: does not go on: ${step.stderr.slice(0, 300)}`)
      break
    }
  }
  git(dataDir, 'commit', '-q', '--allow-empty', '-m', 'settled')
  told.problems.push(...(await examine(dataDir)).map(problem => `${way}: ${problem}`))
  const after = readMarks(dataDir)
  for (const mark of expected(before, sides)) {
    if (!after.has(mark)) told.problems.push(`${way} ${mine}: ${mark} is lost`)
  }
  const tree = git(dataDir, 'ls-tree', '-r', 'HEAD', 'global')
  return { ...told, tree }
}

/** What neither side took away: the statements of either end, but for those that one side dropped. */
function expected(before, sides) {
  const either = new Set([...sides.a, ...sides.b])
  return [...either].filter(mark => !before.has(mark) || (sides.a.has(mark) && sides.b.has(mark)))
}

/** The statements of a store, those of tombstones too: they can be brought back. */
function readMarks(dataDir) {
  const directory = join(dataDir, 'global', 'memories')
  const texts = readdirSync(directory).map(name => readFileSync(join(directory, name), 'utf8'))
  return new Set(texts.flatMap(marksIn))
}

async function settle(dataDir) {
  const { openGitStore } = await import(`${DIST}/src/git/store.js`)
  const { resolveConflicts } = await import(`${DIST}/src/git/resolve.js`)
  return resolveConflicts(openGitStore(join(dataDir, 'svc.json'), { env: ENV }))
}

/** What is wrong with a store: [] where it loads whole. */
async function examine(dataDir) {
  const checked = spawnSync(process.execPath, [SVC, 'git', 'check'], {
    env: { ...ENV, SVC_DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  return checked.status === 0 ? [] : [`check: ${(checked.stdout + checked.stderr).slice(0, 500)}`]
}

/** Opens a service on a store for one action. */
export async function withService(dataDir, action) {
  const { createService } = await import(`${DIST}/src/index.js`)
  const service = createService({ dataDir, capacity: 100_000 }, { home: join(dataDir, 'no-home') })
  try {
    await action(service)
  } finally {
    await service.close()
  }
}

function unmergedIn(dataDir) {
  const stages = new Map()
  for (const line of git(dataDir, 'ls-files', '-u', '-z').split('\0').filter(Boolean)) {
    const [meta, path] = line.split('\t')
    stages.set(path, (stages.get(path) ?? '') + meta.split(' ')[2])
  }
  return [...stages].map(([path, found]) => ({ path, stages: found }))
}

function differences(a, b) {
  const there = new Set(a.tree.split('\n'))
  const names = b.tree.split('\n').filter(line => !there.has(line))
  return names.slice(0, 3).join(', ')
}

function run(args, { dataDir }) {
  const env = { ...ENV, SVC_DATA_DIR: dataDir }
  execFileSync(process.execPath, [SVC, ...args], { env, stdio: 'pipe' })
}

function git(directory, ...args) {
  return execFileSync('git', args, { cwd: directory, env: ENV, encoding: 'utf8', stdio: 'pipe' })
}

function tryGit(directory, ...args) {
  return spawnSync('git', args, { cwd: directory, env: ENV, encoding: 'utf8' })
}
