import { isLoopback, toHostName } from '../../handlers/http/guard.js'
import { createNodeListener } from '../../handlers/http/node.js'
import { OPEN_TO_ALL_USERS, tellsUsers } from '../../handlers/http/peer.js'
import type { PluginContext } from './context.js'
import { warn, type HostWebServer } from './cordis.js'
import type { Opened } from './opened.js'

/** Routes for a host's web server. */
interface Routes {
  /** Paths; what lies below each comes too. */
  paths: readonly string[]
  /** Path of the panel's page, with a slash at both ends. */
  panel?: string
}

type Listener = Awaited<ReturnType<typeof createNodeListener>>

/**
 * Puts routes on the host's own server, with the guard that `svc serve` has, for as long as `ctx`
 * is there. A server that others can reach gets none without a token; its log tells of it.
 */
export function addRoutes(ctx: PluginContext, opened: Opened, { paths, panel }: Routes): void {
  const { service, config } = opened
  const { token } = config
  const server = ctx.get('webServer') as HostWebServer
  const { host = '' } = server
  if (token === '' && host !== '' && !isLoopback(toHostName(host))) {
    warn(ctx, `no ${paths.join(', ')} on ${host}, which others can reach: set SVC_TOKEN`)
    return
  }
  if (token === '' && !tellsUsers()) warn(ctx, OPEN_TO_ALL_USERS)
  const ending = new AbortController()
  const log = (message: string) => warn(ctx, message)
  const options = { host, token, log, signal: ending.signal, ...(panel && { panel }) }
  const listener = createNodeListener(service, options)
  ctx.effect(() => () => ending.abort(), 'svc: streams')
  const handler = async (...given: Parameters<Listener>) => (await listener)(...given)
  for (const path of paths) {
    ctx.effect(() => server.register({ kind: 'prefix', path, handler }), `svc: ${path}`)
  }
}
