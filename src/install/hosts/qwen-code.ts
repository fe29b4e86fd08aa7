import { join, resolve } from 'node:path'
import { createServerPart } from '../parts/entry.js'
import { createHooksPart } from '../parts/hooks.js'
import { homeOf, jsonFormat, tellPerson, type Content, type Env, type Host } from './host.js'

/** Qwen Code: all in settings.json, with Claude Code's events. */
export const qwenCode: Host = {
  name: 'qwen-code',
  title: 'Qwen Code',
  aliases: ['qwen'],
  programs: ['qwen'],
  folder: qwenFolder,
  tell: tellPerson,
  edits: ({ env, project }, content) => {
    const folder = project === undefined ? qwenFolder(env) : join(project, '.qwen')
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

/** Qwen Code takes numbers below 1000 for seconds. */
function hooksPart({ command }: Content) {
  const events = { SessionStart: 15, UserPromptSubmit: 10, Stop: 10, SessionEnd: 10 }
  return createHooksPart(
    { dialect: 'jsonc', root: ['hooks'], shape: 'groups' },
    Object.entries(events).map(([name, timeout]) => ({
      name,
      handlers: [{ name: 'svc', type: 'command', command: command(name), timeout }],
    })),
  )
}

function qwenFolder(env: Env): string {
  const { QWEN_HOME = '' } = env
  if (QWEN_HOME === '') return join(homeOf(env), '.qwen')
  return resolve(QWEN_HOME.replace(/^~(?=$|[/\\])/, homeOf(env)))
}
