import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { formatHookCommand, planInstall, planUninstall } from '../../install/claude-code.js'
import { changeSettings, locateSettings, type SettingsChange } from '../../install/settings-file.js'
import { UsageError, type Call } from '../cli/command.js'
import { locateHook, nameProgram } from '../cli/program.js'
import { renderFields, wrapText } from '../terminal/layout.js'
import { formatJson, oneLine } from '../terminal/words.js'

const HOSTS: Readonly<Record<string, string>> = {
  'claude-code': 'claude-code',
  claude: 'claude-code',
}

/** `svc install --host claude-code`: puts the hooks into the host's settings file. */
export async function runInstall(call: Call): Promise<void> {
  checkHost(call)
  const hook = locateHook()
  if (!existsSync(hook)) {
    throw new SvcError('NOT_AVAILABLE', `${hook} is missing; npm run build makes it`)
  }
  const command = formatHookCommand(process.execPath, hook, givenDirectory(call))
  const change = changeSettings(settingsPath(call), text => planInstall(text, command))
  await compileHook(hook)
  if (call.json) return call.screen.print(formatJson({ ok: true, ...change }))
  call.screen.print(describe(call, change, command))
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

/** `svc uninstall --host claude-code`: takes the hooks out again and leaves the rest as it was. */
export async function runUninstall(call: Call): Promise<void> {
  checkHost(call)
  const change = changeSettings(settingsPath(call), planUninstall)
  if (call.json) return call.screen.print(formatJson({ ok: true, ...change }))
  const done = change.changed ? 'uninstalled' : 'not installed, nothing to change'
  const rows = [
    ['settings', oneLine(change.path)],
    ['as it was', change.backup === undefined ? undefined : oneLine(change.backup)],
  ] as const
  call.screen.print([`Claude Code: ${done}`, ...renderFields(rows, call.screen.styles)])
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

function describe(
  call: Call,
  { changed, path, backup }: SettingsChange,
  command: string,
): string[] {
  const undo = `${nameProgram(process.env.PATH)} uninstall --host claude-code`
  const rows = [
    ['settings', oneLine(path)],
    ['command', oneLine(command)],
    ['as it was', changed && backup !== undefined ? oneLine(backup) : undefined],
    ['undo', call.on('project') ? `${undo} --project` : undo],
  ] as const
  const done = changed ? 'installed' : 'already installed, nothing to change'
  const { styles, columns } = call.screen
  return [`Claude Code: ${done}`, ...renderFields(rows, styles), ...wrapText(warn(call), columns)]
}

/** What may keep the hooks from working as they do here; '' where nothing does. */
function warn(call: Call): string {
  if (locateHook().split(/[\\/]/).includes('_npx')) {
    return "npx's cache may be emptied and the hooks with it: npm install -g agent-memory-service"
  }
  if (!process.env.SVC_DATA_DIR || call.text('data-dir') !== undefined) return ''
  const where = 'SVC_DATA_DIR is set in this shell; where Claude Code is started without it,'
  return `${where} its hooks use another store. --data-dir "$SVC_DATA_DIR" puts it into the command.`
}
