import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SvcError } from '../../../store/errors.js'
import { openStore } from '../../../store/store.js'
import { VERSION } from '../../config.js'
import type { Action } from '../cli/command.js'
import { oneLine } from '../terminal/words.js'
import { findRunning, startService, urlOf, type Running, type Started } from './running.js'

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
  const other = oneLine(version).slice(0, 40)
  return [
    `the service there is svc ${other}, and this is ${VERSION}: start it anew to have this one`,
  ]
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
