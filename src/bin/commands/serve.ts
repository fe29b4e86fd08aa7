import { listen, type HttpServer } from '../../../handlers/http/node.js'
import { OPEN_TO_ALL_USERS, tellsUsers } from '../../../handlers/http/peer.js'
import { redactText } from '../../redact/index.js'
import type { Action } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** One key press can arrive twice (from the terminal and from npm): not a second wish. */
const SAME_SIGNAL_MS = 200
const LAST_MS = 2_800

/** Facts that are told once the service listens. */
interface Serving extends Pick<HttpServer, 'url' | 'port'> {
  isConnected: boolean
}

/** `svc serve`: answers HTTP until a signal, then drains; a second signal ends it at once. */
export const serve: Action<Serving> = {
  async *run(call) {
    const given = { host: call.text('host'), port: call.number('port') }
    const config = call.config(given)
    const { host, port, token } = config
    const service = await call.service({ isResident: true, given })
    const log = (message: string, cause: unknown) => call.note(explain(message, cause, config))
    const server = await listen(service, { host, port, token, log })
    if (token === '' && !tellsUsers()) call.note(`svc: ${OPEN_TO_ALL_USERS}`)
    const stop = waitForSignal()
    yield { url: server.url, port: server.port, isConnected: await areConnected() }
    await stop
    await server.close()
  },
  toJson: ({ url, port }) => ({ url, port }),
  render: ({ url, isConnected }) => {
    const install = `${nameProgram(process.env.PATH)} install`
    return isConnected ? [url] : [url, `connect your agents: ${install}`]
  },
}

/** True where svc is installed in every agent host that is on this machine. */
async function areConnected(): Promise<boolean> {
  const { findHostStates } = await import('../../hosts/install/check.js')
  const states = await findHostStates({ env: process.env, project: process.cwd() })
  return states.every(({ connected }) => connected)
}

/** Resolves at the first signal. From then on the process has 2.8 s, whatever still runs. */
function waitForSignal(): Promise<void> {
  return new Promise(resolve => {
    let first = 0
    const onSignal = () => {
      const now = performance.now()
      if (first !== 0 && now - first > SAME_SIGNAL_MS) process.exit(1)
      if (first !== 0) return
      first = now
      setTimeout(() => process.exit(0), LAST_MS).unref()
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, onSignal)
  })
}

function explain(message: string, cause: unknown, { debug }: { debug: boolean }): string {
  if (!(cause instanceof Error)) return `svc: ${message}`
  // A service that svc open started writes this into a log.
  return redactText(`svc: ${message}: ${debug ? (cause.stack ?? cause.message) : cause.message}`)
}
