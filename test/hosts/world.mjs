import { execFileSync, spawn } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { HOOK, SVC } from '../built.mjs'
import { removeFolder } from '../remove-folder.mjs'
import { startModel } from './model.mjs'
import { placeProgram } from './programs.mjs'

const OWN = { svc: SVC, 'svc-hook': HOOK }
/** No turn of any host took half of it; one that hangs ends here. */
const TURN_MS = 60_000
/** Until the worker has distilled what a turn said. */
const PATIENCE_MS = 20_000

/**
 * A home of its own, a project in it, a model that it reaches, and one host's programs on its
 * PATH. Everything that runs in it has this HOME, by which `close` finds what still runs.
 */
export async function openWorld(host) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `home-of-${host.name}-`)))
  const [home, project, bin] = ['home', 'home/proj', 'bin'].map(name => join(folder, name))
  mkdirSync(project, { recursive: true })
  execFileSync('git', ['init', '-q', project])
  placeProgram(host.program, bin)
  if (host.needsPath) placeOwn(bin)
  const model = await startModel(host.deferred)
  const system = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin']
  const env = {
    PATH: [bin, ...system].join(':'),
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    // Nobody listens there: a host that calls home gets nowhere.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
    SVC_HOOK_BATCH_TURNS: '1',
  }
  const world = new World({ host, folder, home, project, bin, model, env })
  host.prepare(world)
  return world
}

class World {
  constructor(parts) {
    Object.assign(this, parts)
    this.dataDir = join(this.home, '.local/share/svc')
  }

  /** Runs `svc` as a person does; throws what it says where it fails. */
  svc(...args) {
    const { project: cwd, env } = this
    return execFileSync(process.execPath, [SVC, ...args], { cwd, env, encoding: 'utf8' })
  }

  /** Connects svc to the host: by `svc install`, or as the host takes a plugin. */
  connect(flags = this.host.install ?? []) {
    if (this.host.connect) return this.host.connect(this)
    this.svc('install', '--host', this.host.knownAs, ...flags)
  }

  disconnect() {
    if (this.host.disconnect) return this.host.disconnect(this)
    this.svc('uninstall', '--host', this.host.knownAs)
  }

  /** Runs one of the host's own commands; throws what it says where it fails or asks something. */
  tell(...command) {
    const [program, ...args] = command
    execFileSync(join(this.bin, program), args, {
      cwd: this.project,
      env: { ...this.env, ...this.host.env(this) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TURN_MS,
      killSignal: 'SIGKILL',
    })
  }

  /** The HTTP service of this store, once it answers. `write` stores memories one after another. */
  async serve() {
    const { project: cwd, env } = this
    const args = [SVC, 'serve', '--port', '0']
    const stdio = ['ignore', 'pipe', 'ignore']
    const child = spawn(process.execPath, args, { cwd, env, stdio })
    const url = await new Promise((resolve, reject) => {
      let said = ''
      child.once('close', () => reject(new Error(`svc serve ended: ${said}`)))
      child.stdout.on('data', text => {
        said += text
        const found = /^http:\S+$/m.exec(said)
        if (found) resolve(found[0])
      })
    })
    const write = async count => {
      for (let at = 0; at < count; at++) await post(url, `Row ${at} of a long table`)
    }
    const end = () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      return new Promise(resolve => child.once('exit', resolve))
    }
    return { pid: child.pid, write, end }
  }

  /**
   * One headless turn of the host. `resume` goes on with the session of the turn before. `requests`
   * are those that reached the model meanwhile, `words` what they hold of the prompt, `flags` go to
   * the host's program.
   */
  async turn(prompt, { resume = false, words = prompt, flags = [] } = {}) {
    const from = this.model.requests.length
    const ran = await this.run(this.host.command({ prompt, resume, flags }))
    this.last = { ...ran, words, requests: this.model.requests.slice(from) }
    return this.last
  }

  /**
   * One process of the host for several prompts. `say` is a turn; `end` lets it end and answers its
   * exit code. Only hosts whose driver has `converse` know how.
   */
  converse() {
    const { args, write, isDone } = this.host.converse
    const child = this.spawn(args, 'pipe')
    const deadline = setTimeout(() => killGroup(child.pid), TURN_MS)
    let said = ''
    child.stdout.on('data', text => (said += text))
    const say = async prompt => {
      const [from, heard, began] = [this.model.requests.length, said.length, performance.now()]
      child.stdin.write(write(prompt))
      await this.until(() => isDone(said.slice(heard)))
      const took = Math.round(performance.now() - began)
      const requests = this.model.requests.slice(from)
      const stdout = said.slice(heard)
      this.last = { code: 0, stdout, stderr: '', took, words: prompt, requests }
      return this.last
    }
    const end = async () => {
      child.stdin.end()
      const code = await codeOf(child)
      clearTimeout(deadline)
      return code
    }
    return { say, end }
  }

  /** In a group of its own, so that what it started ends with it. */
  spawn([command, ...args], stdin) {
    const env = { ...this.env, ...this.host.env(this) }
    const stdio = [stdin, 'pipe', 'pipe']
    return spawn(command, args, { cwd: this.project, env, stdio, detached: true })
  }

  async run(command) {
    const began = performance.now()
    const child = this.spawn(command, 'ignore')
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', text => (stdout += text))
    child.stderr.on('data', text => (stderr += text))
    const deadline = setTimeout(() => killGroup(child.pid), TURN_MS)
    const code = await codeOf(child)
    clearTimeout(deadline)
    return { code, stdout, stderr, took: Math.round(performance.now() - began) }
  }

  /** Every memory's file, as text. */
  memories() {
    return textsOf(filesIn(this.dataDir).filter(path => /\/memories\/[^/]+\.md$/.test(path)))
  }

  /** The prompts and replies that wait to be distilled or were, as text. */
  turns() {
    const files = filesIn(join(this.dataDir, 'state'))
    return textsOf(files.filter(path => /\/(spool|replay)\/.*\.json/.test(path)))
  }

  /** Waits until `find` gives something; undefined where patience ends before. */
  async until(find) {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const found = find()
      if (found || performance.now() > end) return found || undefined
      await wait(100)
    }
  }

  /** Waits until every turn is distilled and no worker of svc runs any more. */
  async untilQuiet() {
    const spool = join(this.dataDir, 'state', 'spool')
    const isQueued = () => filesIn(spool).some(path => path.endsWith('.json'))
    const works = () => this.running().some(({ command }) => command.includes('worker.cjs'))
    await this.until(() => !isQueued() && !works())
  }

  /** What still runs in this world. */
  running() {
    const mark = `HOME=${this.home}`
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(pid => {
        try {
          const words = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
          if (!words.includes(mark)) return []
          return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]
        } catch {
          return []
        }
      })
  }

  /** Every file of the home but svc's own store, by its path. */
  snapshot() {
    const files = filesIn(this.home).filter(path => !path.startsWith(this.dataDir))
    const content = path =>
      lstatSync(path).isSymbolicLink() ? 'link' : readFileSync(path, 'latin1')
    return Object.fromEntries(files.map(path => [path.slice(this.home.length + 1), content(path)]))
  }

  /** Writes a file of the home, with its folders. */
  write(path, content) {
    const file = join(this.home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }

  async close() {
    for (const { pid } of this.running()) kill(pid)
    await this.model.close()
    await this.until(() => this.running().length === 0)
    removeFolder(this.folder)
  }
}

/** svc's own programs on the PATH, as `npm install -g` puts them there. */
function placeOwn(bin) {
  for (const [name, script] of Object.entries(OWN)) {
    const text = `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`
    writeFileSync(join(bin, name), text, { mode: 0o755 })
  }
}

function post(url, title) {
  const body = JSON.stringify({ scope: { type: 'global' }, title, content: title })
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}svc/memories`, { method: 'POST', headers, body }).catch(() => undefined)
}

/** Every file below a folder, in order; what goes away meanwhile was never there. */
function filesIn(folder) {
  return entriesOf(folder)
    .flatMap(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesIn(path)
      return entry.isFile() || entry.isSymbolicLink() ? [path] : []
    })
    .sort()
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** Their texts, of those that are still there. */
function textsOf(paths) {
  return paths.flatMap(path => {
    try {
      return [readFileSync(path, 'utf8')]
    } catch (error) {
      if (error.code === 'ENOENT') return []
      throw error
    }
  })
}

/** An exit code, or the signal that ended it. */
function codeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(status ?? signal))
  })
}

function killGroup(pid) {
  kill(-pid)
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
