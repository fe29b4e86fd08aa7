// Two machines that share a store by a bare repository, what they are told, and what must hold of them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SVC } from '../built.mjs'
import { withService } from './two-clones.mjs'
import { marksIn } from './histories.mjs'

const GLOBAL = { type: 'global', id: null }
const [ROUNDS, ADVISED] = [6, 3]

/** Two machines below a folder, in step, each of whose stores lies in the folder of its name. */
export async function openMachines(folder, names = ['ada', 'bo']) {
  const bare = join(folder, 'both.git')
  mkdirSync(folder, { recursive: true })
  run(folder, ['git', 'init', '-q', '--bare', '-b', 'main', bare])
  const machines = joinMachines(folder, names)
  const [first, ...others] = machines
  await remember(first, 'Shared by all')
  await runSvc(first, ['git', 'init'])
  git(first, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  git(first, 'remote', 'add', 'origin', '../both.git')
  await mustSync(first)
  for (const other of others) {
    await runSvc(other, ['git', 'clone', bare])
    git(other, 'remote', 'set-url', 'origin', '../both.git')
  }
  return machines
}

/** The machines of a folder that `openMachines` has made, or a copy of it. */
export function joinMachines(folder, names = ['ada', 'bo']) {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  return names.map(name => {
    return { name, folder, home, bare: join(folder, 'both.git'), dataDir: join(folder, name) }
  })
}

function envOf({ home, dataDir }, more = {}) {
  return {
    ...{ PATH: process.env.PATH, HOME: home, SVC_DATA_DIR: dataDir, UV_THREADPOOL_SIZE: '1' },
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_EDITOR: 'true' },
    ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.c' },
    ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.c' },
    ...more,
  }
}

/** Starts svc on a machine, in a process group of its own; resolves to its code and its words. */
export function startSvc(machine, args, env) {
  const how = { cwd: machine.folder, env: envOf(machine, env), detached: true }
  const child = spawn(process.execPath, [SVC, ...args], {
    ...how,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (words += text))
  const ended = new Promise(resolve =>
    child.once('close', (code, signal) => resolve({ code, signal, words })),
  )
  return { child, ended }
}

export const runSvc = (machine, args, env) => startSvc(machine, args, env).ended

function run(cwd, [program, ...args]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** Runs git on a machine where it must not fail. */
export function git(machine, ...args) {
  const how = { cwd: machine.dataDir, env: envOf(machine), encoding: 'utf8' }
  const { status, stdout, stderr } = spawnSync('git', args, how)
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** Lets git try something on a machine. */
export function tryGit(machine, ...args) {
  return spawnSync('git', args, { cwd: machine.dataDir, env: envOf(machine), encoding: 'utf8' })
}

/** A service on a machine's store, for one action. */
export async function act({ dataDir }, action) {
  let answer
  await withService(dataDir, async service => (answer = await action(service)))
  return answer
}

let statements = 0

/** A statement that nobody else makes, by whose mark it is found again. */
export function stateOf({ name }) {
  const mark = `mark${name}${++statements}end`
  return { mark, text: `That is so because of ${mark}.` }
}

/** Says something new on a machine; answers its mark. */
export async function remember(machine, title) {
  const { mark, text } = stateOf(machine)
  await act(machine, service => service.remember({ scope: GLOBAL, title, content: text }))
  return mark
}

/** Adds a line to the memory that `pick` takes; answers its mark, or undefined where it takes none. */
export async function extend(machine, pick) {
  const { mark, text } = stateOf(machine)
  return act(machine, async service => {
    const { items } = await service.memories.list({ limit: 10_000 })
    const memory = pick(items)
    if (memory === undefined) return undefined
    await service.memories.edit(memory.id, { content: `${memory.content}\n${text}` })
    return mark
  })
}

async function mustSync(machine) {
  const { code, words } = await runSvc(machine, ['git', 'sync'])
  if (code !== 0) throw new Error(`svc git sync: ${words}`)
}

/** A sync in peace that does what it is told to do where it cannot go on. */
async function syncAsTold(machine) {
  for (let tries = 0; ; tries++) {
    const { code, words } = await runSvc(machine, ['git', 'sync'])
    if (code === 0 || tries === ADVISED) return { code, words }
    if (/git merge --abort, then/.test(words)) tryGit(machine, 'merge', '--abort')
    else if (/conclude it \(svc git commit\)|svc git resolve/.test(words)) {
      await runSvc(machine, ['git', 'resolve'])
      await runSvc(machine, ['git', 'commit'])
    }
  }
}

/**
 * Lets machines sync in peace until all have the same, and looks at what they have. Answers what is
 * wrong: [] where every one of the marks is on each machine, and once.
 */
export async function settle(machines, marks) {
  freeBare(machines[0])
  const told = []
  for (let round = 0; round < ROUNDS; round++) {
    told.length = 0
    for (const machine of machines) {
      const { code, words } = await syncAsTold(machine)
      if (code !== 0) told.push(`${machine.name}: sync ends with ${code}: ${words.slice(-300)}`)
    }
    if (told.length === 0 && new Set(machines.map(headOf)).size === 1) break
  }
  if (new Set(machines.map(headOf)).size > 1) told.push('they do not become one')
  return [...told, ...machines.flatMap(machine => examine(machine, marks))]
}

const headOf = machine => git(machine, 'rev-parse', 'HEAD').trim()

/** What a killed git has locked in the bare repository is for whoever runs that to remove. */
function freeBare({ bare }) {
  for (const name of readdirSync(bare, { recursive: true }))
    if (name.endsWith('.lock')) rmSync(join(bare, name), { force: true })
}

function examine(machine, marks) {
  const texts = readMemories(machine)
  const problems = marks.flatMap(mark => {
    const times = texts.flatMap(({ text }) => marksIn(text).filter(one => one === mark)).length
    if (times === 0) return [`${mark} is lost`]
    return times > 1 ? [`${mark} is there ${times} times`] : []
  })
  const ids = texts.flatMap(({ text }) => /^id: (\S+)$/m.exec(text)?.[1] ?? [])
  if (new Set(ids).size < ids.length) problems.push('two files of one id')
  const dirty = git(machine, 'status', '--porcelain').trim()
  if (dirty !== '') problems.push(`not committed: ${dirty}`)
  const tracked = git(machine, 'ls-files').split('\n')
  const foreign = tracked.filter(path => /\.merge_file|\.tmp$|^state\//.test(path))
  if (foreign.length > 0) problems.push(`committed: ${foreign.join(', ')}`)
  for (const name of ['MERGE_HEAD', 'index.lock'])
    if (existsSync(join(machine.dataDir, '.git', name))) problems.push(`${name} stands`)
  const { status, stderr } = tryGit(machine, 'fsck', '--strict')
  if (status !== 0) problems.push(`git fsck: ${stderr.slice(0, 200)}`)
  return problems.map(problem => `${machine.name}: ${problem}`)
}

/** The memory files of a machine, and those in its archive. */
export function readMemories({ dataDir }) {
  const directory = join(dataDir, 'global', 'memories')
  const names = readdirSync(directory).filter(name => /^[^.].*\.md$/.test(name))
  return names.map(name => ({ name, text: readFileSync(join(directory, name), 'utf8') }))
}

/** The marks of all that a machine knows. */
export function marksOf(machine) {
  return readMemories(machine).flatMap(({ text }) => marksIn(text))
}
