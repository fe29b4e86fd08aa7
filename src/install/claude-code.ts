import { existsSync } from 'node:fs'
import { SvcError } from '../../store/errors.js'
import type { DoctorFinding } from '../types.js'
import { insertValue, removeValue, replaceValue, type JsonPath } from './json-edit.js'
import { type Plan, locateSettings, readIfThere } from './settings-file.js'

/** One handler of Claude Code's settings; other programs' handlers have further fields. */
interface Handler {
  type?: unknown
  command?: unknown
  timeout?: unknown
}

/** `hooks` of a settings.json: per event a list of groups, each with its handlers. */
type Hooks = Record<string, { matcher?: unknown; hooks?: Handler[] }[]>

/**
 * The `hooks` of a settings text; {} where it has none. Throws INVALID_REQUEST where the text is
 * not a JSON object or its hooks have a shape that must not be touched.
 */
function readHooks(text: string): Hooks {
  const settings = parseSettings(text)
  if (!isObject(settings)) throw refuse('is not a JSON object')
  const { hooks } = settings
  if (hooks === undefined) return {}
  if (!isObject(hooks)) throw refuse('has `hooks` that are not an object')
  for (const [event, groups] of Object.entries(hooks)) checkGroups(event, groups)
  return hooks as Hooks
}

/** True for a command that runs svc-hook, wherever it lies. */
function isOwnCommand(command: unknown): boolean {
  return (
    typeof command === 'string' && /(^|[\s/\\"'])svc-hook(\.[cm]?js|\.cmd)?(["'\s]|$)/.test(command)
  )
}

function parseSettings(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    const [where] = /line \d+ column \d+/.exec((cause as Error).message) ?? []
    const place = where === undefined ? '' : ` (${where})`
    throw refuse(`is not valid JSON${place}; comments and trailing commas are not`, cause)
  }
}

function checkGroups(event: string, groups: unknown): void {
  if (!Array.isArray(groups)) throw refuse(`has \`hooks.${event}\` that is not a list`)
  for (const group of groups as unknown[]) {
    const isSound = isObject(group) && (group.hooks === undefined || isList(group.hooks))
    if (!isSound) throw refuse(`has \`hooks.${event}\` with an entry that is not a group of hooks`)
  }
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The caller puts the file's name before the phrase. */
function refuse(why: string, cause?: unknown): SvcError {
  return new SvcError('INVALID_REQUEST', why, { cause })
}

/** The events that svc hooks into, with Claude Code's time limit in seconds. */
const EVENTS: readonly { name: string; timeout: number; matcher?: string }[] = [
  { name: 'SessionStart', timeout: 15, matcher: 'startup|resume|clear|compact|fork' },
  { name: 'UserPromptSubmit', timeout: 10 },
  { name: 'Stop', timeout: 10 },
  { name: 'SessionEnd', timeout: 10 },
]

/** The events of ours for which a settings text has no handler of ours. Throws as `planInstall`. */
export function findMissingEvents(settings: string): string[] {
  return EVENTS.map(event => event.name).filter(name => !hasOwn(settings, name))
}

/** The commands of svc's handlers in a settings text. Throws as `planInstall`. */
export function findOwnCommands(settings: string): string[] {
  const hooks = readHooks(settings)
  const own = Object.keys(hooks).flatMap(name => findOwn(hooks, name))
  return [...new Set(own.map(({ handler }) => String(handler.command)))]
}

/** The shell command of a hook: absolute, so that it runs with any PATH. */
export function formatHookCommand(node: string, hook: string, dataDir?: string): string {
  const place = dataDir === undefined ? '' : `SVC_DATA_DIR=${quote(dataDir)} `
  return `${place}${quote(node)} ${quote(hook)} --host claude-code`
}

/**
 * Puts svc's handlers into the text of a settings.json (undefined: no file yet). What else is in
 * it keeps every byte. Handlers of an earlier installation are updated where they stand. Throws
 * INVALID_REQUEST on a text that is not a JSON object or whose `hooks` have another shape.
 */
export function planInstall(settings: string | undefined, command: string): Plan {
  const before = settings === undefined || settings.trim() === '' ? '{}\n' : settings
  const fresh = !Object.keys(readHooks(before)).some(name => hasOwn(before, name))
  let text = before
  for (const event of EVENTS) text = installEvent(text, event, command)
  return text === before ? { unchanged: true } : { text, fresh }
}

/**
 * Takes svc's handlers out again, and the groups, lists and keys that become empty by it, unless
 * the text from before the installation (`backup`) had them. Where nothing else has changed since,
 * the result is that text, byte by byte. Throws as `planInstall`.
 */
export function planUninstall(settings: string | undefined, backup?: string): Plan {
  if (settings === undefined || settings.trim() === '') return { unchanged: true }
  const hooks = readHooks(settings)
  const before = backup === undefined ? {} : readBackup(backup)
  let text = settings
  for (const name of Object.keys(hooks)) text = uninstallEvent(text, name, before)
  if (text === settings) return { unchanged: true }
  const left = readHooks(text)
  if (Object.keys(left).length === 0 && before.hooks === undefined && 'hooks' in toObject(text)) {
    text = removeValue(text, ['hooks'])
  }
  return { text: backup !== undefined && isSameJson(text, backup) ? backup : text }
}

function installEvent(text: string, event: (typeof EVENTS)[number], command: string): string {
  const { name, timeout, matcher } = event
  const [first, ...others] = findOwn(readHooks(text), name)
  if (first === undefined) {
    const handler = { type: 'command', command, timeout }
    const group = { ...(matcher !== undefined && { matcher }), hooks: [handler] }
    return insertGroup(text, name, group)
  }
  let changed = text
  for (const other of others.reverse()) changed = removeHandler(changed, name, other)
  const path = pathOf(name, first)
  const handler = first.handler
  if (handler.command !== command) changed = replaceValue(changed, [...path, 'command'], command)
  if (handler.timeout === undefined) return insertValue(changed, path, 'timeout', timeout)
  if (handler.timeout === timeout) return changed
  return replaceValue(changed, [...path, 'timeout'], timeout)
}

function insertGroup(text: string, name: string, group: object): string {
  const settings = toObject(text)
  if (settings.hooks === undefined) return insertValue(text, [], 'hooks', { [name]: [group] })
  if (!Object.hasOwn(settings.hooks, name)) return insertValue(text, ['hooks'], name, [group])
  return insertValue(text, ['hooks', name], undefined, group)
}

function uninstallEvent(text: string, name: string, before: { hooks?: Hooks }): string {
  let changed = text
  for (const own of findOwn(readHooks(text), name).reverse()) {
    changed = removeHandler(changed, name, own)
  }
  const isEmptied = changed !== text && readHooks(changed)[name]?.length === 0
  const wasThere = before.hooks !== undefined && Object.hasOwn(before.hooks, name)
  return isEmptied && !wasThere ? removeValue(changed, ['hooks', name]) : changed
}

/** A group that loses its last handler goes with it. */
function removeHandler(text: string, name: string, own: OwnHandler): string {
  const group = readHooks(text)[name]?.[own.group]
  if (group?.hooks?.length === 1) return removeValue(text, ['hooks', name, own.group])
  return removeValue(text, pathOf(name, own))
}

interface OwnHandler {
  group: number
  place: number
  handler: Handler
}

function findOwn(hooks: Hooks, name: string): OwnHandler[] {
  return (hooks[name] ?? []).flatMap((group, at) =>
    (group.hooks ?? [])
      .map((handler, place) => ({ group: at, place, handler }))
      .filter(({ handler }) => isOwnCommand(handler.command)),
  )
}

function hasOwn(text: string, name: string): boolean {
  return findOwn(readHooks(text), name).length > 0
}

function pathOf(name: string, { group, place }: OwnHandler): JsonPath {
  return ['hooks', name, group, 'hooks', place]
}

function readBackup(backup: string): { hooks?: Hooks } {
  try {
    return backup.trim() === '' ? {} : toObject(backup)
  } catch {
    return {}
  }
}

function isSameJson(text: string, backup: string): boolean {
  const other = backup.trim() === '' ? '{}' : backup
  return JSON.stringify(toObject(text)) === JSON.stringify(toObject(other))
}

function toObject(text: string): { hooks?: Hooks } {
  readHooks(text)
  return JSON.parse(text.replace(/^\ufeff/, '')) as { hooks?: Hooks }
}

function quote(word: string): string {
  return `"${word.replace(/["$`\\]/g, '\\$&')}"`
}

/**
 * How svc's hooks stand in Claude Code's settings, the user's and the project's: remarks, or []
 * where all is well. `install` is the command that puts it right.
 */
export function checkClaudeCode(
  env: Record<string, string | undefined>,
  project: string,
  install: string,
): DoctorFinding[] {
  const paths = [locateSettings(env), locateSettings(env, project)]
  const checked = [...new Set(paths)].map(path => checkFile(path, install))
  const found = checked.flat()
  if (checked.some(findings => findings !== undefined)) return found.filter(isFinding)
  const message = `Claude Code does not run svc's hooks; ${install} changes that`
  return [{ level: 'remark', check: 'hook-not-installed', message }]
}

/** Undefined where the file has no hook of ours. */
function checkFile(path: string, install: string): DoctorFinding[] | undefined {
  try {
    const text = readIfThere(path)
    const commands = text === undefined ? [] : findOwnCommands(text)
    if (text === undefined || commands.length === 0) return undefined
    return [...checkCommands(path, commands, install), ...checkEvents(path, text, install)]
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    const message = error.message.includes(path) ? error.message : `${path} ${error.message}`
    return [{ level: 'remark', check: 'hook-settings', message, path }]
  }
}

function checkCommands(path: string, commands: string[], install: string): DoctorFinding[] {
  return commands.flatMap(findGone).map(gone => ({
    level: 'remark',
    check: 'hook-broken',
    message: `the hook in ${path} starts ${gone}, which is gone; ${install} mends it`,
    path,
  }))
}

function checkEvents(path: string, text: string, install: string): DoctorFinding[] {
  const missing = findMissingEvents(text)
  if (missing.length === 0) return []
  const message = `the hooks in ${path} lack ${missing.join(', ')}; ${install} adds them`
  return [{ level: 'remark', check: 'hook-incomplete', message, path }]
}

/** The quoted absolute paths of a command that do not exist (any more). */
function findGone(command: string): string[] {
  const quoted = [...command.matchAll(/(=?)"((?:[^"\\]|\\.)*)"/g)]
  const words = quoted
    .filter(([, assigned]) => assigned === '')
    .map(([, , word = '']) => word.replace(/\\(.)/g, '$1'))
  return words.filter(word => /^(\/|[A-Za-z]:)/.test(word) && !existsSync(word))
}

function isFinding(finding: DoctorFinding | undefined): finding is DoctorFinding {
  return finding !== undefined
}
