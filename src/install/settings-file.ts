import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { SvcError, isMissing } from '../../store/errors.js'
import { writeDurable } from '../../store/files/atomic.js'

const MOST_LINKS = 16

/** What became of a settings file. */
export interface SettingsChange {
  path: string
  changed: boolean
  /** The file as it was before the first installation; undefined where there was none. */
  backup?: string
}

/**
 * Claude Code's settings file: the project's with `project`, else the user's in $CLAUDE_CONFIG_DIR
 * or ~/.claude.
 */
export function locateSettings(env: Record<string, string | undefined>, project?: string): string {
  if (project !== undefined) return join(project, '.claude', 'settings.json')
  const folder = env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude')
  return join(resolve(folder), 'settings.json')
}

/**
 * Applies a plan to a settings file, atomically and durably: mode kept, a symbolic link written
 * through. A first installation keeps the old file as `settings.json.svc-backup`; the
 * undo that leads back to it removes it. Throws
 * INVALID_REQUEST naming the file where the plan refuses it, CONFLICT where it changed meanwhile.
 */
export function changeSettings(
  path: string,
  plan: (text: string | undefined, backup: string | undefined) => Plan,
): SettingsChange {
  const target = followLinks(path)
  const backup = `${path}.svc-backup`
  const text = readIfThere(target)
  const saved = readIfThere(backup)
  const planned = planFor(path, () => plan(text, saved))
  if ('unchanged' in planned) return { path, changed: false }
  const isMadeByUs = text === undefined || (planned.fresh === undefined && saved === undefined)
  if (planned.fresh === true && text !== undefined) writeDurable(backup, text)
  if (isMadeByUs && isBlank(planned.text)) rmSync(target, { force: true })
  else replaceSettings(target, text, planned.text)
  if (planned.text === saved) rmSync(backup)
  return { path, changed: true, ...(existsSync(backup) && { backup }) }
}

/** The text of a file, byte-order mark included; undefined where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return undefined
    const message = `${path} cannot be read (${(cause as Error).message})`
    throw new SvcError('INVALID_REQUEST', message, { cause })
  }
}

function planFor(path: string, plan: () => Plan): Plan {
  try {
    return plan()
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    const message = `${path} ${error.message}; nothing was changed`
    throw new SvcError(error.code, message, { cause: error })
  }
}

function replaceSettings(target: string, before: string | undefined, after: string): void {
  const mode = statSync(target, { throwIfNoEntry: false })?.mode
  writeDurable(target, after, () => {
    if (readIfThere(target) === before) return
    throw new SvcError('CONFLICT', `${target} was changed by another program; try again`)
  })
  if (mode !== undefined) chmodSync(target, mode & 0o777)
}

/** Where a chain of symbolic links ends, also where nothing is there yet. */
function followLinks(path: string): string {
  let target = path
  for (let link = 0; link < MOST_LINKS; link++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new SvcError('INVALID_REQUEST', `${path} is a loop of symbolic links`)
}

function isBlank(text: string): boolean {
  return text.trim() === '{}'
}

/**
 * The new text of a settings file, or `unchanged` where it is right as it is. `fresh`: nothing of
 * ours was in it before, so the old text is what an undo should lead back to.
 */
export type Plan = { text: string; fresh?: boolean } | { unchanged: true }
