import { join } from 'node:path'
import { homeOf } from '../../../../store/files/read.js'
import { createVersionPart, serverAmong } from '../parts/entry.js'
import { createCommandHooks, type HooksPlace } from '../parts/hooks.js'
import { editJson, type Content, type Installer } from './host.js'

/** Cursor: hooks.json and mcp.json. */
export const installer: Installer = {
  folder: env => join(homeOf(env), '.cursor'),
  edits: ({ env, project }, content) => {
    const folder = join(project ?? homeOf(env), '.cursor')
    return [
      editJson(join(folder, 'hooks.json'), 'jsonc', [
        { part: createVersionPart('jsonc'), wanted: true },
        { part: hooksPart(content), wanted: true },
      ]),
      editJson(join(folder, 'mcp.json'), 'jsonc', [serverAmong(content.server, 'jsonc')]),
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
