import { existsSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { dropTemporaries, writeDurable } from '../../../store/files/atomic.js'
import { withLock } from '../../../store/files/lock.js'
import {
  findPlaceFault,
  launcherFolder,
  writeLaunchers,
  type Launched,
  removeLaunchers,
} from './launcher.js'
import {
  applySettings,
  changesSomething,
  describeChange,
  removeEmptyFolders,
  type SettingsChange,
  type SettingsPlan,
  readIfThere,
} from './settings-file.js'
import { asOwner, makeFolders } from './target.js'

/** A host that writes its settings at this very moment is given way to this often. */
const TRIES = 3

/**
 * Carries out what `plan` plans for one host, in a person's own files: the launchers first, so that
 * no hook ever names one that is missing. Throws what `plan` throws, before anything is written, and
 * NOT_AVAILABLE where launchers cannot be started. Launchers that were not there go where it fails.
 */
export async function applyInstall(
  plan: () => SettingsPlan[],
  launched: Launched,
): Promise<SettingsChange[]> {
  const { dataDir } = launched
  plan()
  return locked(dataDir, async made => {
    writeLaunchers(launched)
    try {
      await refuseUnstarted(dataDir)
      const { plans, folders } = tryApply(plan)
      const files = plans.filter(({ after }) => after !== undefined).map(({ path }) => path)
      noteMade(dataDir, files, [...made, ...folders])
      return plans.map(describeChange)
    } catch (error) {
      if (made.length > 0) removeLaunchers(dataDir)
      throw error
    }
  })
}

/** Throws NOT_AVAILABLE where the launchers of a data directory lie where no program can be started. */
export async function refuseUnstarted(dataDir: string): Promise<void> {
  const fault = await findPlaceFault(dataDir)
  if (fault === undefined) return
  const { path, message, mend } = fault
  throw new SvcError('NOT_AVAILABLE', `${path} ${message}: ${mend}`)
}

/**
 * The undo. With the last of the files that name the launchers of a data directory go these, and
 * the folders that were made for them.
 */
export async function applyUninstall(
  plan: () => SettingsPlan[],
  dataDirs: readonly string[],
): Promise<SettingsChange[]> {
  const { plans } = tryApply(plan)
  const paths = plans.map(({ path }) => path)
  for (const dataDir of dataDirs.filter(dir => existsSync(launcherFolder(dir)))) {
    const emptied = await locked(dataDir, () => {
      dropTemporaries(launcherFolder(dataDir))
      return forgetMade(dataDir, paths)
    })
    removeEmptyFolders([...emptied, launcherFolder(dataDir)])
    removeEmptyFolders(emptied)
  }
  return plans.map(describeChange)
}

/**
 * The same for the files of a project: these name nothing of this machine. Folders that a removed
 * file leaves empty go, because git does not know them either.
 */
export function applyShared(plan: () => SettingsPlan[], project: string): SettingsChange[] {
  const { plans } = tryApply(plan)
  const gone = plans.filter(({ before, after }) => before !== undefined && after === undefined)
  const folders = gone.map(({ path }) => dirname(path))
  const within = [...folders.map(folder => dirname(folder)), ...folders].filter(folder =>
    folder.startsWith(project + sep),
  )
  removeEmptyFolders(within)
  return plans.map(describeChange)
}

/** Two installations at once would each forget what the other has noted. */
async function locked<T>(dataDir: string, action: (made: string[]) => T | Promise<T>): Promise<T> {
  const made = makeFolders(launcherFolder(dataDir))
  try {
    return await withLock(join(launcherFolder(dataDir), '.install'), () => action(made))
  } catch (error) {
    removeEmptyFolders(made)
    throw error
  }
}

function tryApply(plan: () => SettingsPlan[]): { plans: SettingsPlan[]; folders: string[] } {
  for (let left = TRIES; ; left--) {
    const plans = plan()
    try {
      return { plans, folders: applySettings(plans.filter(changesSomething)) }
    } catch (error) {
      const isDisturbed = error instanceof SvcError && error.code === 'CONFLICT'
      if (!isDisturbed || left <= 1) throw error
    }
  }
}

/** Traces of installations on this machine, so that the last undo can take all of them away. */
interface Made {
  /** Settings files that name the launchers. */
  files: string[]
  /** Folders that were not there before, the outermost first. */
  folders: string[]
}

/** Notes files that name the launchers of a data directory, and folders that were made for them. */
function noteMade(dataDir: string, files: readonly string[], folders: readonly string[]): void {
  const made = readMade(dataDir)
  const next = {
    files: [...new Set([...made.files, ...files])],
    folders: [...new Set([...made.folders, ...folders])],
  }
  if (JSON.stringify(next) !== JSON.stringify(made)) writeMade(dataDir, next)
}

/**
 * Forgets files from which svc was taken out, and removes the folders that were made for them and
 * are empty now. With the last file go the launchers; the folders that are answered may go too.
 */
function forgetMade(dataDir: string, files: readonly string[]): string[] {
  const made = readMade(dataDir)
  if (made.files.length === 0) return []
  const left = made.files.filter(file => !files.includes(file))
  const gone = removeEmptyFolders(made.folders.filter(one => files.some(file => isIn(one, file))))
  const folders = made.folders.filter(folder => !gone.includes(folder))
  if (left.length > 0) {
    writeMade(dataDir, { files: left, folders })
    return []
  }
  removeLaunchers(dataDir)
  rmSync(recordPath(dataDir), { force: true })
  return folders
}

function isIn(folder: string, file: string): boolean {
  return file.startsWith(folder + sep)
}

function recordPath(dataDir: string): string {
  return join(launcherFolder(dataDir), 'installed.json')
}

function readMade(dataDir: string): Made {
  try {
    const { files, folders } = JSON.parse(readIfThere(recordPath(dataDir)) ?? '{}') as Partial<Made>
    return { files: toPaths(files), folders: toPaths(folders) }
  } catch {
    return { files: [], folders: [] }
  }
}

function toPaths(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
}

function writeMade(dataDir: string, made: Made): void {
  const text = JSON.stringify(made, null, 2) + '\n'
  asOwner(launcherFolder(dataDir), () => writeDurable(recordPath(dataDir), text))
}
