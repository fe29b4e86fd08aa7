import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DIST } from './built.mjs'
import { ROOT } from './root.js'

/** The user that has nothing on any machine. */
export const NOBODY = 65534

/** Why tests of another user are left out, for tap's `skip`: only root can be one. */
export const NO_OTHER_USER =
  (process.platform !== 'linux' || process.geteuid?.() !== 0) && 'only root can start it'

/** Where every user may enter, the first that is there; all but the first belong to the system. */
const PLACES = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']

/** Lets the temporary folders of this process be made where every user may enter. */
export function shareTemporary(): void {
  process.env.TMPDIR = openPlace()
}

/**
 * A text with the paths of this clone's programs, and of Node, as another user may use them: the
 * clone may lie in a folder that lets nobody else in, or its files be nobody else's.
 */
export function forOthers(text: string): string {
  programs ??= copyPrograms()
  return text.replaceAll(ROOT, programs).replaceAll(process.execPath, nodeForOthers())
}

let programs: string | undefined

/** Node where another user may run it: it may have been installed in somebody's home. */
export function nodeForOthers(): string {
  node ??= isOpen(process.execPath) ? process.execPath : copyNode()
  return node
}

let node: string | undefined

/** Copies what the built programs load; answers the folder, with a slash at its end. */
function copyPrograms(): string {
  const root = newPlace()
  const built = readdirSync(DIST).filter(name => name.includes('.cjs'))
  const packages = ['gray-matter', 'fast-glob', 'proper-lockfile'].flatMap(withDependencies)
  const paths = new Set([
    ...['package.json', 'test/handlers/hooks/patient.cjs'],
    ...built.map(name => join('dist', name)),
    ...packages.map(name => join('node_modules', name)),
  ])
  for (const path of paths) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  return letIn(root)
}

function copyNode(): string {
  const copy = join(newPlace(), 'node')
  cpSync(process.execPath, copy)
  letIn(dirname(copy))
  return copy
}

/** A folder that goes when this process ends. */
function newPlace(): string {
  const folder = join(mkdtempSync(join(openPlace(), 'svc-others-')), '/')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function letIn(folder: string): string {
  spawnSync('chmod', ['-R', 'a+rX', folder])
  return folder
}

/** A package and all that it needs, by name. */
function withDependencies(name: string): string[] {
  const manifest = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> }
  return [name, ...Object.keys(dependencies).flatMap(withDependencies)]
}

function openPlace(): string {
  const place = PLACES.find(isOpen)
  if (place === undefined) throw new Error('no temporary folder lets other users in: set TMPDIR')
  return realpathSync(place)
}

/** True where another user may enter a folder, or run a file. */
function isOpen(path: string): boolean {
  const other = { uid: NOBODY, gid: NOBODY, cwd: '/' }
  return spawnSync('test', ['-x', path], other).status === 0
}
