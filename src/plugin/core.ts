import { isLoopback, toHostName } from '../../handlers/http/guard.js'
import { createNodeListener } from '../../handlers/http/node.js'
import { PREFIXES } from '../../handlers/http/routes.js'
import type { PluginContext } from './context.js'
import { warn, type HostWebServer } from './cordis.js'
import { openPluginService, type Opened } from './opened.js'
import { createConfigSchema, readPluginSettings, type PluginConfig } from './settings.js'

/** The name of the entry. */
export const name = 'svc'

/** The schema of the entry's `config`. */
export const Config = createConfigSchema()

/**
 * Opens the store and provides the service as `ctx.svc`; while the host has a web server, its routes
 * are there too. Throws what opening the store throws, and where somebody else provides `svc`.
 */
export async function apply(ctx: PluginContext, config: PluginConfig = {}): Promise<void> {
  const settled = readPluginSettings(config, message => warn(ctx, message))
  const opened = openPluginService(config, settled)
  ctx.effect(() => () => opened.close(), 'svc: the store')
  ctx.provide('svc', opened.service)
  ctx.inject(['webServer'], web => addRoutes(web, opened))
}

type Listener = Awaited<ReturnType<typeof createNodeListener>>

/** Puts the API on the host's own server, with the guard that `svc serve` has. */
function addRoutes(ctx: PluginContext, { service, config: { token } }: Opened): void {
  const server = ctx.get('webServer') as HostWebServer
  const { host = '' } = server
  if (token === '' && host !== '' && !isLoopback(toHostName(host))) {
    warn(ctx, `no routes on ${host}, which others can reach: set SVC_TOKEN`)
    return
  }
  const ending = new AbortController()
  const log = (message: string) => warn(ctx, message)
  const listener = createNodeListener(service, { host, token, log, signal: ending.signal })
  ctx.effect(() => () => ending.abort(), 'svc: streams')
  const handler = async (...given: Parameters<Listener>) => (await listener)(...given)
  for (const path of PREFIXES) {
    ctx.effect(() => server.register({ kind: 'prefix', path, handler }), `svc: ${path}`)
  }
}
