import { rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { writeDurable } from '../../../store/files/atomic.js'
import { launcherFolder, removeLaunchers } from './launcher.js'
import { readIfThere, removeEmptyFolders } from './settings-file.js'

/** Traces of installations on this machine, so that the last undo can take all of them away. */
interface Made {
  /** Settings files that name the launchers. */
  files: string[]
  /** Folders that were not there before, the outermost first. */
  folders: string[]
}

/** Notes files that name the launchers of a data directory, and folders that were made for them. */
export function noteMade(
  dataDir: string,
  files: readonly string[],
  folders: readonly string[],
): void {
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
export function forgetMade(dataDir: string, files: readonly string[]): string[] {
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
  writeDurable(recordPath(dataDir), JSON.stringify(made, null, 2) + '\n')
}
