// What the built parts are made of, and what a build says that it was made of.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the repository. */
export const ROOT = join(import.meta.dirname, '..')
/** A built folder says here which sources it was made of. */
export const STAMP = join(ROOT, 'dist', '.sources.json')

const COMMON = ['.build', 'package.json', 'package-lock.json', 'tsconfig.json']
const isPanel = path => path.startsWith('src/panel/')

/** The page, and the words that it shares with the service. */
const PAGE = ['src/panel', 'src/hosts/profiles.ts', 'store/types.ts']
const MODULES = { from: [...COMMON, 'src', 'handlers', 'store'], isLeftOut: isPanel }
/** What each part is made of: what lies in the named folders, without what `isLeftOut` names. */
const FROM = {
  programs: MODULES,
  declarations: MODULES,
  panel: { from: [...COMMON, ...PAGE], isLeftOut: () => false },
}
/** The parts of a build, in their order. */
export const PARTS = Object.keys(FROM)

/** The parts that were not made of the sources as they are, each with the name of its sources. */
export function findStale(parts = PARTS) {
  const stamp = readStamp()
  const named = parts.map(part => [part, nameSources(FROM[part])])
  return new Map(named.filter(([part, name]) => stamp[part] !== name))
}

/** Which sources each part was made of; {} where nothing was built, or nobody knows. */
export function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'))
  } catch {
    return {}
  }
}

/** By their text, and by the version of V8 that compiles them. */
function nameSources({ from, isLeftOut }) {
  const hash = createHash('sha256').update(process.versions.v8)
  const files = from.flatMap(listFiles).filter(path => !isLeftOut(path))
  for (const path of files.sort()) hash.update(`\0${path}\0`).update(readFileSync(at(path)))
  return hash.digest('hex').slice(0, 24)
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
