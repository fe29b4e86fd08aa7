import { join, resolve } from 'node:path'
import { homeOf } from '../../../../store/files/read.js'
import { createVersionPart, serverAmong } from '../parts/entry.js'
import { createCommandHooks, type HooksPlace } from '../parts/hooks.js'
import {
  editJson,
  isPluginEnabled,
  type Content,
  type Env,
  type Installer,
  type Place,
} from './host.js'

/** Copilot CLI: a hooks file of svc's own beside those of others, and its file of MCP servers. */
export const installer: Installer = {
  folder: copilotFolder,
  plugin: { find: findPlugin, undo: 'copilot plugin uninstall svc@svc' },
  edits: ({ env, project }, content) => {
    const folder = project === undefined ? copilotFolder(env) : join(project, '.github')
    const servers = project === undefined ? 'mcp-config.json' : 'mcp.json'
    const fields = { before: { type: 'local' }, after: { tools: ['*'] } }
    return [
      editJson(join(folder, 'hooks', 'svc.json'), 'json', [
        { part: createVersionPart('json'), wanted: true },
        { part: hooksPart(content), wanted: true },
      ]),
      editJson(join(folder, servers), 'json', [serverAmong(content.server, 'json', fields)]),
    ]
  },
}

/** Names in this case, because payloads of the others do not name their event; seconds. */
const TIMEOUTS = { SessionStart: 15, UserPromptSubmit: 10, Stop: 10, SessionEnd: 10 }

function hooksPart({ command }: Content) {
  const place: HooksPlace = { dialect: 'json', root: ['hooks'], shape: 'flat' }
  return createCommandHooks(place, TIMEOUTS, command, { type: 'command' })
}

function findPlugin({ env, project }: Place): string | undefined {
  const path = join(copilotFolder(env), 'settings.json')
  return project === undefined && isPluginEnabled(path) ? path : undefined
}

function copilotFolder(env: Env): string {
  return resolve(env.COPILOT_HOME || join(homeOf(env), '.copilot'))
}
