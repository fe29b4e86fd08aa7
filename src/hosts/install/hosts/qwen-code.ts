import { join, resolve } from 'node:path'
import { homeOf } from '../../../../store/files/read.js'
import { editSettings } from './gemini-cli.js'
import type { Env, Installer } from './host.js'

/** Qwen Code: all in settings.json, with Claude Code's events. */
export const installer: Installer = {
  folder: qwenFolder,
  edits: ({ env, project }, content) => {
    const folder = project === undefined ? qwenFolder(env) : join(project, '.qwen')
    return [editSettings(folder, content, TIMEOUTS)]
  },
}

/** Qwen Code takes numbers below 1000 for seconds. */
const TIMEOUTS = { SessionStart: 15, UserPromptSubmit: 10, Stop: 10, SessionEnd: 10 }

function qwenFolder(env: Env): string {
  const { QWEN_HOME = '' } = env
  if (QWEN_HOME === '') return join(homeOf(env), '.qwen')
  return resolve(QWEN_HOME.replace(/^~(?=$|[/\\])/, homeOf(env)))
}
