import t from 'tap'
import { isForEverySession, isLoadedByHost } from '../../../src/hosts/loaded.js'
import { HOST_NAMES, PROFILES, type HostName } from '../../../src/hosts/profiles.js'
import { ruleFor } from '../../../src/import/rules.js'

const FILES = [
  'AGENTS.md',
  'AGENTS.override.md',
  'agents.md',
  'CLAUDE.md',
  '.claude/CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/rules/api/errors.md',
  '.claude/commands/deploy.md',
  '.claude/agents/reviewer.md',
  'GEMINI.md',
  'QWEN.md',
  '.cursorrules',
  '.cursor/rules/deep/style.mdc',
  '.cursor/notes.md',
  '.github/copilot-instructions.md',
  '.github/instructions/web/css.instructions.md',
  '.github/instructions/notes.md',
  '.github/prompts/review.md',
  '.agents/AGENTS.md',
]

/** What each host loads of these in a workspace that has nothing else. */
const ALONE: Readonly<Record<HostName, readonly string[]>> = {
  'claude-code': [
    'AGENTS.md',
    'CLAUDE.md',
    '.claude/CLAUDE.md',
    'CLAUDE.local.md',
    '.claude/rules/api/errors.md',
  ],
  codex: ['AGENTS.md', 'AGENTS.override.md'],
  'gemini-cli': ['GEMINI.md'],
  'qwen-code': ['AGENTS.md', 'QWEN.md'],
  'copilot-cli': [
    'AGENTS.md',
    'CLAUDE.md',
    'GEMINI.md',
    '.github/copilot-instructions.md',
    '.github/instructions/web/css.instructions.md',
  ],
  cursor: ['AGENTS.md', '.cursorrules', '.cursor/rules/deep/style.mdc'],
  opencode: ['AGENTS.md', 'CLAUDE.md'],
  droid: ['AGENTS.md'],
  vscode: [
    'AGENTS.md',
    '.github/copilot-instructions.md',
    '.github/instructions/web/css.instructions.md',
  ],
  dsh: ['AGENTS.md', 'CLAUDE.md'],
}

const loads = (host: HostName | undefined, names: string[], ...there: string[]) =>
  isLoadedByHost(host && PROFILES[host], names, new Set(there))

t.test('each host loads its own files', async t => {
  t.same([...HOST_NAMES].sort(), Object.keys(ALONE).sort())
  for (const host of HOST_NAMES) {
    t.same(
      FILES.filter(path => loads(host, [path])),
      ALONE[host],
      host,
    )
  }
  t.ok(
    FILES.every(path => ruleFor(path) !== undefined),
    'all of them are imported',
  )
})

t.test('some files count only where another one is missing', async t => {
  for (const other of ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md']) {
    t.notOk(loads('claude-code', ['AGENTS.md'], other), other)
  }
  t.ok(loads('claude-code', ['AGENTS.md'], 'GEMINI.md'))
  t.notOk(loads('codex', ['AGENTS.md'], 'AGENTS.override.md'))
  t.notOk(loads('opencode', ['CLAUDE.md'], 'AGENTS.md'))
  t.ok(loads('copilot-cli', ['AGENTS.md'], 'CLAUDE.md'))
})

t.test('a file counts under each of its names', async t => {
  t.ok(loads('claude-code', ['AGENTS.md', 'CLAUDE.md'], 'CLAUDE.md'), 'a link leads to it')
  t.ok(loads('gemini-cli', ['AGENTS.md', 'GEMINI.md']))
  t.notOk(loads('claude-code', []), 'tied to some files of the workspace')
})

t.test('a host that is not named loads nothing', async t => {
  t.same(
    FILES.filter(path => loads(undefined, [path])),
    [],
  )
})

t.test('front matter ties rules to some files', async t => {
  const cases: [string, string, boolean][] = [
    ['.claude/rules/a.md', '', true],
    ['.claude/rules/a.md', 'title: x', true],
    ['.claude/rules/a.md', 'paths: src/**', false],
    ['.claude/rules/a.md', 'title: x\npaths:\n  - src/**', false],
    ['.cursor/rules/a.mdc', '', false],
    ['.cursor/rules/a.mdc', 'globs: "*.ts"\nalwaysApply: false', false],
    ['.cursor/rules/a.mdc', 'description: x\nalwaysApply: true', true],
    ['.github/instructions/a.instructions.md', '', false],
    ['.github/instructions/a.instructions.md', 'applyTo: "src/**"', false],
    ['.github/instructions/a.instructions.md', 'applyTo: "**"', true],
    ['.github/instructions/a.instructions.md', "applyTo: '**/*'", true],
    ['AGENTS.md', '', true],
  ]
  for (const [path, block, isAlways] of cases) {
    t.equal(isForEverySession(path, block), isAlways, `${path}: ${block}`)
  }
})
