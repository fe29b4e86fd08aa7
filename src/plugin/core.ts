import { PREFIXES } from '../../handlers/http/routes.js'
import type { PluginContext } from './context.js'
import { warn } from './cordis.js'
import { openPluginService } from './opened.js'
import { addRoutes } from './routes.js'
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
  ctx.inject(['webServer'], web => addRoutes(web, opened, { paths: PREFIXES }))
}
