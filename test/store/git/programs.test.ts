import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { registerDriver } from '../../../src/git/driver.js'
import { isInRepoIgnored } from '../../../src/scopes/in-repo.js'
import { openProjectGit, planNoFilters } from '../../../store/git/git.js'
import { readRootCommits } from '../../../store/git/root-commit.js'
import { createCommitTimes } from '../../../store/git/times.js'
import { temporaryFolder } from '../fixture.js'
import { GIT_ENV, Workbench } from './fixture.js'

/** A configuration that starts a program, in a project whose memories lie in it. */
interface Row {
  /** Keys of the repository's configuration; `{program}` is the program. */
  config?: Record<string, string>
  /** Files of the work tree, or of `.git`. */
  files?: Record<string, string>
  prepare?: (bench: Workbench, program: string) => void
  /** What a person calls git by so that it starts the program: the control. */
  provoke?: readonly string[]
}

const MEMORIES = '.svc/memories'
const MEMORY = `${MEMORIES}/note--abcdefgh.md`
const STATUS = ['status', '--porcelain']
const DIFF = ['--no-pager', 'diff']
const filter = (kind: string): Row => ({
  config: { [`filter.x.${kind}`]: '{program}' },
  files: { '.gitattributes': '* filter=x\n' },
  provoke: kind === 'smudge' ? ['checkout', '-f', '--', MEMORY] : ['add', '-A'],
})
const driver = (key: string): Row => ({
  config: { [key]: '{program}' },
  files: { '.gitattributes': '* diff=x merge=x\n' },
  provoke: DIFF,
})
const unprovoked = (key: string, value = '{program}'): Row => ({ config: { [key]: value } })
const hook = (name: string, provoke?: readonly string[]): Row => ({
  files: { [`.git/hooks/${name}`]: '{program}' },
  ...(provoke && { provoke }),
})

const ROWS: Record<string, Row> = {
  'core.fsmonitor': { config: { 'core.fsmonitor': '{program}' }, provoke: STATUS },
  'core.fsmonitor of an included file': {
    config: { 'include.path': '../more' },
    files: { more: '[core]\n\tfsmonitor = {program}\n' },
    provoke: STATUS,
  },
  'core.fsmonitor of a conditional include': {
    config: { 'includeIf.gitdir:/**.path': '../more' },
    files: { more: '[core]\n\tfsmonitor = {program}\n' },
    provoke: STATUS,
  },
  'core.fsmonitor of a worktree configuration': {
    config: { 'extensions.worktreeConfig': 'true' },
    files: { '.git/config.worktree': '[core]\n\tfsmonitor = {program}\n' },
    provoke: STATUS,
  },
  'core.fsmonitor of a submodule': {
    prepare: (bench, program) => {
      const inner = Workbench.init(join(bench.directory, MEMORIES, 'inner'))
      inner.commit('first')
      bench.git(['add', '-A'])
      inner.git(['config', 'core.fsmonitor', program])
    },
    provoke: STATUS,
  },
  'core.hooksPath': {
    config: { 'core.hooksPath': 'hooks' },
    files: { 'hooks/post-index-change': '{program}', 'hooks/reference-transaction': '{program}' },
    provoke: ['add', '-A'],
  },
  'a hook at each change of the index': hook('post-index-change', ['add', '-A']),
  'a hook at each change of a ref': hook('reference-transaction', ['branch', 'other']),
  'a hook at a commit': hook('pre-commit', ['commit', '--allow-empty', '-m', 'x']),
  'a hook after a checkout': hook('post-checkout', ['checkout', '-q', '-b', 'other']),
  'a hook after a merge': hook('post-merge'),
  'a hook that receives': hook('post-receive'),
  'the monitor of files as a hook': hook('fsmonitor-watchman'),
  'filter.clean': filter('clean'),
  'filter.smudge': filter('smudge'),
  'filter.process': filter('process'),
  'a filter that is required': {
    config: { 'filter.x.clean': '{program}', 'filter.x.required': 'true' },
    files: { '.gitattributes': '* filter=x\n' },
    provoke: ['add', '-A'],
  },
  'a filter of a long name': {
    config: { 'filter.a.b c"d.clean': '{program}' },
    files: { '.gitattributes': '* filter=a.b\n' },
  },
  'a filter of a name that no option can state': {
    config: { 'filter.a=b.clean': '{program}' },
    files: { '.gitattributes': '* filter=a=b\n' },
    provoke: ['add', '-A'],
  },
  'a filter by attributes of the repository alone': {
    config: { 'filter.x.clean': '{program}' },
    files: { '.git/info/attributes': '* filter=x\n' },
    provoke: ['add', '-A'],
  },
  'a filter by core.attributesFile': {
    config: { 'filter.x.clean': '{program}', 'core.attributesFile': 'more' },
    files: { more: '* filter=x\n' },
    provoke: ['add', '-A'],
  },
  'diff.external': { config: { 'diff.external': '{program}' }, provoke: DIFF },
  'diff.textconv': driver('diff.x.textconv'),
  'diff.command': driver('diff.x.command'),
  'merge.driver': { ...driver('merge.x.driver'), provoke: [] },
  'gpg.program, of a signed commit': {
    config: { 'gpg.program': '{program}', 'log.showSignature': 'true' },
    prepare: bench => commitSigned(bench),
    provoke: ['--no-pager', 'log'],
  },
  'commit.gpgSign': {
    config: { 'commit.gpgSign': 'true', 'gpg.program': '{program}' },
    provoke: ['commit', '--allow-empty', '-m', 'x'],
  },
  'core.editor': {
    config: { 'core.editor': '{program}' },
    provoke: ['commit', '--allow-empty'],
  },
  'sequence.editor': unprovoked('sequence.editor'),
  'core.pager': unprovoked('core.pager'),
  'pager.status': unprovoked('pager.status'),
  'pager.log': unprovoked('pager.log'),
  'core.sshCommand': {
    config: { 'core.sshCommand': '{program}', 'remote.origin.url': 'ssh://nobody@127.0.0.1/x' },
    provoke: ['fetch'],
  },
  'core.gitProxy': {
    config: { 'core.gitProxy': '{program}', 'remote.origin.url': 'git://127.0.0.1/x' },
    provoke: ['fetch'],
  },
  'core.askPass': unprovoked('core.askPass'),
  'credential.helper': {
    config: { 'credential.helper': '!{program}' },
    provoke: ['credential', 'fill'],
  },
  'core.alternateRefsCommand': unprovoked('core.alternateRefsCommand'),
  'uploadpack.packObjectsHook': unprovoked('uploadpack.packObjectsHook'),
  'remote.uploadpack': {
    config: { 'remote.origin.url': '.', 'remote.origin.uploadpack': '{program}' },
    provoke: ['fetch'],
  },
  'remote.receivepack': {
    config: { 'remote.origin.url': '.', 'remote.origin.receivepack': '{program}' },
    provoke: ['push', 'origin', 'HEAD:refs/heads/x'],
  },
  'protocol.ext': {
    config: { 'protocol.ext.allow': 'always', 'remote.origin.url': 'ext::{program}' },
    provoke: ['fetch'],
  },
  'url.insteadOf': {
    config: {
      'protocol.ext.allow': 'always',
      'remote.origin.url': 'office:x',
      'url.ext::{program}.insteadOf': 'office:x',
    },
    provoke: ['fetch'],
  },
  'a partial clone whose promisor is a program': {
    config: {
      'core.repositoryFormatVersion': '1',
      'extensions.partialClone': 'evil',
      'remote.evil.promisor': 'true',
      'remote.evil.url': 'ext::{program}',
      'protocol.ext.allow': 'always',
    },
    prepare: bench => {
      const id = bench.git(['rev-parse', 'HEAD^{tree}']).trim()
      rmSync(join(bench.directory, '.git/objects', id.slice(0, 2), id.slice(2)))
    },
    provoke: ['ls-tree', 'HEAD'],
  },
  'alias of what is called': unprovoked('alias.status', '!{program}'),
  'alias of log': unprovoked('alias.log', '!{program}'),
  'submodule.update': {
    config: { 'submodule.x.update': '!{program}', 'submodule.x.url': '.' },
    files: { '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = .\n\tupdate = !{program}\n' },
  },
  'trailer.command': {
    config: { 'trailer.x.command': '{program}', 'trailer.x.key': 'X' },
    provoke: ['commit', '--allow-empty', '-m', 'x', '--trailer', 'x=1'],
  },
  'interactive.diffFilter': unprovoked('interactive.diffFilter'),
  'core.worktree elsewhere': unprovoked('core.worktree', '/'),
  'trace2 into a program': unprovoked('trace2.eventTarget', '{program}'),
  'guitool.cmd': unprovoked('guitool.x.cmd'),
  'sendemail.toCmd': unprovoked('sendemail.toCmd'),
  'instaweb.browser': unprovoked('instaweb.browser'),
  'web.browser': unprovoked('browser.x.cmd'),
  'difftool and mergetool': {
    config: { 'difftool.x.cmd': '{program}', 'mergetool.x.cmd': '{program}', 'merge.tool': 'x' },
  },
  'gpg.ssh.defaultKeyCommand': unprovoked('gpg.ssh.defaultKeyCommand'),
  'blame, with a driver': { ...driver('diff.x.textconv'), provoke: ['blame', MEMORY] },
}

function commitSigned(bench: Workbench): void {
  const tree = bench.git(['rev-parse', 'HEAD^{tree}']).trim()
  const head = bench.git(['rev-parse', 'HEAD']).trim()
  const who = 'Ada <ada@example.com> 1700000000 +0000'
  const lines = ['-----BEGIN PGP SIGNATURE-----', ' ', ' iQ', ' -----END PGP SIGNATURE-----']
  const signed = [`tree ${tree}`, `parent ${head}`, `author ${who}`, `committer ${who}`]
  const text = [...signed, `gpgsig ${lines.join('\n')}`, '', 'signed', ''].join('\n')
  const how = { cwd: bench.directory, env: GIT_ENV, input: text, encoding: 'utf8' } as const
  const id = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], how).trim()
  bench.git(['update-ref', 'HEAD', id])
}

/** A project with a memory of its own that is committed. */
function makeTemplate(): Workbench {
  const bench = Workbench.init(join(temporaryFolder(t), 'project'))
  bench.write({ [MEMORY]: 'before\n' })
  bench.commit('first')
  return bench
}

const template = makeTemplate()

/** A key and its value as they stand in a configuration file. */
function toConfig([key, value]: [string, string]): string {
  const [, section, name, last] = /^(\w+)(?:\.(.*))?\.(\w+)$/.exec(key) ?? []
  const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
  return `[${section}${name === undefined ? '' : ` ${quote(name)}`}]\n\t${last} = ${quote(value)}\n`
}

/** A project with memories of its own, one of which differs from what is committed. */
function makeProject(t: Test, { config = {}, files = {}, prepare }: Row) {
  const root = temporaryFolder(t)
  const mark = join(root, 'ran')
  const program = join(root, 'program')
  writeFileSync(program, `#!/bin/sh\necho "$@" >> '${mark}'\nexit 1\n`)
  chmodSync(program, 0o755)
  const bench = new Workbench(join(root, 'project'))
  cpSync(template.directory, bench.directory, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    const isHook = text === '{program}'
    const script = `#!/bin/sh\necho hook >> '${mark}'\n`
    bench.write({ [path]: isHook ? script : text.replaceAll('{program}', program) })
    if (isHook) chmodSync(join(bench.directory, path), 0o755)
  }
  prepare?.(bench, program)
  const text = Object.entries(config).map(toConfig).join('').replaceAll('{program}', program)
  appendFileSync(join(bench.directory, '.git', 'config'), text)
  bench.write({ [MEMORY]: 'behind\n' })
  return { bench, mark }
}

/** Every call of git that svc makes in a project. */
async function callAll({ directory }: Workbench): Promise<ReadonlyMap<string, string>> {
  const git = openProjectGit(directory, GIT_ENV)
  await registerDriver(git, { node: process.execPath, script: '/svc.js' }).catch(() => false)
  await isInRepoIgnored(git).catch(() => false)
  await readRootCommits(join(directory, '.git'), { env: GIT_ENV, timeoutMs: 60_000 })
  const times = createCommitTimes(GIT_ENV)
  return times(join(directory, MEMORIES), ['note--abcdefgh.md'])
}

t.jobs = 4
for (const [name, row] of Object.entries(ROWS)) {
  t.test(`no call in a project starts it: ${name}`, { buffered: true }, async t => {
    const { bench, mark } = makeProject(t, row)
    await callAll(bench)
    t.notOk(existsSync(mark))
    if (row.provoke === undefined || row.provoke.length === 0) return
    // A pull would have written it; a person who calls git there has the program run.
    const input = 'protocol=https\nhost=example.org\n\n'
    const env = { ...GIT_ENV, GIT_TERMINAL_PROMPT: '0' }
    spawnSync('git', row.provoke, { cwd: bench.directory, env, input, timeout: 10_000 })
    t.ok(existsSync(mark), `git ${row.provoke.join(' ')} does start it`)
  })
}

t.test('the calls are answered all the same', async t => {
  const { bench } = makeProject(t, ROWS['filter.clean']!)
  const times = await callAll(bench)
  t.ok(times.has('note--abcdefgh.md'), 'of a changed file its own time')
  bench.git(['config', '--unset', 'filter.x.clean'])
  bench.commit('second', '2026-01-02T03:04:05Z')
  t.equal((await callAll(bench)).get('note--abcdefgh.md'), '2026-01-02T03:04:05.000Z')
  t.match(bench.git(['config', 'merge.svc.driver']), /merge-driver/)
})

t.test('what a git hook hands to its children leads no call elsewhere', async t => {
  const { bench } = makeProject(t, {})
  const other = Workbench.init(join(temporaryFolder(t), 'other'))
  other.commit('of another')
  const env = {
    ...GIT_ENV,
    GIT_DIR: join(other.directory, '.git'),
    GIT_WORK_TREE: other.directory,
    GIT_INDEX_FILE: join(other.directory, '.git', 'index'),
    GIT_OBJECT_DIRECTORY: join(other.directory, '.git', 'objects'),
    GIT_CONFIG_PARAMETERS: "'core.bare'='true'",
    GIT_NAMESPACE: 'x',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_PREFIX: 'x/',
  }
  const subject = ['log', '-1', '--format=%s', '--', ':(glob)**/*.md']
  t.equal((await openProjectGit(bench.directory, env).read(subject)).trim(), 'first')
  const [root] = await readRootCommits(join(bench.directory, '.git'), { env, timeoutMs: 60_000 })
  t.equal(root, bench.git(['rev-parse', 'HEAD']).trim())
})

t.test('no program but git is needed to know a history', async t => {
  const { bench } = makeProject(t, {})
  const programs = join(temporaryFolder(t), 'bin')
  mkdirSync(programs)
  symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), join(programs, 'git'))
  const look = { env: { ...GIT_ENV, PATH: programs }, timeoutMs: 60_000 }
  const [root] = await readRootCommits(join(bench.directory, '.git'), look)
  t.equal(root, bench.git(['rev-parse', 'HEAD']).trim())
})

t.test('filters are turned off by name', t => {
  const off = (name: string) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap(set => [
      '-c',
      `filter.${name}.${set}`,
    ])
  t.same(planNoFilters(''), [])
  const keys = ['filter.a.clean', 'filter.a.process', 'filter.b.c d.smudge', '']
  t.same(planNoFilters(keys.join('\0')), [...off('a'), ...off('b.c d')])
  t.throws(() => planNoFilters('filter.a=b.clean\0'), { code: 'GIT_FAILED' })
  t.end()
})

t.test(
  'a pipe in the place of a configuration is not waited for longer than a hook may',
  async t => {
    const { bench } = makeProject(t, {})
    mkdirSync(join(bench.directory, 'more'))
    execFileSync('mkfifo', [join(bench.directory, 'more', 'pipe')])
    bench.git(['config', 'include.path', '../more/pipe'])
    // Nobody writes into the pipe: without an end in time there would be no answer.
    const look = { env: GIT_ENV, timeoutMs: 100 }
    t.same(await readRootCommits(join(bench.directory, '.git'), look), [])
  },
)
