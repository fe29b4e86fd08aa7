import { posix } from 'node:path'
import type { HostProfile, LoadedFiles } from './profile.js'

/** The place of a session, by paths relative to its workspace, `/` between. */
export interface Place {
  /** The folder that it is in; '' for the workspace itself. */
  folder: string
  /** Paths that its prompt names. */
  paths: readonly string[]
}

const EVERYWHERE: Place = { folder: '', paths: [] }

/** True where a path is that of a folder or of what lies below it; below '' lies everything. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/** True where a session is in a folder, or its prompt names something there. */
export function isAt({ folder, paths }: Place, above: string): boolean {
  return isBelow(folder, above) || paths.some(path => isBelow(path, above))
}

/**
 * True if the host has put a file of the workspace into the model's context itself, or does so when
 * it reads what the prompt names. `names` are the paths by which the file is known there; false
 * without a host or a name.
 */
export function isLoadedByHost(
  host: Pick<HostProfile, 'loads'> | undefined,
  names: readonly string[],
  workspace: { has(path: string): boolean },
  place = EVERYWHERE,
): boolean {
  if (host === undefined) return false
  return host.loads.some(({ paths, unless = [], isUnlessAbove, reach }) =>
    names.some(name => {
      const all = paths.map(path => folderBy(name, path)).filter(found => found !== undefined)
      const [folder] = all.sort((a, b) => a.length - b.length)
      if (folder === undefined || !isReached(folder, place, reach)) return false
      const above = isUnlessAbove ? foldersDownTo(place.folder) : []
      const folders = [...new Set([folder, ...above])]
      return !unless.some(path => folders.some(one => workspace.has(posix.join(one, path))))
    }),
  )
}

function isReached(folder: string, place: Place, reach: LoadedFiles['reach']): boolean {
  if (folder === '' || reach === undefined) return folder === ''
  return reach === 'below' ? isAt(place, folder) : isBelow(place.folder, folder)
}

/** The folders on the way to one and itself, the workspace's own ('') first. */
export function foldersDownTo(folder: string): string[] {
  if (folder === '') return ['']
  const names = folder.split('/')
  return ['', ...names.map((_, at) => names.slice(0, at + 1).join('/'))]
}

/** True if the host lists the skills of a folder itself, `skills` a path below `place`. */
export function isListedByHost(
  host: Pick<HostProfile, 'lists'> | undefined,
  place: 'project' | 'home',
  skills: string,
): boolean {
  return host?.lists?.[place].includes(skills) === true
}

const TREE = '/**/*'

/** The folder in which a path is as a pattern says; undefined where it is so in none. */
function folderBy(path: string, pattern: string): string | undefined {
  const [beginning = '', ending] = pattern.split(TREE)
  const whole = `/${path}`
  if (!whole.endsWith(ending ?? `/${pattern}`)) return undefined
  const at =
    ending === undefined ? whole.length - pattern.length - 1 : whole.indexOf(`/${beginning}/`)
  return at < 0 ? undefined : whole.slice(1, at)
}

/**
 * True if a host that loads the file does so in every session: false if the front matter (a YAML
 * block, '' for none) ties it to some files of the workspace, or leaves it to the model or the user.
 * One that is tied to all files is meant for every session.
 */
export function isForEverySession(path: string, frontMatter = ''): boolean {
  if (/^alwaysApply:[ \t]*true\b/m.test(frontMatter)) return true
  if (ON_DEMAND.test(frontMatter)) return false
  const patterns = listPatterns(frontMatter)
  if (patterns.length > 0) return patterns.some(pattern => EVERY_FILE.includes(pattern))
  return !NAMES_ITS_FILES.test(path)
}

/** Rules that Cursor, Windsurf and Kiro bring where a pattern, the model or the user says so. */
const ON_DEMAND =
  /^(?:alwaysApply:[ \t]*false|trigger:[ \t]*(?:model_decision|manual)|inclusion:[ \t]*(?:manual|auto))\b/m
/** Rules of Cursor and Copilot that name no files are brought when the user asks for them. */
const NAMES_ITS_FILES = /\.(?:mdc|instructions\.md)$/
const EVERY_FILE = ['**', '**/*']
/** A key of the front matter for patterns of files, with all that stands before the next key. */
const PATTERNS =
  /^(?:globs|paths|applyTo|fileMatchPattern):(.*(?:\n(?!["']?[^\s#[\]{},-][^:\n]*:(?:[ \t]|$)).*)*)/m
/** A pattern: between commas, quotes and line ends; commas in braces belong to it. */
const PATTERN = /(?:[^,{}"'\n]|\{[^{}\n]*\}|[{}])+/g
/** A longer list is not kept, for each passage of the file would have it. */
const MOST_PATTERNS = 32
const PATTERNS_CHARS = 2_000

/**
 * The patterns of files that a front matter (a YAML block) ties a file to; [] where it names none, or
 * more than 32 or than 2,000 characters: nobody knows then what files it is about. Cursor and Copilot
 * write several with commas between.
 */
export function readPatterns(frontMatter: string): string[] {
  const patterns = listPatterns(frontMatter)
  const isShort = patterns.length <= MOST_PATTERNS && patterns.join().length <= PATTERNS_CHARS
  return isShort ? patterns : []
}

/** All of them; a value that is no list of patterns counts as one, which no file has. */
function listPatterns(frontMatter: string): string[] {
  const [, value = ''] = PATTERNS.exec(frontMatter) ?? []
  const list = value
    .replace(/(?:^|[ \t])#.*/gm, '')
    .replace(/^[ \t]*-[ \t]/gm, ',')
    .trim()
    .replace(/^\[([^]*)\]$/, '$1')
  const patterns = list.match(PATTERN) ?? []
  return patterns.map(pattern => pattern.trim()).filter(pattern => pattern !== '')
}

/**
 * True if a file may be one of those that a pattern names, by what stands before its first sign and
 * behind its last one; the path may begin above the workspace.
 */
export function mayMatch(path: string, pattern: string): boolean {
  const [before = '', ...signs] = pattern.split(/[*?{}[\]]/)
  return path.includes(before) && path.endsWith(signs.at(-1) ?? '')
}
