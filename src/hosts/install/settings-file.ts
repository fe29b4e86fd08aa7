import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SvcError, isMissing } from '../../../store/errors.js'
import { writeDurable } from '../../../store/files/atomic.js'
import { listNames } from '../../../store/files/read.js'
import type { FileEdit } from './part.js'

const MOST_LINKS = 16

/** The text of a settings file before and after; nothing is to be done if both are the same. */
export interface SettingsPlan {
  path: string
  /** The text there is; undefined where there is no file. */
  before: string | undefined
  /** The text there is to be; undefined takes the file away. */
  after: string | undefined
  /** `keep`: the old text is kept beside it; `drop`: what was kept has done its work. */
  backup?: 'keep' | 'drop'
}

/** The outcome for a settings file. */
export interface SettingsChange {
  path: string
  changed: boolean
  /** The file as it was before the first installation; undefined where there was none. */
  backup?: string
}

/**
 * Plans a file's edit and writes nothing. Where nothing of svc's is left and nothing else has
 * changed since the installation, the text is the one from before it, byte by byte. Throws
 * INVALID_REQUEST or CONFLICT, naming the file, where a part refuses it.
 */
export function planSettings(edit: FileEdit): SettingsPlan {
  const { path } = edit
  const before = readIfThere(followLinks(path))
  const saved = readIfThere(backupOf(path))
  try {
    return { path, before, ...planText(edit, before, saved) }
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    const message = `${path} ${error.message}; nothing was changed`
    throw new SvcError(error.code, message, { cause: error })
  }
}

function planText(
  { parts, format }: FileEdit,
  before: string | undefined,
  saved: string | undefined,
): Pick<SettingsPlan, 'after' | 'backup'> {
  const start = before === undefined || before.trim() === '' ? format.empty : before
  const isSigned = (one: string) => parts.some(({ part }) => part.isIn?.(one))
  const isFresh = !isSigned(start)
  // A part that could be a person's own goes only with one that is surely svc's.
  const isIdle = isFresh && saved === undefined && !parts.some(({ wanted }) => wanted)
  if (isIdle) return { after: before }
  let text = start
  for (const { part } of parts.filter(({ wanted }) => wanted)) text = part.put(text)
  // The first part goes last: only then is it alone.
  for (const { part } of parts.filter(({ wanted }) => !wanted).reverse()) {
    text = part.take(text, saved)
  }
  if (isSigned(text)) {
    const backup = before === undefined ? (saved === undefined ? undefined : 'drop') : 'keep'
    return { after: text === start ? before : text, ...(isFresh && backup && { backup }) }
  }
  if (saved !== undefined) {
    return { after: format.saysTheSame(text, saved) ? saved : text, backup: 'drop' }
  }
  if (text === start) return { after: before }
  return { after: format.isBlank(text) ? undefined : text }
}

/** True where a plan changes something on the disk. */
export function changesSomething({ before, after, backup }: SettingsPlan): boolean {
  return before !== after || backup !== undefined
}

/**
 * Carries out plans, each file atomically and durably: mode kept, a symbolic link written through,
 * the old text kept as `<name>.svc-backup` until the undo. Answers the folders that were made.
 * Throws CONFLICT where a file changed meanwhile; what was written before that is put back.
 */
export function applySettings(plans: readonly SettingsPlan[]): string[] {
  const done: SettingsPlan[] = []
  const folders: string[] = []
  try {
    for (const plan of plans.filter(changesSomething)) {
      folders.push(...makeFolders(dirname(followLinks(plan.path))))
      done.push(plan)
      applyPlan(plan)
    }
    return folders
  } catch (error) {
    for (const plan of done.reverse()) putBack(plan)
    removeEmptyFolders(folders)
    throw error
  }
}

function applyPlan({ path, before, after, backup }: SettingsPlan): void {
  const target = followLinks(path)
  const saved = backupOf(path)
  if (backup === 'keep' && before !== undefined) writeDurable(saved, before)
  if (before !== after) replaceText(target, before, after)
  if (backup === 'drop') rmSync(saved, { force: true })
}

function putBack({ path, before, after, backup }: SettingsPlan): void {
  const target = followLinks(path)
  if (before !== after && readIfThere(target) === after) replaceText(target, after, before)
  if (backup === 'keep') rmSync(backupOf(path), { force: true })
}

function replaceText(target: string, before: string | undefined, after: string | undefined): void {
  const fence = () => {
    if (readIfThere(target) === before) return
    throw new SvcError('CONFLICT', `${target} was changed by another program; try again`)
  }
  if (after === undefined) {
    fence()
    return rmSync(target, { force: true })
  }
  const mode = statSync(target, { throwIfNoEntry: false })?.mode
  writeDurable(target, after, fence)
  if (mode !== undefined) chmodSync(target, mode & 0o777)
}

/** Makes a folder and its parents; answers those that were missing, the outermost first. */
export function makeFolders(folder: string): string[] {
  const missing: string[] = []
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return missing
}

/** Removes those of some folders that hold nothing (the outermost stands first); answers them. */
export function removeEmptyFolders(folders: readonly string[]): string[] {
  return [...folders].reverse().filter(folder => {
    if (listNames(folder).length > 0) return false
    try {
      rmdirSync(folder)
    } catch {
      return !existsSync(folder)
    }
    return true
  })
}

/** Describes the file of a plan that was carried out. */
export function describeChange(plan: SettingsPlan): SettingsChange {
  const backup = backupOf(plan.path)
  const hasBackup = existsSync(backup)
  return { path: plan.path, changed: changesSomething(plan), ...(hasBackup && { backup }) }
}

function backupOf(path: string): string {
  return `${path}.svc-backup`
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

/** Follows a chain of symbolic links to its end, even if nothing is there yet. */
function followLinks(path: string): string {
  let target = path
  for (let link = 0; link < MOST_LINKS; link++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new SvcError('INVALID_REQUEST', `${path} is a loop of symbolic links`)
}
