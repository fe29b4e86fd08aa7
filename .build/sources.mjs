// What the built parts are made of, and what a build says that it was made of.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the repository. */
export const ROOT = join(import.meta.dirname, '..')
/** A built folder says here which sources it was made of. */
export const STAMP = join(ROOT, 'dist', '.sources.json')

const COMMON = ['.build', 'package.json', 'package-lock.json', 'tsconfig.json']
const isPanel = path => path.startsWith('src/panel/')

const MODULES = { from: [...COMMON, 'src', 'handlers', 'store'], isLeftOut: isPanel }
/** The sources of each part: what lies in the named folders, without what `isLeftOut` names. */
const PARTS = {
  programs: MODULES,
  declarations: MODULES,
  panel: { from: [...COMMON, 'src/panel', 'store/types.ts'], isLeftOut: () => false },
}

/** The name of each part's sources, by their text and the version of V8 that compiles them. */
export function nameSources() {
  const named = Object.entries(PARTS).map(([part, { from, isLeftOut }]) => {
    const hash = createHash('sha256').update(process.versions.v8)
    const files = from.flatMap(listFiles).filter(path => !isLeftOut(path))
    for (const path of files.sort()) hash.update(`\0${path}\0`).update(readFileSync(at(path)))
    return [part, hash.digest('hex').slice(0, 24)]
  })
  return Object.fromEntries(named)
}

/** What the built folder was made of; {} where nothing was built. */
export function readStamp() {
  return existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : {}
}

/** Those of the parts that were not made of these sources; of all parts where none is named. */
export function findStale(sources, parts) {
  const stamp = readStamp()
  const asked = parts?.length > 0 ? parts : Object.keys(PARTS)
  return asked.filter(part => sources[part] !== stamp[part])
}

function listFiles(path) {
  if (statSync(at(path)).isFile()) return [path]
  return readdirSync(at(path), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
}

function at(path) {
  return join(ROOT, path)
}
