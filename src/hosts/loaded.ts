import type { HostProfile } from './profile.js'

/**
 * True if the host has put a file of the workspace into the model's context itself. `names` are the
 * paths by which the file is known there; false without a host or a name.
 */
export function isLoadedByHost(
  host: Pick<HostProfile, 'loads'> | undefined,
  names: readonly string[],
  workspace: { has(path: string): boolean },
): boolean {
  if (host === undefined) return false
  return host.loads.some(
    ({ paths, unless = [] }) =>
      names.some(name => paths.some(path => isOfPattern(name, path))) &&
      !unless.some(path => workspace.has(path)),
  )
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

function isOfPattern(path: string, pattern: string): boolean {
  const [folder = '', ending] = pattern.split(TREE)
  if (ending === undefined) return path === pattern
  return path.startsWith(`${folder}/`) && path.endsWith(ending)
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
