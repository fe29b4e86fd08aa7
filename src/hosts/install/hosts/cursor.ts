import { join } from 'node:path'
import { createServerPart, createVersionPart } from '../parts/entry.js'
import { createCommandHooks, type HooksPlace } from '../parts/hooks.js'
import { homeOf, jsonFormat, type Content, type Installer } from './host.js'

/** Cursor: hooks.json and mcp.json. */
export const installer: Installer = {
  folder: env => join(homeOf(env), '.cursor'),
  edits: ({ env, project }, content) => {
    const folder = join(project ?? homeOf(env), '.cursor')
    const { server } = content
    const entry = { command: server?.command, args: server?.args }
    const part = createServerPart(['mcpServers', 'svc'], entry, 'jsonc')
    return [
      {
        path: join(folder, 'hooks.json'),
        format: jsonFormat('jsonc'),
        parts: [
          { part: createVersionPart(1, 'jsonc'), wanted: true },
          { part: hooksPart(content), wanted: true },
        ],
      },
      {
        path: join(folder, 'mcp.json'),
        format: jsonFormat('jsonc'),
        parts: [{ part, wanted: server !== undefined }],
      },
    ]
  },
}

/** Cursor's reply comes before its `stop`, in an event of its own; seconds. */
const TIMEOUTS = {
  sessionStart: 15,
  beforeSubmitPrompt: 10,
  afterAgentResponse: 10,
  stop: 10,
  sessionEnd: 10,
}

function hooksPart({ command }: Content) {
  const place: HooksPlace = { dialect: 'jsonc', root: ['hooks'], shape: 'flat' }
  return createCommandHooks(place, TIMEOUTS, command)
}
