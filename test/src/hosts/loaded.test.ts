import t from 'tap'
import {
  isForEverySession,
  isLoadedByHost,
  mayMatch,
  readPatterns,
} from '../../../src/hosts/loaded.js'
import { HOST_NAMES, PROFILES, type HostName } from '../../../src/hosts/profiles.js'
import { ruleFor } from '../../../src/import/rules.js'
import { processorMs } from '../../processor-time.js'

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
    '.claude/rules/api/errors.md',
  ],
  cursor: ['AGENTS.md', '.cursorrules', '.cursor/rules/deep/style.mdc'],
  opencode: ['AGENTS.md', 'CLAUDE.md'],
  droid: ['AGENTS.md', 'CLAUDE.md', '.agents/AGENTS.md'],
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
      FILES.filter(path => ALONE[host].includes(path)),
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

/** What each host loads of the files of a package: of its own on the way to the session, or also below. */
const NESTED: Readonly<Record<HostName, [way: string[], below: string[]]>> = {
  'claude-code': [
    ['CLAUDE.md', '.claude/CLAUDE.md'],
    ['CLAUDE.md', '.claude/CLAUDE.md'],
  ],
  codex: [['AGENTS.md'], []],
  'gemini-cli': [['GEMINI.md'], ['GEMINI.md']],
  'qwen-code': [['AGENTS.md'], []],
  'copilot-cli': [['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'], []],
  cursor: [['AGENTS.md'], ['AGENTS.md']],
  opencode: [['AGENTS.md'], ['AGENTS.md']],
  droid: [
    ['AGENTS.md', 'CLAUDE.md', '.agents/AGENTS.md'],
    ['AGENTS.md', 'CLAUDE.md', '.agents/AGENTS.md'],
  ],
  vscode: [[], []],
  dsh: [[], []],
}

t.test('each host loads files of packages where it does', async t => {
  const names = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'GEMINI.md', '.agents/AGENTS.md']
  const files = new Set(names.map(name => `packages/web/${name}`))
  for (const host of HOST_NAMES) {
    const of = (folder: string, ...paths: string[]) =>
      names.filter(name =>
        isLoadedByHost(PROFILES[host], [`packages/web/${name}`], files, { folder, paths }),
      )
    const [way, below] = NESTED[host]
    t.same(of('packages/web'), way, `${host} in the package`)
    t.same(of('packages/web/src/deep'), way, `${host} below it`)
    t.same(of('', 'packages/web/src/a.ts'), below, `${host}, which reads a file of it`)
    t.same(of('', 'packages/webs/a.ts'), [], `${host}, which reads another`)
    t.same(of('packages'), [], `${host} above it`)
  }
})

t.test('what another file stands for may lie on the way, or must lie beside it', async t => {
  const at = (host: HostName, folder: string, name: string, ...there: string[]) =>
    isLoadedByHost(PROFILES[host], [name], new Set(there), { folder, paths: [] })
  t.notOk(at('claude-code', 'web', 'AGENTS.md', 'web/CLAUDE.md'))
  t.notOk(at('claude-code', 'web', 'web/AGENTS.md', 'CLAUDE.md'))
  t.ok(at('claude-code', 'web', 'AGENTS.md', 'api/CLAUDE.md'))
  t.notOk(at('opencode', 'web', 'web/CLAUDE.md', 'AGENTS.md'))
  t.ok(at('codex', 'web', 'AGENTS.md', 'web/AGENTS.override.md'))
  t.notOk(at('codex', 'web', 'web/AGENTS.md', 'web/AGENTS.override.md'))
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
    ['AGENTS.md', 'alwaysApply: false', false],
    ['.claude/rules/a.md', 'paths: "**/*"', true],
    ['.claude/rules/a.md', "paths:\n  - src/**\n  - '**'", true],
    ['.claude/rules/a.md', 'paths: ["src/**", "lib/**"]', false],
    ['.claude/rules/a.md', 'paths:\ntitle: x', true],
    ['.cursor/rules/a.mdc', 'globs: src/**,**/*.css', false],
    ['.cursor/rules/a.mdc', 'globs: **/*', true],
    ['.cursor/rules/a.mdc', 'globs: **/*\nalwaysApply: false', false],
    ['.cursor/rules/a.mdc', 'globs: src/**\nalwaysApply: true', true],
    ['.github/instructions/a.instructions.md', 'applyTo: "src/**,**"', true],
    ['.windsurf/rules/a.md', 'trigger: always_on', true],
    ['.windsurf/rules/a.md', 'trigger: glob\nglobs: src/**', false],
    ['.windsurf/rules/a.md', 'trigger: model_decision', false],
    ['.kiro/steering/a.md', 'inclusion: always', true],
    ['.kiro/steering/a.md', 'inclusion: fileMatch\nfileMatchPattern: "src/**"', false],
    ['.kiro/steering/a.md', 'inclusion: manual', false],
    ['.claude/rules/a.md', 'paths: [\n  "src/**"\n]', false],
    ['.claude/rules/a.md', 'paths: [\n"src/**",\n"**"\n]\ntitle: x', true],
    ['.claude/rules/a.md', 'paths:\n  # sources\n  - src/**', false],
    ['.claude/rules/a.md', 'paths:\n# **\ntitle: x', true],
    ['.claude/rules/a.md', 'paths: []', true],
    ['.claude/rules/a.md', 'paths: |\n  src/**', false],
    ['.claude/rules/a.md', 'paths: &sources', false],
    ['.claude/rules/a.md', 'paths: { a: "src/**" }', false],
    ['.claude/rules/a.md', `paths: [${'src/**, '.repeat(100)}**]`, true],
  ]
  for (const [path, block, isAlways] of cases) {
    t.equal(isForEverySession(path, block), isAlways, `${path}: ${block}`)
  }
})

t.test('the patterns of a front matter, in each of its forms', async t => {
  const cases: [string, string[]][] = [
    ['', []],
    ['globs:\nalwaysApply: false', []],
    ['globs: *.ts, src/**/*.{js,jsx}', ['*.ts', 'src/**/*.{js,jsx}']],
    ['applyTo: "**/*.css,**/*.scss"', ['**/*.css', '**/*.scss']],
    ['title: x\npaths:\n  - "src/**"\n  - lib/**\nother: y', ['src/**', 'lib/**']],
    ['paths: [\'a/**\', "b/**"]', ['a/**', 'b/**']],
    ['paths: [ # sources\n  "a/**",\n\n  # more\n  b/**, # last\n]\ntitle: x', ['a/**', 'b/**']],
    ['paths: [\n"a/**",\n"b/**"\n]\n"title": x', ['a/**', 'b/**']],
    ['paths:\n\n# sources\n- a/**\n  # more\n- b/**\nx.y: [c]', ['a/**', 'b/**']],
    ['paths: ["app/[id]/**", \'b/*.{c,d}\']', ['app/[id]/**', 'b/*.{c,d}']],
  ]
  for (const [block, patterns] of cases) t.same(readPatterns(block), patterns, block)
})

t.test('of more patterns than are kept there are none: it may be about any file', async t => {
  const list = (count: number, pattern: string) => `paths: [${`${pattern}, `.repeat(count)}]`
  t.equal(readPatterns(list(32, 'src/**')).length, 32)
  t.same(readPatterns(list(33, 'src/**')), [])
  t.same(readPatterns(list(1, `${'src/'.repeat(600)}**`)), [])
  t.notOk(isForEverySession('.claude/rules/a.md', list(33, 'src/**')))
})

t.test('no front matter takes long, whatever repeats in it', async t => {
  const units = [
    ',a',
    ',',
    '{',
    '{a',
    '{,',
    '[',
    '["',
    '"',
    '\n',
    '\n ',
    '\n-',
    '\n- a',
    '\n#',
    ' #',
    ' ',
    'a:',
  ]
  for (const unit of units)
    for (const start of ['paths:', 'paths: [', 'paths: {', 'paths: x\n'])
      for (const end of ['', '}', ']', '\nx:', '\u0000']) {
        const block = start + unit.repeat(100_000 / unit.length) + end
        const spent = await processorMs(() => {
          isForEverySession('AGENTS.md', block)
          readPatterns(block)
        })
        t.ok(spent < 500, `${JSON.stringify(start + unit + end)}: ${spent} ms`)
      }
})

t.test('a path may match a pattern by its beginning and its end', async t => {
  t.ok(mayMatch('src/ui/button.tsx', 'src/ui/**'))
  t.ok(mayMatch('/home/me/app/src/ui/button.tsx', 'src/ui/**/*.tsx'))
  t.ok(mayMatch('./page.css', '**/*.css'))
  t.ok(mayMatch('src/a.ts', '**/*.{ts,tsx}'))
  t.notOk(mayMatch('src/app/button.tsx', 'src/ui/**'))
  t.notOk(mayMatch('src/ui/button.tsx', 'src/ui/**/*.css'))
  t.ok(mayMatch('src/main.ts', 'src/main.ts'))
  t.notOk(mayMatch('src/other.ts', 'src/main.ts'))
})
