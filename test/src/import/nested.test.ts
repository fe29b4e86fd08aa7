import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { importWorkspace } from '../../../src/import/index.js'
import { isIgnored, readIgnoreRules } from '../../../src/import/ignored.js'
import { findNestedFolders } from '../../../src/import/nested.js'
import { folderOf, placeRule } from '../../../src/import/rules.js'
import type { ImportState } from '../../../src/import/read.js'
import { processorMs } from '../../processor-time.js'
import { describeRows, NOW, temporaryFolder, writeTree } from './fixture.js'

/** A work tree of git with some files. */
function makeWorkTree(t: Test, files: Record<string, string>): string {
  const root = temporaryFolder(t)
  writeTree(root, { '.git/HEAD': 'ref: refs/heads/main\n', ...files })
  return root
}

const importAll = (workspace: string, previous?: ImportState) =>
  importWorkspace({
    workspace,
    scope: { type: 'project', id: workspace },
    previous,
    now: NOW,
    nested: findNestedFolders,
  })

t.test('rules of what git ignores cannot hold a walk up, however they are made', async t => {
  const rules = Array.from({ length: 1_000 }, (_, at) => `${'*a'.repeat(12)}*b${at}`).join('\n')
  const root = makeWorkTree(t, { '.gitignore': rules, 'a/AGENTS.md': 'a' })
  for (let at = 0; at < 1_200; at++) mkdirSync(join(root, 'a'.repeat(240) + at))
  const spent = await processorMs(async () => t.same(await findNestedFolders(root), ['a']))
  t.ok(spent < 8_000, `${Math.round(spent)} ms`)
})

t.test('packages have the kinds of agent files that the root has', async t => {
  const root = makeWorkTree(t, {
    'AGENTS.md': 'root',
    'packages/web/AGENTS.md': 'web',
    'packages/web/CLAUDE.local.md': 'mine',
    'packages/web/.claude/CLAUDE.md': 'web',
    'packages/web/.claude/rules/deep/forms.md': 'forms',
    'packages/web/.cursor/rules/style.mdc': 'style',
    'packages/web/.github/instructions/css.instructions.md': 'css',
    'packages/web/.claude/skills/x/SKILL.md': 'a skill',
    'packages/web/src/deep/CLAUDE.md': 'deep',
    'packages/web/README.md': 'none of them',
    'tools/cli/GEMINI.md': 'cli',
  })
  const { state, counts } = await importAll(root)
  t.same(describeRows(state), {
    'AGENTS.md': 'constraint tool:agents',
    'packages/web/.claude/CLAUDE.md': 'fact tool:claude',
    'packages/web/.claude/rules/deep/forms.md': 'constraint tool:claude',
    'packages/web/.cursor/rules/style.mdc': 'constraint tool:cursor',
    'packages/web/.github/instructions/css.instructions.md': 'constraint tool:copilot',
    'packages/web/AGENTS.md': 'constraint tool:agents',
    'packages/web/CLAUDE.local.md': 'fact tool:claude',
    'packages/web/src/deep/CLAUDE.md': 'fact tool:claude',
    'tools/cli/GEMINI.md': 'fact tool:gemini',
  })
  t.match(counts, { imported: 9, skipped: 0, pruned: 0 })
  t.equal(state.isWhole, true)
})

t.test('a change of a nested file updates it, and one that is gone is pruned', async t => {
  const root = makeWorkTree(t, { 'a/AGENTS.md': 'one', 'b/AGENTS.md': 'two' })
  const first = await importAll(root)
  writeTree(root, { 'a/AGENTS.md': 'one more' })
  execFileSync('rm', [join(root, 'b/AGENTS.md')])
  const { state, counts } = await importAll(root, first.state)
  t.match(counts, { imported: 0, updated: 1, pruned: 1 })
  t.same(
    state.rows.map(({ id, path, content }) => [id, path, content]),
    [[first.state.rows[0]?.id, 'a/AGENTS.md', 'one more']],
  )
})

t.test('folders of others are left out', async t => {
  const root = makeWorkTree(t, {
    '.gitignore': 'build/\n/generated\n*.tmp\n!keep.tmp\n',
    '.git/info/exclude': 'private\n',
    'packages/.gitignore': 'out\n',
    'packages/web/AGENTS.md': 'web',
    'keep.tmp/AGENTS.md': 'kept',
    'packages/generated/AGENTS.md': 'another one',
    ...Object.fromEntries(
      [
        ...['node_modules/x', 'packages/web/node_modules/x', 'dist', 'vendor/x', '.hidden'],
        ...['build', 'packages/build/x', 'generated', 'old.tmp', 'private', 'packages/out'],
        ...['module', 'clone', 'clone/deep'],
      ].map(folder => [`${folder}/AGENTS.md`, 'of another']),
    ),
    'module/.git': 'gitdir: ../.git/modules/module\n',
    'clone/.git/HEAD': 'ref: refs/heads/main\n',
  })
  const { state } = await importAll(root)
  const own = ['keep.tmp/AGENTS.md', 'packages/generated/AGENTS.md', 'packages/web/AGENTS.md']
  t.same(Object.keys(describeRows(state)).sort(), own)
  const plain = temporaryFolder(t)
  writeTree(plain, { 'AGENTS.md': 'root', 'web/AGENTS.md': 'web' })
  t.same(Object.keys(describeRows((await importAll(plain)).state)), ['AGENTS.md'], 'no repository')
})

t.test('what git ignores is judged as git does', async t => {
  const root = temporaryFolder(t)
  execFileSync('git', ['init', '-q', root])
  const names = ['a', 'b', 'ab', 'a.b', 'x y', '#x', '!x', 'aXb', 'a]b', 'ü']
  const rules = [
    ...['a', '/a', 'a/', 'a/b', '/a/b/', '**/b', 'a/**', 'a/**/b', '*', '*b', 'a*', 'a?b', '[ab]'],
    ...['[!ab]', '[a-x]', '\\#x', '\\!x', '!a', 'x y', 'a\\ ', 'a ', '#x', 'a*b', '**', 'ü', '?'],
    ...['a]b', '*\n!a', '*\n!*b', '/*\n!/a', 'a/*\n!a/b', '**/a/**', 'x/../a', 'a//b', '[b-]'],
  ]
  const paths = names.flatMap(one => [one, ...names.map(other => `${one}/${other}`)])
  for (const path of paths) mkdirSync(join(root, path), { recursive: true })
  for (const text of rules) {
    writeFileSync(join(root, '.gitignore'), `${text}\n`)
    const input = paths.join('\0')
    const said = gitIgnores(root, input)
    const own = readIgnoreRules(text)
    const isLeftOut = (path: string): boolean => {
      const [parent = ''] = path.split('/')
      return (parent !== path && isIgnored(own, parent) === true) || isIgnored(own, path) === true
    }
    t.same(paths.filter(isLeftOut).sort(), said.sort(), JSON.stringify(text))
  }
})

/** The folders of some that git ignores, with a zero between. */
function gitIgnores(root: string, input: string): string[] {
  try {
    const words = ['-C', root, 'check-ignore', '-z', '--no-index', '--stdin']
    const said = execFileSync('git', words, { input, encoding: 'utf8' })
    return said.split('\0').flatMap(path => (path === '' ? [] : path))
  } catch {
    return []
  }
}

t.test('no rule takes long', async t => {
  const stars = readIgnoreRules(`${'*a'.repeat(2_000)}b\n${'**/a/'.repeat(500)}b`)
  const deep = Array.from({ length: 200 }, () => 'a').join('/')
  const spent = await processorMs(async () => {
    t.equal(isIgnored(stars, 'a'.repeat(255)), undefined)
    t.equal(isIgnored(stars, deep), undefined)
  })
  t.ok(spent < 2_000, `${spent} ms`)
})

t.test('names of one file in several folders', async t => {
  const root = makeWorkTree(t, {
    'AGENTS.md': 'root',
    'shared/AGENTS.md': 'shared',
    'web/AGENTS.md': 'web',
    'api/README.md': '',
    'web/sub/README.md': '',
  })
  symlinkSync('../AGENTS.md', join(root, 'api/AGENTS.md'))
  symlinkSync('../shared/AGENTS.md', join(root, 'api/CLAUDE.md'))
  symlinkSync('../AGENTS.md', join(root, 'web/sub/AGENTS.md'))
  symlinkSync('web/AGENTS.md', join(root, 'CLAUDE.md'))
  symlinkSync('web', join(root, 'linked'))
  symlinkSync('/etc', join(root, 'api/.claude'))
  const { state } = await importAll(root)
  const rows = Object.fromEntries(state.rows.map(({ path, content }) => [path, content]))
  t.same(rows, {
    'AGENTS.md': 'root',
    'CLAUDE.md': 'web',
    'api/CLAUDE.md': 'shared',
    'shared/AGENTS.md': 'shared',
  })
})

t.test('a CLAUDE.md that takes another file in lends it its name', async t => {
  const root = makeWorkTree(t, {
    'AGENTS.md': 'root',
    'web/CLAUDE.md': 'See @AGENTS.md and @../AGENTS.md',
    'web/AGENTS.md': 'web',
  })
  const { state } = await importAll(root)
  const named = Object.fromEntries(state.rows.map(({ path, loadedAs }) => [path, loadedAs]))
  t.same(named['web/AGENTS.md'], ['web/AGENTS.md', 'web/CLAUDE.md'])
  t.same(named['AGENTS.md'], ['AGENTS.md', 'web/CLAUDE.md'])
})

t.test('a path has its rule in the highest folder', async t => {
  const cases: [string, string | undefined][] = [
    ['AGENTS.md', ''],
    ['web/AGENTS.md', 'web'],
    ['.agent/web/AGENTS.md', ''],
    ['web/.agent/x/AGENTS.md', 'web'],
    ['a/b/.claude/rules/c/d.md', 'a/b'],
    ['a/b/README.md', undefined],
  ]
  for (const [path, folder] of cases) {
    t.equal(placeRule(path)?.folder, folder, path)
    t.equal(folderOf(path), folder ?? '', path)
  }
})

t.test('a walk has its bounds, and ends when it is told to', async t => {
  const root = makeWorkTree(t, {
    [`${'d/'.repeat(8)}AGENTS.md`]: 'deep',
    [`${'e/'.repeat(9)}AGENTS.md`]: 'too deep',
  })
  t.same(await findNestedFolders(root), [Array.from({ length: 8 }, () => 'd').join('/')])
  const stop = AbortSignal.abort(new Error('out of time'))
  await t.rejects(findNestedFolders(root, stop), { message: 'out of time' })
  const many = Array.from({ length: 1_100 }, (_, n) => `p${n}/AGENTS.md`)
  const { state, counts } = await importAll(
    makeWorkTree(t, Object.fromEntries(many.map(path => [path, 'x']))),
  )
  t.equal(state.rows.length, 1_000)
  t.equal(counts.imported, 1_000)
})
