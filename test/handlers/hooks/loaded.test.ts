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
const PROMPT = { prompt: 'How does the walrus build, test, commit and release work?' }

/** The agent files that the text holds, by name. */
function filesIn(text: string, host: HookHost): string[] {
  const named = [...text.matchAll(/\(file ([^)]+)\)/g)].map(([, path = '']) => path)
  return named.map(path => path.slice(host.project.length + 1)).sort()
}

/** What a start and a prompt of one session are given together. */
async function askBoth(host: HookHost, name: string, ...args: string[]) {
  const session = { session_id: `of ${name}` }
  const start = await host.context('SessionStart', session, { args })
  const prompt = await host.context('UserPromptSubmit', { ...session, ...PROMPT }, { args })
  return { start: filesIn(start, host), all: filesIn(start + prompt, host) }
}

t.test('what the host has loaded itself is not given again', async t => {
  const host = new HookHost(t)
  host.write(FILES)
  await host.remember({ title: 'Walrus port', content: 'The walrus listens on 8080.' })
  const claude = await askBoth(host, 'claude', '--host', 'claude-code')
  t.same(claude.start, ['.claude/commands/walrus.md', '.claude/rules/walrus.md', 'AGENTS.md'])
  t.notOk(claude.all.some(path => ['CLAUDE.md', '.claude/rules/all.md'].includes(path)))
  const codex = await askBoth(host, 'codex', '--host', 'codex')
  t.same(
    codex.start,
    Object.keys(FILES)
      .filter(path => path !== 'AGENTS.md')
      .sort(),
  )
  t.notOk(codex.all.includes('AGENTS.md'))
  t.same((await askBoth(host, 'nobody')).start, Object.keys(FILES).sort(), 'not named: everything')
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
