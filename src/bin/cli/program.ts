import { realpathSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { quoteForShell } from '../../../store/git/repository.js'

const SCRIPT = join(import.meta.dirname, '../../../svc.cjs')

const OF_NPM = /[\\/]node_modules[\\/]\.bin$/

/**
 * Names the command that starts this very program from the working directory: `svc` if PATH leads
 * to it, npx if only npm's PATH does, which ends with it; else `node` and the script's path.
 */
export function nameProgram(path: string | undefined, cwd = process.cwd()): string {
  const folders = (path ?? '').split(delimiter).filter(Boolean)
  const leading = folders.filter(folder => leadsHere(join(folder, 'svc')))
  if (leading.some(folder => !OF_NPM.test(folder))) return 'svc'
  if (leading.length > 0) return 'npx agent-memory-service'
  const near = relative(cwd, SCRIPT)
  return `node ${quoteForShell(near.startsWith('..') ? SCRIPT : near)}`
}

/** The Node that runs this program, and the program's script. */
export function locateProgram(): { node: string; script: string } {
  return { node: process.execPath, script: SCRIPT }
}

/** The script of the worker, which goes on where a command ends. */
export function locateWorker(): string {
  return join(import.meta.dirname, '../../../worker.cjs')
}

/** The built hook program beside this one: `dist/svc-hook.cjs`. */
export function locateHook(): string {
  return join(import.meta.dirname, '../../../svc-hook.cjs')
}

function leadsHere(candidate: string): boolean {
  try {
    return realpathSync(candidate) === realpathSync(SCRIPT)
  } catch {
    return false
  }
}
