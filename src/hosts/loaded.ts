/** The agent hosts that svc knows by name. */
export type HostName =
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'qwen-code'
  | 'copilot-cli'
  | 'cursor'
  | 'opencode'
  | 'droid'
  | 'vscode'
  | 'dsh'

/** Files that a host puts into the model's context itself, whatever the session is about. */
interface LoadedFiles {
  /** Paths in the workspace, or `folder/**` + `/*.ext` for every such file below the folder. */
  paths: readonly string[]
  /** Where the workspace has one of these, the host does without. */
  unless?: readonly string[]
}

const COPILOT = ['.github/copilot-instructions.md', '.github/instructions/**/*.instructions.md']

/** Of each host what it loads, as it is known from its program or, of Cursor and VS Code, its pages. */
const LOADED: Readonly<Record<HostName, readonly LoadedFiles[]>> = {
  'claude-code': [
    { paths: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md', '.claude/rules/**/*.md'] },
    { paths: ['AGENTS.md'], unless: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'] },
  ],
  codex: [
    { paths: ['AGENTS.override.md'] },
    { paths: ['AGENTS.md'], unless: ['AGENTS.override.md'] },
  ],
  'gemini-cli': [{ paths: ['GEMINI.md'] }],
  'qwen-code': [{ paths: ['QWEN.md', 'AGENTS.md'] }],
  'copilot-cli': [{ paths: [...COPILOT, 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md'] }],
  cursor: [{ paths: ['.cursor/rules/**/*.mdc', '.cursorrules', 'AGENTS.md'] }],
  opencode: [{ paths: ['AGENTS.md'] }, { paths: ['CLAUDE.md'], unless: ['AGENTS.md'] }],
  droid: [{ paths: ['AGENTS.md'] }],
  vscode: [{ paths: [...COPILOT, 'AGENTS.md'] }],
  dsh: [{ paths: ['AGENTS.md', 'CLAUDE.md'] }],
}

/** Every host's name, for whoever reads one that was given. */
export const HOST_NAMES = Object.keys(LOADED) as readonly HostName[]

/**
 * Whether the host has put a file of the workspace into the model's context itself. `names` are the
 * paths by which the file is known there; false without a host or a name.
 */
export function isLoadedByHost(
  host: HostName | undefined,
  names: readonly string[],
  workspace: { has(path: string): boolean },
): boolean {
  if (host === undefined) return false
  return LOADED[host].some(
    ({ paths, unless = [] }) =>
      names.some(name => paths.some(path => isOfPattern(name, path))) &&
      !unless.some(path => workspace.has(path)),
  )
}

/** Folders below a project and below the home of which a host lists the skills to its model itself. */
interface ListedSkills {
  project: readonly string[]
  home: readonly string[]
}

const AGENTS = '.agents/skills'
const CLAUDE = '.claude/skills'

/** As each program put them into its requests; of Cursor and VS Code nothing is known. */
const LISTED: Readonly<Partial<Record<HostName, ListedSkills>>> = {
  'claude-code': { project: [CLAUDE], home: [CLAUDE] },
  codex: { project: [AGENTS, '.codex/skills'], home: [AGENTS, '.codex/skills'] },
  'gemini-cli': { project: [AGENTS, '.gemini/skills'], home: [AGENTS, '.gemini/skills'] },
  'qwen-code': { project: [AGENTS], home: [AGENTS] },
  'copilot-cli': { project: [AGENTS, CLAUDE, '.github/skills'], home: [AGENTS, '.copilot/skills'] },
  opencode: { project: [AGENTS, CLAUDE], home: [AGENTS, CLAUDE] },
  droid: { project: [AGENTS, '.agent/skills'], home: [AGENTS] },
}

/** Whether the host lists the skills of a folder itself, `skills` a path below `place`. */
export function isListedByHost(
  host: HostName | undefined,
  place: 'project' | 'home',
  skills: string,
): boolean {
  return host !== undefined && LISTED[host]?.[place].includes(skills) === true
}

const TREE = '/**/*'

function isOfPattern(path: string, pattern: string): boolean {
  const [folder = '', ending] = pattern.split(TREE)
  if (ending === undefined) return path === pattern
  return path.startsWith(`${folder}/`) && path.endsWith(ending)
}

/**
 * Whether a host that loads the file does so in every session: false where the front matter (a YAML
 * block, '' for none) ties it to some files of the workspace or leaves it to the model.
 */
export function isForEverySession(path: string, frontMatter = ''): boolean {
  if (path.endsWith('.mdc')) return /^alwaysApply:[ \t]*true\b/m.test(frontMatter)
  if (path.endsWith('.instructions.md'))
    return /^applyTo:[ \t]*["']?\*\*(?:\/\*)?["']?[ \t]*$/m.test(frontMatter)
  return !/^paths:/m.test(frontMatter)
}
