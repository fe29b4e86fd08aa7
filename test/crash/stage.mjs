// A stage: a store, projects and a home below one folder, put back as they were before each trial.
import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIST, HOOK, SVC, WORKER } from '../built.mjs'
import { removeFolder } from '../remove-folder.mjs'

export { DIST, HOOK, SVC, WORKER }
/** No program takes as long as this (milliseconds); what is harmed is given up sooner. */
const [RUN_MS, HARMED_MS] = [60_000, 15_000]

export const GLOBAL = { type: 'global', id: null }

/** A stage with an empty store, a project `shop`, and a provider on loopback that says `answer`. */
export async function createStage(answer = { memories: [] }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-crash-')))
  const live = join(root, 'live')
  const stage = { root, live, asked: [], harmed: 0, answer }
  for (const name of ['store', 'home', 'shop']) stage[name] = join(live, name)
  for (const folder of [join(stage.shop, '.git'), stage.home])
    mkdirSync(folder, { recursive: true })
  stage.server = await openProvider(stage)
  stage.url = `http://127.0.0.1:${stage.server.address().port}`
  stage.scope = { type: 'project', id: stage.shop }
  return stage
}

function openProvider(stage) {
  const server = createServer((request, response) => {
    stage.asked.push(request.url)
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      const message = { role: 'assistant', content: JSON.stringify(stage.answer) }
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    })
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** Keeps the stage as it is now: `restore` comes back to it. */
export function keepStage({ root, live }) {
  copy(live, join(root, 'kept'))
}

export async function restoreStage(stage) {
  const { root, live, asked } = stage
  await untilAlone(root)
  asked.length = 0
  stage.harmed = 0
  removeFolder(live)
  copy(join(root, 'kept'), live)
}

/** What hooks start detached goes on for a while. */
export async function untilAlone(root) {
  const end = Date.now() + 20_000
  while (isUsed(root) && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20))
}

function isUsed(root) {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .some(pid => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`SVC_DATA_DIR=${root}/`)
      } catch {
        return false
      }
    })
}

function copy(from, to) {
  const { status } = spawnSync('cp', ['-a', from, to])
  if (status !== 0) throw new Error(`cannot copy ${from}`)
}

export function closeStage({ root, server }) {
  server.closeAllConnections()
  server.close()
  removeFolder(root)
}

/** `env` of a stage stands in the environment of all that is started on it. */
export function envOf({ home, store, url, env }, more = {}) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    SVC_DATA_DIR: store,
    SVC_PROVIDER: 'openai-compatible',
    SVC_PROVIDER_URL: url,
    SVC_MODEL: 'm',
    SVC_HOOK_BATCH_TURNS: '100',
    UV_THREADPOOL_SIZE: '1',
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.org',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.org',
    GIT_CONFIG_NOSYSTEM: '1',
    ...env,
    ...more,
  }
}

/** Opens the store in this process, hands the service to `action` and closes it. */
export async function withService(stage, action, dataDir = stage.store) {
  const { createService } = await import(`${DIST}/src/index.js`)
  const service = createService({ dataDir }, { home: stage.home })
  try {
    return await action(service)
  } finally {
    await service.close()
  }
}

/** Runs a program to its end, in the shop unless told otherwise: code, signal, both outputs, time. */
export async function runProgram(stage, argv, { input = '', cwd = stage.shop, env, wrap } = {}) {
  const [program, ...args] = wrap ? wrap(argv) : argv
  const started = performance.now()
  // A group of its own: where a fault hits a pipe of Node's own, what is traced waits for ever.
  const options = { cwd, env: envOf(stage, env), stdio: 'pipe', detached: true }
  const child = spawn(program, args, options)
  const output = outputsOf(child)
  child.stdin.on('error', () => undefined).end(input)
  const ended = endOf(child)
  const limit = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), wrap ? HARMED_MS : RUN_MS)
  const result = { ...(await ended), ...output() }
  clearTimeout(limit)
  return { ...result, ms: performance.now() - started }
}

/** The outputs of a child, as far as they have come. */
export function outputsOf(child) {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', text => (texts[name] += text))
  return () => texts
}

export function endOf(child) {
  return new Promise(resolve => child.once('close', (code, signal) => resolve({ code, signal })))
}

export const svc = (...args) => [process.execPath, SVC, ...args]

/** Runs git where it must not fail. */
export function git(folder, ...args) {
  const result = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`)
  return result.stdout
}
