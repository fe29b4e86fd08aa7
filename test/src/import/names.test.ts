import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { runImport, temporaryFolder, writeTree } from './fixture.js'

async function namesIn(t: Test, files: Record<string, string>, links: Record<string, string> = {}) {
  const workspace = temporaryFolder(t)
  writeTree(workspace, files)
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(workspace, path))
  const { state } = await runImport(workspace)
  return Object.fromEntries(state.rows.map(({ path, loadedAs }) => [path, loadedAs?.sort()]))
}

t.test('a file is known by its path and those of links to it', async t => {
  t.same(await namesIn(t, { 'AGENTS.md': 'text' }, { 'CLAUDE.md': 'AGENTS.md' }), {
    'AGENTS.md': ['AGENTS.md', 'CLAUDE.md'],
  })
  t.same(await namesIn(t, { 'CLAUDE.md': 'text' }, { 'AGENTS.md': 'CLAUDE.md' }), {
    'CLAUDE.md': ['AGENTS.md', 'CLAUDE.md'],
  })
})

t.test('and by a file that takes it in', async t => {
  const names = await namesIn(t, {
    'AGENTS.md': 'See @GEMINI.md and @QWEN.md.',
    'CLAUDE.md': 'Read this first: @AGENTS.md.\n\n@./.claude/rules/api.md\n@missing.md me@QWEN.md',
    '.claude/rules/api.md': '---\npaths: api/**\n---\nReturn problem documents.',
    'GEMINI.md': 'Not `@QWEN.md` and not\n```\n@.cursorrules\n```\n',
    'QWEN.md': 'Nothing.',
    '.cursorrules': 'Nothing.',
  })
  t.same(names, {
    'AGENTS.md': ['AGENTS.md', 'CLAUDE.md'],
    'CLAUDE.md': ['CLAUDE.md'],
    '.claude/rules/api.md': ['CLAUDE.md'],
    'GEMINI.md': ['CLAUDE.md', 'GEMINI.md'],
    'QWEN.md': ['CLAUDE.md', 'QWEN.md'],
    '.cursorrules': ['.cursorrules'],
  })
})

t.test('rules for some files are known by no name', async t => {
  const names = await namesIn(t, {
    '.claude/rules/all.md': 'Always.',
    '.claude/rules/api.md': '---\npaths: api/**\n---\nFor the API.',
  })
  t.same(names, { '.claude/rules/all.md': ['.claude/rules/all.md'], '.claude/rules/api.md': [] })
})
