#!/usr/bin/env node
// Runs what was built on other versions of Node: node test/versions.mjs [20 22 24]
// The versions come from the npm package `node`. Ends with 1 where one fails.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOOK as hook, SVC as svc } from './built.mjs'
import { firstUrl } from './first-url.mjs'
import { removeFolder } from './remove-folder.mjs'

const wanted = process.argv.slice(2)
const work = mkdtempSync(join(tmpdir(), 'svc-versions-'))
let failures = 0

async function tryVersion(version) {
  const node = installNode(version)
  const name = run(node, ['--version'], {}).stdout.trim()
  for (const [label, check] of Object.entries(CHECKS)) {
    const place = makePlace(`${version}-${label}`)
    let problem
    try {
      problem = await check(node, place)
    } catch (error) {
      problem = error.message
    }
    if (problem) failures += 1
    console.log(`${name.padEnd(10)} ${label.padEnd(22)} ${problem ? `FAILED: ${problem}` : 'ok'}`)
  }
}

const remember = ['remember', '--title', 'Staging', 'Staging runs on port 8080.']

/** Each resolves to what is wrong, or to something false. */
const CHECKS = {
  remember: (node, place) => expect(run(node, [svc, ...remember], place), 'remembered'),
  list: (node, place) => {
    run(node, [svc, ...remember], place)
    return expect(run(node, [svc, 'list'], place), 'Staging')
  },
  recall: (node, place) => {
    run(node, [svc, ...remember], place)
    return expect(run(node, [svc, 'recall', 'which port?'], place), 'port 8080')
  },
  import: (node, place) => expect(run(node, [svc, 'import'], place), '1 imported'),
  doctor: (node, place) => {
    run(node, [svc, ...remember], place)
    return expect(run(node, [svc, 'doctor'], place), 'is consistent')
  },
  'hook SessionStart': (node, place) =>
    expect(callHook(node, place, 'SessionStart'), 'Use pnpm, never npm.'),
  'hook UserPromptSubmit': (node, place) => {
    run(node, [svc, ...remember], place)
    return expect(callHook(node, place, 'UserPromptSubmit'), 'port 8080')
  },
  'hook Stop': (node, place) => expect(callHook(node, place, 'Stop'), /^\{\}$/),
  serve: checkServe,
}

async function checkServe(node, place) {
  const server = spawn(node, [svc, 'serve', '--port', '0'], place)
  try {
    const url = await firstUrl(server)
    const scope = { type: 'global', id: null }
    const body = JSON.stringify({ scope, title: 'Staging', content: 'Port 8080.' })
    const created = await fetch(`${url}svc/memories`, { method: 'POST', body })
    if (created.status !== 201) return `POST answered ${created.status}`
    const found = await (await fetch(`${url}svc/memories?text=staging`)).json()
    if (found.items?.length !== 1) return `search answered ${JSON.stringify(found)}`
    server.kill('SIGTERM')
    const code = await new Promise(resolve => server.on('exit', resolve))
    return code === 0 ? undefined : `ended with ${code}`
  } finally {
    server.kill('SIGKILL')
  }
}

/** Installs a version of Node and returns the path of its program. */
function installNode(version) {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath
  const folder = join(work, `node-${version}`)
  mkdirSync(folder)
  const given = ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@${version}`]
  const { status, stderr } = spawnSync('npm', given, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`node@${version}: ${stderr}`)
  return join(folder, 'node_modules/node/bin/node')
}

/** A home and a project of their own. */
function makePlace(name) {
  const home = join(work, name.replaceAll(' ', '-'))
  const cwd = join(home, 'project')
  mkdirSync(cwd, { recursive: true })
  writeFileSync(join(cwd, 'AGENTS.md'), 'Use pnpm, never npm.\n')
  return { cwd, env: { HOME: home, PATH: process.env.PATH } }
}

function callHook(node, place, event) {
  const said = { prompt: 'which port does staging use?', last_assistant_message: 'Port 8080.' }
  const payload = { hook_event_name: event, session_id: 's', cwd: place.cwd, ...said }
  return run(node, [hook], { ...place, input: JSON.stringify(payload) })
}

function run(node, args, place) {
  return spawnSync(node, args, { ...place, encoding: 'utf8', timeout: 30_000 })
}

/** Undefined where the program ended well, was silent on standard error and said this. */
function expect({ status, stdout, stderr }, said) {
  const isSaid = typeof said === 'string' ? stdout.includes(said) : said.test(stdout)
  if (status === 0 && stderr === '' && isSaid) return undefined
  return `exit ${status}, said ${JSON.stringify(stdout + stderr)}`
}

try {
  for (const version of wanted.length > 0 ? wanted : ['20', '22', '24']) await tryVersion(version)
} finally {
  removeFolder(work)
}
process.exitCode = failures === 0 ? 0 : 1
