import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { homeOf } from '../../../../store/files/read.js'
import { residentHandler } from '../../resident.js'
import { createMemberPart, serverAmong } from '../parts/entry.js'
import { createHooksPart, type Handler } from '../parts/hooks.js'
import {
  editJson,
  isPluginEnabled,
  type Content,
  type Env,
  type Installer,
  type Place,
} from './host.js'

/** Claude Code: hooks and a permission in settings.json, the MCP server in a file of its own. */
export const installer: Installer = {
  folder: configFolder,
  plugin: { find: findPlugin, undo: 'claude plugin uninstall svc@svc' },
  edits: (place, content) => {
    const { env, project } = place
    const settings = settingsFolder(place)
    const servers = project === undefined ? userServers(env) : join(project, '.mcp.json')
    const permission = createMemberPart(['permissions', 'allow'], 'mcp__svc', 'json')
    return [
      editJson(join(settings, 'settings.json'), 'json', [
        { part: hooksPart(content), wanted: true },
        { part: permission, wanted: content.server !== undefined },
      ]),
      editJson(servers, 'json', [
        serverAmong(content.server, 'json', { before: { type: 'stdio' } }),
      ]),
    ]
  },
}

function hooksPart({ command, isResident, hookKey }: Content) {
  const handler = (event: string, timeout: number) => ({
    type: 'command',
    command: command(event, isResident && event === 'UserPromptSubmit'),
    timeout,
  })
  return createHooksPart({ dialect: 'json', root: ['hooks'], shape: 'groups' }, [
    {
      name: 'SessionStart',
      matcher: 'startup|resume|clear|compact|fork',
      handlers: [handler('SessionStart', 15)],
    },
    {
      name: 'UserPromptSubmit',
      handlers: [...(isResident ? findResident(hookKey) : []), handler('UserPromptSubmit', 10)],
    },
    { name: 'Stop', handlers: [handler('Stop', 10)] },
    { name: 'SessionEnd', handlers: [handler('SessionEnd', 10)] },
  ])
}

function findResident(hookKey: Content['hookKey']): Handler[] {
  const handler = residentHandler('claude-code', 'UserPromptSubmit', undefined, hookKey?.())
  return handler === undefined ? [] : [{ ...handler }]
}

function findPlugin(place: Place): string | undefined {
  const files = ['settings.json', 'settings.local.json'].map(name =>
    join(settingsFolder(place), name),
  )
  return files.find(isPluginEnabled)
}

function settingsFolder({ env, project }: Place): string {
  return project === undefined ? configFolder(env) : join(project, '.claude')
}

function configFolder(env: Env): string {
  return resolve(env.CLAUDE_CONFIG_DIR || join(homeOf(env), '.claude'))
}

/** The file in which Claude Code keeps a person's MCP servers, among much else. */
function userServers(env: Env): string {
  const older = join(configFolder(env), '.config.json')
  if (existsSync(older)) return older
  return join(env.CLAUDE_CONFIG_DIR ? configFolder(env) : homeOf(env), '.claude.json')
}
