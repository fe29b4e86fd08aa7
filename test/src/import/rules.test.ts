import t from 'tap'
import { ruleFor, skipReason, toPatternShape, IMPORT_RULES } from '../../../src/import/rules.js'

const ROWS: [string, string, string][] = [
  ['TOOLA.md', 'fact', 'toola'],
  ['.toola/TOOLA.md', 'fact', 'toola'],
  ['AGENTS.md', 'constraint', 'agents'],
  ['agents.md', 'constraint', 'agents'],
  ['.agent/AGENTS.md', 'constraint', 'agents'],
  ['.paper/AGENT_MEMORY.md', 'fact', 'paper'],
  ['.paper/notes.md', 'fact', 'paper'],
  ['.paper/a/b/c.md', 'fact', 'paper'],
  ['.toola/commands/x.md', 'procedure', 'toola'],
  ['.toola/agents/deep/x.md', 'procedure', 'toola'],
  ['.toolb/x.md', 'constraint', 'toolb'],
  ['.toolc/instructions/x.md', 'constraint', 'toolc'],
  ['.toolc/prompts/deep/x.md', 'constraint', 'toolc'],
  ['.agent/rules/x.md', 'constraint', 'agents'],
  ['.agent/skills/deploy/references/x.md', 'constraint', 'agents'],
  ['CLAUDE.md', 'fact', 'claude'],
  ['.claude/CLAUDE.md', 'fact', 'claude'],
  ['CLAUDE.local.md', 'fact', 'claude'],
  ['GEMINI.md', 'fact', 'gemini'],
  ['QWEN.md', 'fact', 'qwen'],
  ['AGENTS.override.md', 'constraint', 'agents'],
  ['.agents/AGENTS.md', 'constraint', 'agents'],
  ['.agents/rules/x.md', 'constraint', 'agents'],
  ['.claude/commands/x.md', 'procedure', 'claude'],
  ['.claude/agents/x.md', 'procedure', 'claude'],
  ['.claude/rules/x.md', 'constraint', 'claude'],
  ['.cursor/notes.md', 'constraint', 'cursor'],
  ['.cursor/rules/x.mdc', 'constraint', 'cursor'],
  ['.cursorrules', 'constraint', 'cursor'],
  ['.github/copilot-instructions.md', 'constraint', 'copilot'],
  ['.github/instructions/x.instructions.md', 'constraint', 'copilot'],
  ['.github/prompts/x.prompt.md', 'constraint', 'copilot'],
  ['.windsurf/rules/x.md', 'constraint', 'windsurf'],
  ['.windsurfrules', 'constraint', 'windsurf'],
  ['.devin/rules/x.md', 'constraint', 'devin'],
  ['.clinerules', 'constraint', 'cline'],
  ['.clinerules/x.md', 'constraint', 'cline'],
  ['.roo/rules/x.md', 'constraint', 'roo'],
  ['.kiro/steering/x.md', 'constraint', 'kiro'],
  ['.junie/guidelines.md', 'constraint', 'junie'],
  ['.continue/rules/x.md', 'constraint', 'continue'],
  ['.augment/rules/x.md', 'constraint', 'augment'],
  ['.amazonq/rules/x.md', 'constraint', 'amazonq'],
]

for (const [path, kind, tool] of ROWS) {
  t.test(`${path} is a ${kind} of ${tool}`, async t => {
    t.strictSame(ruleFor(path), { kind, tool })
    t.equal(skipReason(path), undefined)
  })
}

t.test(
  'every pattern of the table has an example above and a shape that is understood',
  async t => {
    const tried = new Set(ROWS.map(([path]) => path))
    for (const pattern of IMPORT_RULES.flatMap(rule => rule.patterns)) {
      const shape = toPatternShape(pattern)
      if ('file' in shape) t.ok(tried.has(shape.file), pattern)
      else
        t.ok(
          [...tried].some(p => p.startsWith(shape.folder) && p.endsWith(shape.ending)),
          pattern,
        )
      t.notMatch(JSON.stringify(Object.values(shape)), /[*?({!]/, pattern)
    }
  },
)

t.test('other files match nothing', async t => {
  const others = ['README.md', 'docs/AGENTS.md', 'sub/.agent/x.md', '.toola/x.md', '.toolb/x.txt']
  for (const path of [
    ...others,
    'CONVENTIONS.md',
    'WARP.md',
    '.rules',
    '.agentx/y.md',
    '.github/x.md',
  ]) {
    t.equal(ruleFor(path), undefined, path)
  }
})

t.test('the skip list', async t => {
  const deep = `.agent/${'d/'.repeat(12)}x.md`
  const cases: [string, string | undefined][] = [
    ['.agent/skills/a/SKILL.md', 'skill'],
    ['.paper/SKILL.md', 'skill'],
    ['.paper/agents/skills/a/notes.md', 'skill folder'],
    ['.paper/agents/other/notes.md', undefined],
    ['.agent/.tmp/x.md', 'cache folder'],
    ['.paper/a/node_modules/b/x.md', 'cache folder'],
    ['.toolb/.git/x.md', 'cache folder'],
    ['.agent/x.memory.md', 'memory file'],
    ['.agent/x-memory.md', undefined],
    ['.agent/skill.md', undefined],
    ['.agent/gitlike.git/x.md', undefined],
    [deep, 'too deep'],
    [deep.replace('d/', ''), undefined],
  ]
  for (const [path, reason] of cases) t.equal(skipReason(path), reason, path)
})
