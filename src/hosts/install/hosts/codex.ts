import { join, resolve } from 'node:path'
import { orElse } from '../../../../store/errors.js'
import { homeOf } from '../../../../store/files/read.js'
import { residentHandler } from '../../resident.js'
import { valueAt } from '../json-text.js'
import { createHooksPart, type Handler, type HooksPlace } from '../parts/hooks.js'
import { createTomlServerPart, parseToml, TOML_FORMAT } from '../parts/toml.js'
import { createTrustPart } from '../parts/trust.js'
import { readIfThere } from '../settings-file.js'
import { editJson, PLUGIN, type Content, type Env, type Installer, type Place } from './host.js'

/** Codex: hooks.json, and the MCP server's table in config.toml. */
export const installer: Installer = {
  folder: codexFolder,
  plugin: { find: findPlugin, undo: 'codex plugin remove svc@svc' },
  left: 'Codex runs no hook that was not approved: type /hooks in codex, or install with --host codex --trust',
  approve: async asked => (await import('../codex-trust.js')).trustHooks(asked),
  edits: ({ env, project }, content) => {
    const folder = project === undefined ? codexFolder(env) : join(project, '.codex')
    const hooks = join(folder, 'hooks.json')
    const { server } = content
    const entry = { ...server, default_tools_approval_mode: 'approve' }
    return [
      editJson(hooks, 'json', [{ part: hooksPart(content), wanted: true }]),
      {
        path: join(folder, 'config.toml'),
        format: TOML_FORMAT,
        parts: [
          {
            part: createTomlServerPart(['mcp_servers', 'svc'], entry),
            wanted: server !== undefined,
          },
          { part: createTrustPart(hooks, CODEX_HOOKS), wanted: true },
        ],
      },
    ]
  },
}

/** The place of hooks in hooks.json. */
export const CODEX_HOOKS: HooksPlace = { dialect: 'json', root: ['hooks'], shape: 'groups' }

function hooksPart({ command, isResident, hookKey }: Content) {
  const handler = (event: string, timeout: number): Handler => {
    return { type: 'command', command: command(event), timeout }
  }
  // Both would answer: Codex does not tell its hooks whether the server lives.
  const resident = isResident
    ? residentHandler('codex', 'UserPromptSubmit', undefined, hookKey?.())
    : undefined
  const prompt = resident === undefined ? handler('UserPromptSubmit', 10) : { ...resident }
  return createHooksPart(CODEX_HOOKS, [
    { name: 'SessionStart', handlers: [handler('SessionStart', 15)] },
    { name: 'UserPromptSubmit', handlers: [prompt] },
    { name: 'Stop', handlers: [handler('Stop', 10)] },
    // Codex gives the end of a session no more than this.
    { name: 'SessionEnd', handlers: [handler('SessionEnd', 3)] },
  ])
}

function findPlugin({ env, project }: Place): string | undefined {
  const path = join(codexFolder(env), 'config.toml')
  return project === undefined && isPluginIn(path) ? path : undefined
}

/** A file that cannot be read switches nothing on. */
function isPluginIn(path: string): boolean {
  const read = () => parseToml(readIfThere(path) ?? '')
  return valueAt(orElse(read, undefined), ['plugins', PLUGIN, 'enabled']) === true
}

function codexFolder(env: Env): string {
  return resolve(env.CODEX_HOME || join(homeOf(env), '.codex'))
}
