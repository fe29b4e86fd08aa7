import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { toHostName } from '../../../handlers/http/guard.js'
import { findListeners, isOwn } from '../../../handlers/http/peer.js'
import { SvcError } from '../../../store/errors.js'
import { ensureDirectory } from '../../../store/files/atomic.js'
import { openStore, statePath, type Store } from '../../../store/store.js'
import type { ServiceStatus } from '../../api.js'
import { VERSION, type Config } from '../../config.js'
import { PLACES } from '../../settings/table.js'
import type { Action } from '../cli/command.js'
import { locateProgram } from '../cli/program.js'
import { oneLine } from '../terminal/words.js'

/** Time limits of a listener's answer, and of a started service until it listens (milliseconds). */
const ANSWER_MS = 2_000
const START_MS = 10_000
const LOOK_MS = 50
/** A log beyond this begins anew, also below a service that writes to it (bytes). */
const MOST_LOG_BYTES = 256 * 1024

/** The panel's address, and the service that shows it. */
interface Opened {
  url: string
  /** The service that was there already, else the one that was started. */
  running?: Running
  started?: Started
}

/**
 * `svc open`: shows the panel in the browser, from the service that answers where the settings say,
 * or from one that is started there. Throws CONFLICT where something else has the port.
 */
export const open: Action<Opened> = {
  async run(call) {
    const config = call.config()
    if (config.port === 0) throw new SvcError('INVALID_REQUEST', NO_PORT)
    const store = openStore(config.databasePath, process.env)
    const url = urlOf(config)
    const running = await findRunning(store, config)
    const found = running
      ? { running }
      : { started: await startService(store, config, call.text('data-dir')) }
    const isShown = call.on('print') || !hasDisplay() || (await show(url))
    if (!isShown) call.note('svc: no browser could be started; open the address by hand')
    return { url, ...found }
  },
  render: ({ url }) => url,
  toJson: ({ url, started }) => ({ url, ...(started?.pid && { pid: started.pid }) }),
  footnotes: ({ running, started }, json) => {
    if (json) return []
    return started === undefined ? tellRunning(running) : [tellStarted(started)]
  },
}

const NO_PORT = 'SVC_PORT is 0, which is another port each time; set one to find the panel again'

/** One that was started before svc was updated goes on as it was. */
function tellRunning({ version = VERSION }: Running = {}): string[] {
  if (version === VERSION) return []
  const there = `the service there is svc ${oneLine(version).slice(0, 40)}`
  return [`${there}, and this is ${VERSION}: start it anew to have this one`]
}

function tellStarted({ pid, log }: Started): string {
  const end = pid === undefined ? '' : `; kill ${pid} ends it`
  return `a service was started for it, which goes on${end} (${log})`
}

/** Programs that open an address in a person's default browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** False over ssh, say; other systems than macOS and Windows tell of a display. */
function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform in OPENERS || Boolean(DISPLAY || WAYLAND_DISPLAY)
}

/** False where there is no such program. What it does then is not waited for. */
async function show(url: string): Promise<boolean> {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open']
  const options = { detached: true, stdio: 'ignore', windowsHide: true } as const
  const child = spawn(program, [...before, url], options)
  try {
    await once(child, 'spawn')
    child.unref()
    return true
  } catch {
    return false
  }
}

/** The address of a service with these settings from this machine, with a slash at the end. */
function urlOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = toHostName(host)
  const reached = name === '' || name === '0.0.0.0' ? '127.0.0.1' : name === '::' ? '::1' : name
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}/`
}

/** A service that answers. */
interface Running {
  /** Its version; missing where it does not tell without a token that it may not be shown. */
  version?: string
}

/**
 * The service of this store that answers where the settings say; undefined where nothing does. It is
 * shown the token only where the system tells that no other user listens there. Throws CONFLICT where
 * another user or another program has the port, a service of another store, or one with another token.
 */
async function findRunning(store: Store, config: Config): Promise<Running | undefined> {
  const at = `port ${config.port} on ${config.host}`
  const taken = (how: string) => new SvcError('CONFLICT', `${how}; set SVC_PORT to a free one`)
  const users = (await findListeners(config.port)) ?? []
  if (!users.every(isOwn)) throw taken(`another user of this machine has ${at}`)
  const token = users.length === 0 ? '' : config.token
  const answer = await askStatus(config, token)
  if (answer === undefined) return undefined
  if (answer.code === 'UNAUTHORIZED') {
    if (token !== config.token) return {}
    const message = `the service at ${at} has another token; set SVC_TOKEN to that one`
    throw new SvcError('CONFLICT', message)
  }
  if (answer.code === 'USER_NOT_ALLOWED') throw taken(`another user's service has ${at}`)
  const { databasePath: other, version } = answer
  if (other === store.manifest) return version === undefined ? {} : { version }
  if (other === undefined) throw taken(`another program has ${at}`)
  throw taken(`the service at ${at} is that of another store (${oneLine(other)})`)
}

type Answer = Partial<Pick<ServiceStatus, 'databasePath' | 'version'>> & { code?: string }

/** The answer of the listener there, {} if it is no service; undefined if nothing listens. */
async function askStatus(config: Config, token: string): Promise<Answer | undefined> {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(ANSWER_MS)
  const options = { headers, signal, redirect: 'error' } as const
  try {
    const response = await fetch(`${urlOf(config)}svc/status`, options)
    return toAnswer(await response.json())
  } catch (error) {
    return isRefused(error) ? undefined : {}
  }
}

function toAnswer(body: unknown): Answer {
  const { databasePath, version, code } = (body ?? {}) as Record<string, unknown>
  return {
    ...(typeof databasePath === 'string' && { databasePath }),
    ...(typeof version === 'string' && { version }),
    ...(typeof code === 'string' && { code }),
  }
}

/** A name with several addresses is refused by each of them. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } }
  const causes = cause?.errors ?? [cause]
  return causes.every(one => one?.code === 'ECONNREFUSED')
}

/** A service that was started. */
interface Started {
  /** Missing where another one was started at the same time, which has the port now. */
  pid?: number
  /** Path of its output. */
  log: string
}

/**
 * Starts `svc serve` on a store, as a process of its own that nobody waits for, and resolves once it
 * listens. Throws NOT_AVAILABLE with its last words where it ends, or does not listen within 10 s.
 */
async function startService(
  store: Store,
  config: Config,
  dataDir: string | undefined,
): Promise<Started> {
  const log = statePath(store, 'serve.log')
  const from = beginLog(log)
  const child = spawnService(store, log, dataDir)
  const end = Date.now() + START_MS
  let hasEnded = false
  const onEnd = () => void (hasEnded = true)
  child.on('exit', onEnd).on('error', onEnd)
  for (;;) {
    const isLast = hasEnded || Date.now() > end
    const { pid } = child
    if (await findRunning(store, config).catch(rethrowWhenLast(isLast))) {
      return hasEnded || pid === undefined ? { log } : { pid, log }
    }
    if (isLast) break
    await pause(LOOK_MS)
  }
  child.kill()
  const words = hasEnded ? lastWords(log, from) : `it does not listen after ${START_MS / 1000} s`
  throw new SvcError('NOT_AVAILABLE', `svc serve could not be started: ${words}`)
}

/** A service that only begins may be slow with its first answer. */
function rethrowWhenLast(isLast: boolean): (error: unknown) => undefined {
  return error => {
    if (isLast) throw error
    return undefined
  }
}

/** Keeps a log to its bound; answers where the next words in it will stand. */
function beginLog(log: string): number {
  ensureDirectory(dirname(log))
  const file = openSync(log, 'a', 0o600)
  try {
    const { size } = fstatSync(file)
    if (size <= MOST_LOG_BYTES) return size
    ftruncateSync(file)
    return 0
  } finally {
    closeSync(file)
  }
}

function lastWords(log: string, from: number): string {
  const lines = readFileSync(log).subarray(from).toString().trim().split('\n')
  return oneLine(lines.at(-1)?.replace(/^svc: /, '') || 'it ended without a word')
}

function spawnService(store: Store, log: string, dataDir: string | undefined): ChildProcess {
  const { node, script } = locateProgram()
  const place = dataDir === undefined ? [] : ['--data-dir', resolve(dataDir)]
  const output = openSync(log, 'a', 0o600)
  try {
    const child = spawn(node, [script, 'serve', ...place], {
      detached: true,
      stdio: ['ignore', output, output],
      env: withWholePaths(process.env),
      // It must not hold on to the folder in which somebody happens to be.
      cwd: store.root,
      windowsHide: true,
    })
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

/** In another working directory they must mean the same. */
function withWholePaths(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const paths = PLACES.flatMap(({ env: name }) => {
    const path = env[name]
    return path?.trim() ? [[name, resolve(path)] as const] : []
  })
  return { ...env, ...Object.fromEntries(paths) }
}
