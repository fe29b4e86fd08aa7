import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { homeOf } from '../../../../store/files/read.js'
import { createDefaultPart, serverAmong } from '../parts/entry.js'
import { createCommandHooks, type HooksPlace } from '../parts/hooks.js'
import { editJson, type Content, type Env, type Installer } from './host.js'

/**
 * Droid: hooks and a permission in settings.json, servers in mcp.json. An event that its own
 * hooks.json has hides the same event of settings.json, so that where there is such a file the
 * hooks go there.
 */
export const installer: Installer = {
  folder: factoryFolder,
  edits: ({ env, project }, content) => {
    const folder = project === undefined ? factoryFolder(env) : join(project, '.factory')
    const own = join(folder, 'hooks.json')
    const hasOwn = existsSync(own)
    const { server } = content
    const level = { defaultLevel: 'low' }
    const permission = createDefaultPart(['mcpAutonomyOverrides', 'svc'], level, 'jsonc')
    const settings = editJson(join(folder, 'settings.json'), 'jsonc', [
      { part: hooksPart(content, ['hooks']), wanted: !hasOwn },
      { part: permission, wanted: server !== undefined },
    ])
    const fields = { before: { type: 'stdio' }, after: { disabled: false } }
    const servers = editJson(join(folder, 'mcp.json'), 'jsonc', [
      serverAmong(server, 'jsonc', fields),
    ])
    const hooks = editJson(own, 'jsonc', [{ part: hooksPart(content, []), wanted: true }])
    return hasOwn ? [hooks, settings, servers] : [settings, servers]
  },
}

/** Seconds. */
const TIMEOUTS = { SessionStart: 15, UserPromptSubmit: 10, Stop: 10, SessionEnd: 10 }

function hooksPart({ command }: Content, root: readonly string[]) {
  const place: HooksPlace = { dialect: 'jsonc', root, shape: 'groups' }
  return createCommandHooks(place, TIMEOUTS, command, { type: 'command' })
}

function factoryFolder(env: Env): string {
  return join(resolve(env.FACTORY_HOME_OVERRIDE || homeOf(env)), '.factory')
}
