import { join, resolve } from 'node:path'
import { createServerPart, createVersionPart } from '../parts/entry.js'
import { createCommandHooks, type HooksPlace } from '../parts/hooks.js'
import {
  homeOf,
  isPluginEnabled,
  jsonFormat,
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
    const { server } = content
    const entry = { type: 'local', command: server?.command, args: server?.args, tools: ['*'] }
    const part = createServerPart(['mcpServers', 'svc'], entry, 'json')
    return [
      {
        path: join(folder, 'hooks', 'svc.json'),
        format: jsonFormat('json'),
        parts: [
          { part: createVersionPart(1, 'json'), wanted: true },
          { part: hooksPart(content), wanted: true },
        ],
      },
      {
        path: join(folder, servers),
        format: jsonFormat('json'),
        parts: [{ part, wanted: server !== undefined }],
      },
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
