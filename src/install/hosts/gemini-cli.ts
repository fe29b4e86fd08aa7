import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServerPart } from '../parts/entry.js'
import { createHooksPart } from '../parts/hooks.js'
import {
  homeOf,
  jsonFormat,
  tellPerson,
  type Content,
  type Env,
  type Host,
  type Place,
} from './host.js'

/** Gemini CLI: all in settings.json, which it may write anew itself. */
export const geminiCli: Host = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  aliases: ['gemini'],
  programs: ['gemini'],
  folder: geminiFolder,
  tell: tellPerson,
  plugin: { find: findExtension, undo: 'gemini extensions uninstall svc' },
  edits: ({ env, project }, content) => {
    const folder = project === undefined ? geminiFolder(env) : join(project, '.gemini')
    const { server } = content
    const entry = { command: server?.command, args: server?.args, trust: true }
    const part = createServerPart(['mcpServers', 'svc'], entry, 'jsonc')
    return [
      {
        path: join(folder, 'settings.json'),
        format: jsonFormat('jsonc'),
        parts: [
          { part: hooksPart(content), wanted: true },
          { part, wanted: server !== undefined },
        ],
      },
    ]
  },
}

/** Gemini CLI counts milliseconds. */
function hooksPart({ command }: Content) {
  const events = {
    SessionStart: 15_000,
    BeforeAgent: 10_000,
    AfterAgent: 10_000,
    SessionEnd: 10_000,
  }
  return createHooksPart(
    { dialect: 'jsonc', root: ['hooks'], shape: 'groups' },
    Object.entries(events).map(([name, timeout]) => ({
      name,
      handlers: [{ name: 'svc', type: 'command', command: command(name), timeout }],
    })),
  )
}

function findExtension({ env, project }: Place): string | undefined {
  const path = join(geminiFolder(env), 'extensions', 'svc', 'gemini-extension.json')
  return project === undefined && existsSync(path) ? path : undefined
}

function geminiFolder(env: Env): string {
  return join(resolve(env.GEMINI_CLI_HOME || homeOf(env)), '.gemini')
}
