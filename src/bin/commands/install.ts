import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { formatHookCommand, planInstall, planUninstall } from '../../install/claude-code.js'
import { changeSettings, locateSettings, type SettingsChange } from '../../install/settings-file.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { locateHook, nameProgram } from '../cli/program.js'
import { renderFields, wrapText } from '../terminal/layout.js'
import { oneLine } from '../terminal/words.js'

const HOSTS: Readonly<Record<string, string>> = {
  'claude-code': 'claude-code',
  claude: 'claude-code',
}

/** What `svc install` did, and what a person should know of it. */
interface Installed {
  change: SettingsChange
  /** What the host runs for each event. */
  command: string
  /** The command line that undoes it. */
  undo: string
  /** What may keep the hooks from working as they do here; '' where nothing does. */
  warning: string
}

/** `svc install --host claude-code`: puts the hooks into the host's settings file. */
export const install: Action<Installed> = {
  async run(call) {
    checkHost(call)
    const hook = locateHook()
    if (!existsSync(hook)) {
      throw new SvcError('NOT_AVAILABLE', `${hook} is missing; npm run build makes it`)
    }
    const command = formatHookCommand(process.execPath, hook, givenDirectory(call))
    const change = changeSettings(settingsPath(call), text => planInstall(text, command))
    await compileHook(hook)
    const undo = `${nameProgram(process.env.PATH)} uninstall --host claude-code`
    const own = call.on('project') ? `${undo} --project` : undo
    return { change, command, undo: own, warning: findWarning(call, hook) }
  },
  toJson: ({ change }) => ({ ok: true, ...change }),
  render: ({ change, command, undo, warning }, { styles, columns }) => {
    const { changed, path, backup } = change
    const rows = [
      ['settings', oneLine(path)],
      ['command', oneLine(command)],
      ['as it was', changed && backup !== undefined ? oneLine(backup) : undefined],
      ['undo', undo],
    ] as const
    const done = changed ? 'installed' : 'already installed, nothing to change'
    return [`Claude Code: ${done}`, ...renderFields(rows, styles), ...wrapText(warning, columns)]
  },
}

/** `svc uninstall --host claude-code`: takes the hooks out again and leaves the rest as it was. */
export const uninstall: Action<SettingsChange> = {
  async run(call) {
    checkHost(call)
    return changeSettings(settingsPath(call), planUninstall)
  },
  toJson: change => ({ ok: true, ...change }),
  render: ({ changed, path, backup }, { styles }) => {
    const rows = [
      ['settings', oneLine(path)],
      ['as it was', backup === undefined ? undefined : oneLine(backup)],
    ] as const
    const done = changed ? 'uninstalled' : 'not installed, nothing to change'
    return [`Claude Code: ${done}`, ...renderFields(rows, styles)]
  },
}

function givenDirectory(call: Call): string | undefined {
  const directory = call.text('data-dir')
  return directory === undefined ? undefined : resolve(directory)
}

function checkHost(call: Call): void {
  const host = call.text('host') ?? ''
  if (Object.hasOwn(HOSTS, host)) return
  throw new UsageError(`unknown host ${host}; known: claude-code`, call.command)
}

function settingsPath(call: Call): string {
  return locateSettings(process.env, call.on('project') ? process.cwd() : undefined)
}

/** A package brings no compiled code, because it belongs to this machine's Node: a tenth of a call. */
async function compileHook(hook: string): Promise<void> {
  const program = join(dirname(hook), 'hook.cjs')
  try {
    const { writeHookCache } = await import('../hook/cache.js')
    const { compiledPath } = await import('../hook/program.js')
    if (!existsSync(compiledPath(program))) await writeHookCache(program)
  } catch {
    // A folder that only its owner may write to: the hook works without, only slower.
  }
}

function findWarning(call: Call, hook: string): string {
  if (hook.split(/[\\/]/).includes('_npx')) {
    return "npx's cache may be emptied and the hooks with it: npm install -g agent-memory-service"
  }
  if (!process.env.SVC_DATA_DIR || call.text('data-dir') !== undefined) return ''
  const where = 'SVC_DATA_DIR is set in this shell; where Claude Code is started without it,'
  return `${where} its hooks use another store. --data-dir "$SVC_DATA_DIR" puts it into the command.`
}
