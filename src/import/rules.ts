/** One row of the import table: files of these patterns become memories of this kind and tool. */
export interface ImportRule {
  /** A literal path, or `folder/**` + `/*.ext` for every such file at any depth below the folder. */
  patterns: readonly string[]
  kind: string
  tool: string
}

/**
 * What is imported from a workspace, all relative to its root: the neutral rows first, then the
 * real tools' files. Where a path matches two rows the first one wins, so a more specific row
 * stands above a wider one (`.agent/AGENTS.md` above the `.agent` tree).
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
