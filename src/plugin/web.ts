import type { PluginContext } from './context.js'
import { openedOf } from './opened.js'
import { addRoutes } from './routes.js'
import { createConfigSchema } from './settings.js'

/** The name of the entry. */
export const name = 'svc-web'

/** Without the core entry there is nothing to show. */
export const inject = ['svc']

/** The schema of the entry's `config`; the panel has no settings of its own. */
export const Config = createConfigSchema()

const PATH = '/svc/panel'

/**
 * Puts the panel at `/svc/panel/` while the host has a web server. A host with a web client finds a
 * smaller one for its settings in the manifest beside this entry (`plugin/web/package.json`). Both
 * ask the core's routes.
 */
export async function apply(ctx: PluginContext): Promise<void> {
  const opened = openedOf(ctx.get('svc'))
  const routes = { paths: [PATH], panel: `${PATH}/` }
  ctx.inject(['webServer'], web => addRoutes(web, opened, routes))
}
