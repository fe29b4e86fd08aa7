/** One row of the import table: files of these patterns become memories of this kind and tool. */
interface ImportRule {
  /** A literal path, or `folder/**` + `/*.ext` for every such file at any depth below the folder. */
  patterns: readonly string[]
  kind: string
  tool: string
}

/**
 * Files to import from a workspace, all relative to its root: the neutral rows first, then the real
 * tools' files. If a path matches two rows the first one wins, so a more specific row stands above
 * a wider one (`.agent/AGENTS.md` above the `.agent` tree).
 */
export const IMPORT_RULES: readonly ImportRule[] = [
  { patterns: ['TOOLA.md', '.toola/TOOLA.md'], kind: 'fact', tool: 'toola' },
  { patterns: ['AGENTS.md', 'agents.md', '.agent/AGENTS.md'], kind: 'constraint', tool: 'agents' },
  { patterns: ['.paper/AGENT_MEMORY.md', '.paper/**/*.md'], kind: 'fact', tool: 'paper' },
  {
    patterns: ['.toola/commands/**/*.md', '.toola/agents/**/*.md'],
    kind: 'procedure',
    tool: 'toola',
  },
  { patterns: ['.toolb/**/*.md'], kind: 'constraint', tool: 'toolb' },
  {
    patterns: ['.toolc/instructions/**/*.md', '.toolc/prompts/**/*.md'],
    kind: 'constraint',
    tool: 'toolc',
  },
  { patterns: ['.agent/**/*.md'], kind: 'constraint', tool: 'agents' },

  {
    patterns: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
    kind: 'fact',
    tool: 'claude',
  },
  { patterns: ['GEMINI.md'], kind: 'fact', tool: 'gemini' },
  { patterns: ['QWEN.md'], kind: 'fact', tool: 'qwen' },
  {
    patterns: ['AGENTS.override.md', '.agents/AGENTS.md', '.agents/rules/**/*.md'],
    kind: 'constraint',
    tool: 'agents',
  },
  {
    patterns: ['.claude/commands/**/*.md', '.claude/agents/**/*.md'],
    kind: 'procedure',
    tool: 'claude',
  },
  { patterns: ['.claude/rules/**/*.md'], kind: 'constraint', tool: 'claude' },
  {
    patterns: ['.cursor/**/*.md', '.cursor/rules/**/*.mdc', '.cursorrules'],
    kind: 'constraint',
    tool: 'cursor',
  },
  {
    patterns: [
      '.github/copilot-instructions.md',
      '.github/instructions/**/*.md',
      '.github/prompts/**/*.md',
    ],
    kind: 'constraint',
    tool: 'copilot',
  },
  { patterns: ['.windsurf/rules/**/*.md', '.windsurfrules'], kind: 'constraint', tool: 'windsurf' },
  { patterns: ['.devin/rules/**/*.md'], kind: 'constraint', tool: 'devin' },
  { patterns: ['.clinerules/**/*.md', '.clinerules'], kind: 'constraint', tool: 'cline' },
  { patterns: ['.roo/rules/**/*.md'], kind: 'constraint', tool: 'roo' },
  { patterns: ['.kiro/steering/**/*.md'], kind: 'constraint', tool: 'kiro' },
  { patterns: ['.junie/guidelines.md'], kind: 'constraint', tool: 'junie' },
  { patterns: ['.continue/rules/**/*.md'], kind: 'constraint', tool: 'continue' },
  { patterns: ['.augment/rules/**/*.md'], kind: 'constraint', tool: 'augment' },
  { patterns: ['.amazonq/rules/**/*.md'], kind: 'constraint', tool: 'amazonq' },
]

/** Kind and tool that an import rule gives a file. */
export interface RuleMatch {
  kind: string
  tool: string
}

/** Kind and tool that an import rule gives a file, and the folder for which the file stands. */
export interface PlacedRule extends RuleMatch {
  /** Relative to the workspace, '' for all of it. */
  folder: string
}

/** Reasons to leave out a file that matches a pattern by its path alone. */
type PathSkip = 'skill' | 'skill folder' | 'cache folder' | 'memory file' | 'too deep'

/** A pattern taken apart: the whole path of one file, or a folder and a file ending. */
type PatternShape = { file: string } | { folder: string; ending: string }

/** The deepest number of folders that an imported file may lie in. */
const MAX_FOLDERS = 12

const CACHE_FOLDERS = new Set(['.tmp', 'node_modules', '.git'])
const TREE = '/**/*'

/** Takes a pattern of the import table apart. */
export function toPatternShape(pattern: string): PatternShape {
  const at = pattern.indexOf(TREE)
  if (at < 0) return { file: pattern }
  return { folder: pattern.slice(0, at), ending: pattern.slice(at + TREE.length) }
}

/** Every pattern of the import table, taken apart, with its row. */
export const PATTERNS = IMPORT_RULES.flatMap(rule =>
  rule.patterns.map(pattern => ({ pattern, shape: toPatternShape(pattern), rule })),
)

/** The first names of all patterns. */
const FIRST_NAMES = new Set(
  IMPORT_RULES.flatMap(({ patterns }) => patterns.map(one => one.split('/')[0]!.toLowerCase())),
)

/** True for a name by which a folder may have files of the table; its letters may be of any case. */
export function isFirstName(name: string): boolean {
  return FIRST_NAMES.has(name.toLowerCase())
}

function matches(shape: PatternShape, path: string): boolean {
  if ('file' in shape) return path === shape.file
  return path.startsWith(`${shape.folder}/`) && path.endsWith(shape.ending)
}

/**
 * The kind and tool of a path (relative to the workspace, `/` between folders) by the first row of
 * the import table that matches; undefined where none does. The skip list is not consulted.
 */
export function ruleFor(relativePath: string): RuleMatch | undefined {
  const found = PATTERNS.find(({ shape }) => matches(shape, relativePath))
  return found && { kind: found.rule.kind, tool: found.rule.tool }
}

/**
 * The same of a path in any folder of the workspace: the rule that it has in the highest folder in
 * which it has one, and that folder.
 */
export function placeRule(relativePath: string): PlacedRule | undefined {
  for (let from = 0; ;) {
    const rule = ruleFor(relativePath.slice(from))
    if (rule) return { ...rule, folder: relativePath.slice(0, Math.max(0, from - 1)) }
    from = relativePath.indexOf('/', from) + 1
    if (from === 0) return undefined
  }
}

/** The folder for which an agent file stands, relative to the workspace; '' for all of it. */
export function folderOf(relativePath: string): string {
  return placeRule(relativePath)?.folder ?? ''
}

/** Names of folders in which nobody's own packages lie, beside those that begin with a dot. */
const FOREIGN = new Set(
  'node_modules bower_components jspm_packages dist vendor venv coverage __pycache__'.split(' '),
)

/** False for the name of a folder in which agent files are not looked for. */
export function isOpenFolder(name: string): boolean {
  return !name.startsWith('.') && !FOREIGN.has(name)
}

/** The reason that a path is skipped; undefined if it is not. Pure: the file is not looked at. */
export function skipReason(relativePath: string): PathSkip | undefined {
  const folders = relativePath.split('/')
  const name = folders.pop() ?? ''
  if (folders.some(folder => CACHE_FOLDERS.has(folder))) return 'cache folder'
  if (relativePath.startsWith('.paper/agents/skills/')) return 'skill folder'
  if (name === 'SKILL.md') return 'skill'
  if (name.endsWith('.memory.md')) return 'memory file'
  return folders.length > MAX_FOLDERS ? 'too deep' : undefined
}
