import { SvcError } from '../../store/errors.js'

/** One handler of Claude Code's settings; other programs' handlers have further fields. */
export interface Handler {
  type?: unknown
  command?: unknown
  timeout?: unknown
}

/** `hooks` of a settings.json: per event a list of groups, each with its handlers. */
export type Hooks = Record<string, { matcher?: unknown; hooks?: Handler[] }[]>

/**
 * The `hooks` of a settings text; {} where it has none. Throws INVALID_REQUEST where the text is
 * not a JSON object or its hooks have a shape that must not be touched.
 */
export function readHooks(text: string): Hooks {
  const settings = parseSettings(text)
  if (!isObject(settings)) throw refuse('is not a JSON object')
  const { hooks } = settings
  if (hooks === undefined) return {}
  if (!isObject(hooks)) throw refuse('has `hooks` that are not an object')
  for (const [event, groups] of Object.entries(hooks)) checkGroups(event, groups)
  return hooks as Hooks
}

/** True for a command that runs svc-hook, wherever it lies. */
export function isOwnCommand(command: unknown): boolean {
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
