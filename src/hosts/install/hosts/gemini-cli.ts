import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { homeOf } from '../../../../store/files/read.js'
import type { FileEdit } from '../part.js'
import { serverAmong } from '../parts/entry.js'
import { createCommandHooks, type HooksPlace } from '../parts/hooks.js'
import { editJson, type Content, type Env, type Installer, type Place } from './host.js'

/** Gemini CLI: all in settings.json, which it may write anew itself. */
export const installer: Installer = {
  folder: geminiFolder,
  plugin: { find: findExtension, undo: 'gemini extensions uninstall svc' },
  edits: ({ env, project }, content) => {
    const folder = project === undefined ? geminiFolder(env) : join(project, '.gemini')
    return [editSettings(folder, content, TIMEOUTS)]
  },
}

/** Gemini CLI counts milliseconds. */
const TIMEOUTS = {
  SessionStart: 15_000,
  BeforeAgent: 10_000,
  AfterAgent: 10_000,
  SessionEnd: 10_000,
}

/** Hooks and the MCP server in the settings.json of a folder, as hosts of Gemini CLI's kind have it. */
export function editSettings(
  folder: string,
  { command, server }: Content,
  timeouts: Readonly<Record<string, number>>,
): FileEdit {
  const place: HooksPlace = { dialect: 'jsonc', root: ['hooks'], shape: 'groups' }
  const hooks = createCommandHooks(place, timeouts, command, { name: 'svc', type: 'command' })
  return editJson(join(folder, 'settings.json'), 'jsonc', [
    { part: hooks, wanted: true },
    serverAmong(server, 'jsonc', { after: { trust: true } }),
  ])
}

function findExtension({ env, project }: Place): string | undefined {
  const path = join(geminiFolder(env), 'extensions', 'svc', 'gemini-extension.json')
  return project === undefined && existsSync(path) ? path : undefined
}

function geminiFolder(env: Env): string {
  return join(resolve(env.GEMINI_CLI_HOME || homeOf(env)), '.gemini')
}
