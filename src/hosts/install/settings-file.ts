import { accessSync, constants, existsSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errnoOf, nameFault, orElse, SvcError } from '../../../store/errors.js'
import {
  abandonedOf,
  removeFile,
  replaceDurable,
  writeDurable,
} from '../../../store/files/atomic.js'
import { listNames, readRegularFile, toRealPath, type ReadSkip } from '../../../store/files/read.js'
import type { FileEdit } from './part.js'
import { asOwner, findTarget, makeFolders } from './target.js'

/** More than any settings file holds; the largest are those in which a host keeps its history too. */
const MOST_MB = 32

/** A byte-order mark stays in the text; what is no UTF-8 throws. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a settings file before and after; nothing is to be done if both are the same. */
export interface SettingsPlan {
  path: string
  /** The real path of the folder out of which no link may lead; any may where it is missing. */
  root?: string | undefined
  /** The text there is; undefined where there is no file. */
  before: string | undefined
  /** The text there is to be; undefined takes the file away. */
  after: string | undefined
  /** `keep`: the old text is kept beside it; `drop`: what was kept has done its work. */
  backup?: 'keep' | 'drop'
  /** Temporary files that an installation left beside it that was killed; they go. */
  abandoned?: readonly string[]
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
 * INVALID_REQUEST or CONFLICT, naming the file, where a part refuses it, where a link leads out of
 * `root`, and for a file that cannot be replaced by one of the same names and owner.
 */
export function planSettings(edit: FileEdit, root?: string): SettingsPlan {
  const { path } = edit
  const [before, saved] = telling('', () => [path, backupOf(path)].map(one => readIn(one, root)))
  const planned = telling(`${path} `, () => planText(edit, before, saved))
  if (before !== planned.after) telling(`${path} `, () => refuseShared(findTarget(path)))
  const abandoned = findAbandoned(path, root)
  const more = { ...(root !== undefined && { root }), ...(abandoned.length > 0 && { abandoned }) }
  return { path, before, ...planned, ...more }
}

/**
 * The temporary files that killed installations left beside a settings file, and outside of `root` none;
 * [] where it cannot be looked at.
 */
export function findAbandoned(path: string, root?: string): string[] {
  return orElse(() => {
    const places = [path, backupOf(path)].map(one => findTarget(one, root))
    return places.flatMap(abandonedOf)
  }, [])
}

/** Puts the name of a file before what is refused of it. */
function telling<T>(name: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    const message = `${name}${error.message}; nothing was changed`
    throw new SvcError(error.code, message, { cause: error })
  }
}

function readIn(path: string, root: string | undefined): string | undefined {
  findTarget(path, root)
  return readIfThere(path)
}

/** A file is replaced by another one, which has one name; root alone may give it to somebody else. */
function refuseShared(target: string): void {
  const stats = statSync(target, { throwIfNoEntry: false })
  if (stats === undefined) return
  const { nlink, uid } = stats
  if (nlink > 1) {
    const names = `has ${nlink} names (hard links), of which one alone would be written`
    throw new SvcError('INVALID_REQUEST', `${names}: make it a file of its own, or a link (ln -s)`)
  }
  const user = process.geteuid?.() ?? uid
  if (user !== 0 && user !== uid) throw foreignError(stats, user)
}

function foreignError({ uid, gid }: { uid: number; gid: number }, user?: number): SvcError {
  const whose = `belongs to user ${uid} and group ${gid}, not to ${user ?? 'this user'}`
  return new SvcError('INVALID_REQUEST', `${whose}: chown it, or do this as its owner`)
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
export function changesSomething({ before, after, backup, abandoned }: SettingsPlan): boolean {
  return before !== after || backup !== undefined || abandoned !== undefined
}

/**
 * Carries out plans, each file atomically and durably: owner and mode kept, a symbolic link written
 * through, the old text kept as `<name>.svc-backup` until the undo. Answers the folders that were made.
 * Throws CONFLICT where a file changed meanwhile; what was written before that is put back.
 */
export function applySettings(plans: readonly SettingsPlan[]): string[] {
  const done: SettingsPlan[] = []
  const folders: string[] = []
  try {
    for (const plan of plans.filter(changesSomething)) {
      folders.push(...makeFolders(dirname(findTarget(plan.path, plan.root))))
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

function applyPlan(plan: SettingsPlan): void {
  const { path, before, after, backup, abandoned = [] } = plan
  const saved = backupOf(path)
  if (backup === 'keep' && before !== undefined) {
    const file = findTarget(path)
    asOwner(dirname(saved), () => writeDurable(saved, before), { file, path })
  }
  if (before !== after) replaceText(plan, before, after)
  if (backup === 'drop') rmSync(saved, { force: true })
  abandoned.forEach(removeFile)
}

function putBack(plan: SettingsPlan): void {
  const { path, before, after, backup } = plan
  if (before !== after && readIfThere(path) === after) replaceText(plan, after, before)
  if (backup === 'keep') rmSync(backupOf(path), { force: true })
}

function replaceText(
  { path, root }: SettingsPlan,
  before: string | undefined,
  after: string | undefined,
): void {
  const target = findTarget(path, root)
  const fence = () => {
    if (readIfThere(target) === before && findTarget(path, root) === target) return
    throw new SvcError('CONFLICT', `${target} was changed by another program; try again`)
  }
  const write = () => {
    if (after !== undefined) return writeKeeping(target, after, fence)
    fence()
    rmSync(target, { force: true })
  }
  asOwner(dirname(target), write, { file: target, path })
}

/** A new file is its owner's alone. */
function writeKeeping(target: string, text: string, fence: () => void): void {
  const stats = statSync(target, { throwIfNoEntry: false })
  if (stats === undefined) return writeDurable(target, text, fence)
  try {
    replaceDurable(target, text, stats, fence)
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') throw error
    const { code, message } = foreignError(stats)
    throw new SvcError(code, `${target} ${message}`, { cause: error })
  }
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

/**
 * The text of a file, byte-order mark included; undefined where there is none. Throws INVALID_REQUEST,
 * naming the path, for what is no regular file, larger than 32 MB, not UTF-8 or not to be read: nothing
 * of that is waited for.
 */
export function readIfThere(path: string): string | undefined {
  const real = toRealPath(path) ?? path
  const found = readRegularFile(dirname(real), real, { maxBytes: MOST_MB * 1024 * 1024 })
  if ('skip' in found) {
    if (found.skip === 'missing') return undefined
    throw new SvcError('INVALID_REQUEST', `${path} ${tellSkip(path, found.skip)}`)
  }
  try {
    if (!found.bytes.includes(0)) return UTF8.decode(found.bytes)
  } catch {
    // Said below.
  }
  throw new SvcError('INVALID_REQUEST', `${path} is not UTF-8 text: save it as that in an editor`)
}

function tellSkip(path: string, skip: ReadSkip): string {
  if (skip === 'not a file') return 'is no regular file: move it away'
  if (skip === 'too large') return `is larger than ${MOST_MB} MB: move it away`
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    return `cannot be read: ${nameFault(error) ?? (error as Error).message}`
  }
  return 'cannot be read'
}
