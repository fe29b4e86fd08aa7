import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { HookHost } from './host.js'

const FILES = {
  'AGENTS.md': 'The walrus build needs forty minutes.',
  'CLAUDE.md': 'The walrus tests need the walrus database.',
  '.claude/rules/walrus.md': '---\npaths: walrus/**\n---\nWalrus modules have no default export.',
  '.claude/rules/all.md': 'A walrus commit names its ticket.',
  '.claude/commands/walrus.md': 'Release the walrus: tag it, then push.',
}
/** All but the rules of some files. */
const AT_START = Object.keys(FILES)
  .filter(path => path !== '.claude/rules/walrus.md')
  .sort()
const PROMPT = { prompt: 'How does the walrus build, test, commit and release work?' }

/** The agent files that the text holds, by their paths in the project. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/\(file ([^)]+)\)/g)].map(([, path = '']) => path).sort()
}

/** What a start and a prompt of one session are given together. */
async function askBoth(host: HookHost, name: string, ...args: string[]) {
  const session = { session_id: `of ${name}` }
  const start = await host.context('SessionStart', session, { args })
  const prompt = await host.context('UserPromptSubmit', { ...session, ...PROMPT }, { args })
  return { start: filesIn(start), all: filesIn(start + prompt) }
}

t.test('what the host has loaded itself is not given again', async t => {
  const host = new HookHost(t)
  host.write(FILES)
  await host.remember({ title: 'Walrus port', content: 'The walrus listens on 8080.' })
  const claude = await askBoth(host, 'claude', '--host', 'claude-code')
  t.same(claude.start, ['.claude/commands/walrus.md', 'AGENTS.md'])
  t.notOk(claude.all.some(path => ['CLAUDE.md', '.claude/rules/all.md'].includes(path)))
  const codex = await askBoth(host, 'codex', '--host', 'codex')
  t.same(
    codex.start,
    AT_START.filter(path => path !== 'AGENTS.md'),
  )
  t.notOk(codex.all.includes('AGENTS.md'))
  t.same((await askBoth(host, 'nobody')).start, AT_START, 'not named: everything')
  t.same(host.failures(), [])
})

t.test('Claude Code has AGENTS.md where it leads to CLAUDE.md, or where there is none', async t => {
  const alone = new HookHost(t)
  alone.write({ 'AGENTS.md': FILES['AGENTS.md'] })
  t.same(await askBoth(alone, 'alone', '--host', 'claude'), { start: [], all: [] })
  const linked = new HookHost(t)
  linked.write({ 'AGENTS.md': FILES['AGENTS.md'] })
  symlinkSync('AGENTS.md', join(linked.project, 'CLAUDE.md'))
  t.same(await askBoth(linked, 'linked', '--host', 'claude'), { start: [], all: [] })
  const taken = new HookHost(t)
  taken.write({ 'AGENTS.md': FILES['AGENTS.md'], 'CLAUDE.md': 'The walrus rules: @AGENTS.md' })
  t.same(await askBoth(taken, 'taken', '--host', 'claude'), { start: [], all: [] })
})

t.test('rules of some files, and those on demand, come where a prompt asks for them', async t => {
  const host = new HookHost(t)
  const always = [
    '.cursor/rules/all.mdc',
    '.claude/rules/every.md',
    '.github/instructions/all.instructions.md',
  ]
  host.write({
    '.cursor/rules/heron.mdc':
      '---\nglobs: src/heron/**\nalwaysApply: false\n---\nHeron modules are pure.',
    '.cursor/rules/asked.mdc':
      '---\ndescription: otters\nalwaysApply: false\n---\nOtters are fed at noon.',
    '.claude/rules/lynx.md': '---\npaths:\n  - lynx/**\n---\nLynx tables have a primary key.',
    '.github/instructions/css.instructions.md':
      '---\napplyTo: "**/*.css"\n---\nColours are tokens.',
    [always[0]!]: '---\nglobs: lynx/**\nalwaysApply: true\n---\nBadgers answer in English.',
    [always[1]!]: "---\npaths: '**/*'\n---\nWeasels log in UTC.",
    [always[2]!]: '---\napplyTo: "**"\n---\nMartens test first.',
  })
  const filesOf = async (name: string, fields: object) =>
    filesIn(await host.context(name, { session_id: 's1', ...fields }))
  t.same(await filesOf('SessionStart', { source: 'startup' }), always.toSorted())
  const prompt = 'Which primary key do lynx tables have?'
  t.same(await filesOf('UserPromptSubmit', { prompt }), ['.claude/rules/lynx.md'])
  const asked = {
    'Fix the null check in src/heron/list.ts': ['.cursor/rules/heron.mdc'],
    'Fix the null check in src/heron/für/list.ts': ['.cursor/rules/heron.mdc'],
    'Fix the null check in src/otter/list.ts': [],
    'Are modules of src/otter/list.ts pure, like heron modules?': [],
    'Are heron modules pure?': ['.cursor/rules/heron.mdc'],
  }
  for (const [prompt, files] of Object.entries(asked))
    t.same(await filesOf('UserPromptSubmit', { prompt, session_id: prompt }), files, prompt)
  t.same(host.failures(), [])
})
