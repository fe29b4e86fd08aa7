import { readdirSync, existsSync, type Dirent } from 'node:fs'
import { basename, dirname } from 'node:path'
import { toEntries, parseFrontMatter, splitFrontMatter } from '../../store/document/front-matter.js'
import { hasConflict } from '../../store/document/problems.js'
import { isInside, toRealPath, readRegularFile } from '../../store/files/read.js'
import { pathIn } from '../../store/names.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { GLOBAL_SCOPE, type Scope } from '../../store/types.js'
import { clip, toTitle } from '../text.js'

/** A skill as its file describes it. */
interface DiscoveredSkill {
  name: string
  /** Its description on one line. */
  trigger: string
  /** Absolute path of the SKILL.md. */
  path: string
  scope: Scope
  /** Time of the file's last change, ISO 8601. */
  modifiedAt: string
}

/** A skill by what it is found by. */
export type FoundSkill = Pick<DiscoveredSkill, 'name' | 'path' | 'scope'>

/** A folder that holds skill folders. */
export interface SkillRoot {
  dir: string
  scope: Scope
  /** Links inside `dir` are followed as long as they stay in this folder; `dir` itself if absent. */
  within?: string
  /** A folder of a project or of the home, by its path there; absent in the store. */
  place?: { of: 'project' | 'home'; folder: string }
}

/** The reason to leave out a skill in a merge that nobody has settled. */
export const HAS_MARKERS = 'has conflict markers'

/**
 * Finds the skills below the roots, in their order; of two with one name in a scope the first
 * stays, and a folder that two roots lead to counts for the first. Folders that do not exist cost
 * one look. Opens at most 2,000 folders and reads the first 16 KiB of a file. Never throws; a file
 * that is no skill goes to `onSkip` with the reason.
 */
export async function discoverSkills(options: {
  roots: readonly SkillRoot[]
  onSkip?: (path: string, reason: string) => void
}): Promise<DiscoveredSkill[]> {
  const found = new Map<string, DiscoveredSkill>()
  for (const { path, within, scope } of findFiles(options.roots)) {
    const skill = await readSkillFile(path, within, scope)
    const reason = 'skip' in skill ? skill.skip : placeSkill(found, skill)
    if (reason !== undefined) options.onSkip?.(path, reason)
  }
  return [...found.values()]
}

const MAX_FOLDERS = 2000

function findFiles(roots: readonly SkillRoot[]) {
  const budget: FolderBudget = { left: MAX_FOLDERS, seen: new Set() }
  return roots.flatMap(root => {
    const within = existsSync(root.dir) ? toRealPath(root.within ?? root.dir) : undefined
    if (within === undefined) return []
    const files = findSkillFiles(root.dir, within, budget)
    return files.map(path => ({ path, within, scope: root.scope }))
  })
}

function placeSkill(found: Map<string, DiscoveredSkill>, skill: DiscoveredSkill) {
  const key = `${formatScopeKey(skill.scope)} ${skill.name.toLowerCase()}`
  if (found.has(key)) return 'another skill of the scope has its name'
  found.set(key, skill)
  return undefined
}

const HEAD_BYTES = 16 * 1024

async function readSkillFile(
  path: string,
  within: string,
  scope: Scope,
): Promise<DiscoveredSkill | { skip: string }> {
  const read = readRegularFile(within, path, { maxBytes: HEAD_BYTES, head: true })
  if ('skip' in read) return read
  const text = read.bytes.toString()
  if (hasConflict(text)) return { skip: HAS_MARKERS }
  const head = await readSkillHead(text)
  const trigger = toTrigger(head?.description || head?.when_to_use || '')
  if (trigger === '') return { skip: head ? 'no description' : 'no front matter' }
  const name = toSkillName(head?.name ?? '') || toSkillName(basename(dirname(path)))
  if (name === '') return { skip: 'no name' }
  const modifiedAt = new Date(Number(read.stats.mtimeMs)).toISOString()
  return { name, trigger, path, scope, modifiedAt }
}

const PROJECT_FOLDERS = [
  '.claude/skills',
  '.agents/skills',
  '.codex/skills',
  '.gemini/skills',
  '.github/skills',
  '.agent/skills',
  '.paper/agents/skills',
  '.toola/skills',
  '.toolb/skills',
  '.toolc/skills',
]

const HOME_FOLDERS = [
  '.claude/skills',
  '.agents/skills',
  '.codex/skills',
  '.gemini/skills',
  '.copilot/skills',
  '.toola/skills',
]

/**
 * Folders to look for skills in, in order of precedence within a scope: the person's own folders
 * before the store's. `home` is the user's home (global scope), `project` a project's directory
 * with its scope, `storeDirs` the folders of scopes in the store, whose `skills` folder counts.
 */
export function skillRoots(options: {
  home?: string
  project?: { dir: string; scope: Scope }
  storeDirs?: readonly { dir: string; scope: Scope }[]
}): SkillRoot[] {
  const { home, project, storeDirs = [] } = options
  return [
    ...(home ? HOME_FOLDERS.map(folder => toOwnRoot('home', home, folder, GLOBAL_SCOPE)) : []),
    ...(project
      ? PROJECT_FOLDERS.map(folder => toOwnRoot('project', project.dir, folder, project.scope))
      : []),
    ...storeDirs.map(({ dir, scope }) => toRoot(dir, 'skills', scope)),
  ]
}

function toRoot(within: string, folder: string, scope: Scope): SkillRoot {
  return { dir: pathIn(within, folder), scope, within }
}

function toOwnRoot(
  of: 'project' | 'home',
  within: string,
  folder: string,
  scope: Scope,
): SkillRoot {
  return { ...toRoot(within, folder, scope), place: { of, folder } }
}

const NAME = /^[a-z0-9-]{1,64}$/

/**
 * A skill's name as it is shown: as written where it keeps to `[a-z0-9-]`, else with everything
 * but letters, digits, `.`, `_` and `-` made a hyphen; at most 64 characters. Empty where nothing
 * is left.
 */
export function toSkillName(text: string): string {
  if (NAME.test(text)) return text
  return toTitle(text.slice(0, 1024).normalize('NFKC'))
    .replace(/[^\p{L}\p{N}\p{M}._]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/[\ud800-\udbff]$/, '')
}

/** A skill's description as its trigger: one line, at most 1,024 characters. */
export function toTrigger(description: string): string {
  return clip(toTitle(description), 1024)
}

const MAX_DEPTH = 6
const IGNORED = new Set(['.git', 'node_modules'])

/** Folders that one search may still open, and the real paths of those that it opened. */
interface FolderBudget {
  left: number
  seen: Set<string>
}

interface Folder {
  dir: string
  real: string
  depth: number
}

/**
 * The paths of `SKILL.md` files below `dir`, nearest first, then by name; a folder with one is not
 * searched further. At most 6 levels deep and as many folders as `budget` has left. Links lead on
 * as long as they stay inside `within` (a real path). Empty where `dir` is not there.
 */
function findSkillFiles(dir: string, within: string, budget: FolderBudget): string[] {
  const real = toRealPath(dir)
  if (real === undefined || !isInside(within, real)) return []
  const files: string[] = []
  const queue: Folder[] = [{ dir, real, depth: 0 }]
  for (const folder of queue) {
    if (budget.left <= 0) break
    if (budget.seen.has(folder.real)) continue
    budget.seen.add(folder.real)
    budget.left--
    const entries = listFolder(folder.dir)
    if (entries.some(isSkillFile)) files.push(pathIn(folder.dir, 'SKILL.md'))
    else if (folder.depth < MAX_DEPTH) queue.push(...toFolders(folder, entries, within))
  }
  return files
}

function isSkillFile(entry: Dirent): boolean {
  return entry.name === 'SKILL.md' && !entry.isDirectory()
}

function listFolder(dir: string): Dirent[] {
  try {
    const entries = readdirSync(dir, { withFileTypes: true })
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    return []
  }
}

function toFolders(parent: Folder, entries: readonly Dirent[], within: string): Folder[] {
  const depth = parent.depth + 1
  return entries.flatMap(entry => {
    if (IGNORED.has(entry.name)) return []
    const dir = pathIn(parent.dir, entry.name)
    if (entry.isDirectory()) return [{ dir, real: pathIn(parent.real, entry.name), depth }]
    const real = entry.isSymbolicLink() ? toRealPath(dir) : undefined
    return real !== undefined && isInside(within, real) ? [{ dir, real, depth }] : []
  })
}

const KEYS = ['name', 'description', 'when_to_use'] as const

/** Statements of a skill's front matter; absent if it does not make them. */
type SkillHead = Partial<Record<(typeof KEYS)[number], string>>

/**
 * Reads the name and the description from the beginning of a `SKILL.md`. A YAML parser is loaded
 * only for what the line reader does not understand. Undefined where there is no front matter.
 * Never throws: values that nothing can read are absent.
 */
async function readSkillHead(text: string): Promise<SkillHead | undefined> {
  const { block } = splitFrontMatter(text)
  if (block === undefined) return undefined
  return readLines(block) ?? readYaml(text)
}

function readLines(block: string): SkillHead | undefined {
  const { entries } = toEntries(block)
  const head: SkillHead = {}
  for (const { key, text } of entries) {
    const known = KEYS.find(one => one === key)
    if (known === undefined) continue
    const value = readScalar(text.slice(text.indexOf(':') + 1))
    if (value === undefined) return undefined
    head[known] = value
  }
  return entries.length > 0 ? head : undefined
}

async function readYaml(text: string): Promise<SkillHead> {
  const { data } = await parseFrontMatter(text)
  const head: SkillHead = {}
  for (const key of KEYS) {
    const value = data[key]
    if (typeof value === 'string' || typeof value === 'number') head[key] = String(value)
  }
  return head
}

const BLOCK_HEADER = /^[|>][-+0-9]{0,2}(?:[ \t]+#.*)?$/
const NOT_PLAIN = /^[[{&*!%@`]/
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  n: '\n',
  t: '\t',
  r: '\n',
}

/**
 * The text of a YAML string as it stands after `key:`, its lines joined by spaces: plain (colons
 * allowed, as in `Use when: x`), quoted, or a `|` or `>` block. Undefined where it takes a YAML
 * parser: lists, mappings, anchors, tags, rare escapes.
 */
function readScalar(text: string): string | undefined {
  const lines = text.split('\n').map(line => line.trim())
  const first = lines[0] ?? ''
  if (BLOCK_HEADER.test(first)) return joinLines(lines.slice(1))
  if (first.startsWith("'")) return readSingle(joinLines(lines))
  if (first.startsWith('"')) return readDouble(joinLines(lines))
  return NOT_PLAIN.test(first) ? undefined : joinLines(lines.map(withoutComment))
}

function joinLines(lines: readonly string[]): string {
  return lines.filter(Boolean).join(' ')
}

function withoutComment(line: string): string {
  return line.replace(/(?:^|[ \t]+)#.*$/, '')
}

function readSingle(text: string): string | undefined {
  const quoted = /^'((?:[^']|'')*)'(?:[ \t]+#.*)?$/.exec(text)?.[1]
  return quoted?.replaceAll("''", "'")
}

function readDouble(text: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\["\\/ntr])*)"(?:[ \t]+#.*)?$/.exec(text)?.[1]
  return quoted?.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
}
