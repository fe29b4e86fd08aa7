import t from 'tap'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCommandLine } from '../../../src/bin/cli/find.js'
import { renderCommandHelp, renderGroupHelp } from '../../../src/bin/cli/help.js'
import { COMMANDS, EVERY_COMMAND } from '../../../src/bin/cli/table.js'
import { Shell } from './shell.js'

const PACKAGE = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string }

t.test('help and version', async t => {
  const shell = new Shell(t)
  const help = await shell.say(['--help'])
  for (const command of COMMANDS) t.match(help, new RegExp(`^  ${command.name} +\\w`, 'm'))
  t.ok(help.split('\n').every(line => line.length <= 80))
  t.equal(await shell.say(['help']), help)
  t.equal((await shell.say(['--version'])).trim(), PACKAGE.version)
  for (const command of EVERY_COMMAND) {
    const one = renderCommandHelp(command).join('\n')
    t.match(one, new RegExp(`^usage: svc ${command.name}\\b`))
    t.ok(
      one.split('\n').every(line => line.length <= 80),
      command.name,
    )
  }
  for (const row of COMMANDS) {
    const lines = 'commands' in row ? renderGroupHelp(row) : []
    t.ok(
      lines.every(line => line.length <= 80),
      row.name,
    )
  }
  const list = await shell.say(['help', 'list'])
  t.match(list, /^usage: svc list /)
  t.equal(await shell.say(['list', '-h']), list)
  const group = await shell.run(['git'])
  t.equal(group.code, 2)
  t.match(group.stdout, /^usage: svc git COMMAND/)
  t.match(group.stderr, /which command of svc git\?/)
  t.equal(await shell.say(['help', 'git']), group.stdout)
  t.notOk(existsSync(shell.store), 'help makes no store')
})

/** One command of each family; ID is that of a memory. */
const FAMILIES: readonly string[][] = [
  ['show', 'ID', '--json'],
  ['forget', 'nothinga'],
  ['recall', 'How do we deploy?'],
  ['import', '--json'],
  ['skills'],
  ['status', '--json'],
  ['consolidate', '--dry-run'],
  ['archive', 'list'],
  ['archive', 'history', 'ID', '--json'],
  ['review'],
  ['scope', 'list', '--json'],
  ['export'],
  ['load', '-'],
  ['edit', 'ID', '--tags', 'ship'],
  ['scrub'],
  ['aliases', '--dry-run'],
  ['git', 'status'],
  ['install', '--host', 'codex', '--dry-run'],
  ['doctor'],
]

t.test('the built program says what the sources say, in each family of commands', async t => {
  const shell = new Shell(t)
  const { id } = await shell.ask<{ id: string }>(['remember', '--title', 'Deploy', 'By make ship.'])
  await shell.say(['import'])
  for (const family of FAMILIES) {
    const args = family.map(word => (word === 'ID' ? id : word))
    const built = await shell.runBuilt(args)
    t.same(built, await shell.run(args), args.join(' '))
  }
})

t.test('wrong usage: exit code 2 and one line on stderr that says what to do', async t => {
  const shell = new Shell(t)
  const wrong: [string[], RegExp][] = [
    [['lst'], /unknown command lst; did you mean list\?/],
    [['got', 'init'], /unknown command got/],
    [['git', 'initt'], /unknown command git initt/],
    [['help', 'nothing'], /unknown command nothing/],
    [['list', '--foo'], /unknown flag --foo .*usage: svc list \[--scope S\]/],
    [['list', 'extra'], /unexpected argument extra/],
    [['list', '--limit'], /--limit needs a value/],
    [['list', '--limit', '0'], /--limit must be a whole number of at least 1/],
    [['list', '--limit', '1.5'], /--limit must be/],
    [['list', '--limit=-1'], /--limit must be/],
    [['list', '--offset', 'x'], /--offset must be/],
    [['list', '--kind', ','], /--kind names nothing/],
    [['list', '--scope', 'everything'], /--scope must be global, project, or project:/],
    [['list', '--json=yes'], /--json/],
    [['serve', '--port', '65536'], /--port must be a whole number from 0 to 65535/],
    [['remember', 'text'], /--title is missing; usage: svc remember .*--title T/],
    [['remember', '--title', 'T'], /CONTENT is missing/],
    [['remember', '--title', 'T', 'two', 'words'], /quote text/],
    [['recall'], /TEXT is missing/],
    [['recall', '--host', 'emacs', 'text'], /unknown host emacs; known: claude-code, codex/],
    [['show'], /ID is missing/],
    [['load'], /FILE.jsonl is missing/],
    [['install', '--host', 'droid', '--trust'], /--trust is for --host codex/],
    [['install', '--host', 'emacs'], /unknown host emacs; known: claude-code/],
    [['list', '--data-dir', ''], /--data-dir needs a value/],
  ]
  for (const [args, message] of wrong) {
    const { code, stdout, stderr } = await shell.run(args)
    t.equal(code, 2, args.join(' '))
    t.equal(stdout, '')
    t.match(stderr, /^svc: .*\n$/, 'one line')
    t.match(stderr, message)
  }
  t.equal((await shell.run([])).code, 2)
  t.notOk(existsSync(shell.store), 'and no store is made')
})

t.test('an operation that fails: exit code 1, with --json the error body of the API', async t => {
  const shell = new Shell(t)
  const failed: [string[], string][] = [
    [['show', 'aaaaaaaa'], 'MEMORY_NOT_FOUND'],
    [['forget', 'aaaaaaaa'], 'MEMORY_NOT_FOUND'],
    [['edit', 'aaaaaaaa', '--title', 'x'], 'MEMORY_NOT_FOUND'],
    [['remember', '--title', ' ', 'text'], 'INVALID_REQUEST'],
    [['remember', '--title', 'T', ' '], 'INVALID_REQUEST'],
    [['remember', '--title', 'T', '--kind', 'Not A Kind', 'text'], 'INVALID_REQUEST'],
    [['import', 'missing-folder'], 'WORKSPACE_NOT_FOUND'],
    [['backlog', '--scope', 'project:/nowhere'], 'SCOPE_NOT_FOUND'],
    [['load', 'missing.jsonl'], 'INVALID_REQUEST'],
  ]
  for (const [args, code] of failed) {
    const asked = await shell.run([...args, '--json'])
    t.equal(asked.code, 1, args.join(' '))
    t.equal(asked.stdout, '')
    const body = JSON.parse(asked.stderr) as Record<string, unknown>
    t.same(Object.keys(body), ['error', 'code'])
    t.equal(body.code, code)
  }
  const plain = await shell.run(['show', 'aaaaaaaa'])
  t.equal(plain.code, 1)
  t.match(plain.stderr, /^svc: .*aaaaaaaa.*\n$/)
  const usage = await shell.run(['--json', 'show'])
  t.equal(usage.code, 2)
  t.equal((JSON.parse(usage.stderr) as { code: string }).code, 'INVALID_REQUEST')
})

t.test('settings: a bad one is one clear error', async t => {
  const shell = new Shell(t)
  const bad = await shell.run(['list'], { env: { SVC_CAPACITY: 'many' } })
  t.equal(bad.code, 1)
  t.match(bad.stderr, /^svc: SVC_CAPACITY: must be a whole number.*\n$/)

  mkdirSync(shell.store)
  const config = join(shell.store, 'config.json')
  writeFileSync(config, '[{')
  const broken = await shell.run(['list'])
  t.equal(broken.code, 1)
  t.match(broken.stderr, `svc: ${config}: is not valid JSON`)
  const checked = await shell.run(['doctor', '--json'])
  t.equal(checked.stderr, `svc: ${config}: is not valid JSON\n`, 'told once')
  t.ok('findings' in (JSON.parse(checked.stdout) as object), 'what mends a store goes on')

  writeFileSync(config, '<<<<<<< HEAD\n[]\n=======\n[{}]\n>>>>>>> other\n')
  const merge =
    /config\.json: has conflict markers; settle them, then git -C \S+ add config\.json\n/
  t.match(await shell.run(['list']), { code: 1, stderr: merge })
  const git = await shell.run(['git', 'log'])
  t.match(git, { code: 1, stderr: merge })
  t.match(git.stderr, /is in no git repository/, 'it goes on')

  writeFileSync(config, '[{"id":"svc","name":"core","config":{"dataDir":"/elsewhere"}}]')
  const warned = await shell.run(['list', '--json'])
  t.equal(warned.code, 0)
  t.match(warned.stderr, /^svc: config.json: dataDir and databasePath have no effect.*\n$/)

  const other = join(shell.folder, 'other')
  await shell.say(['--data-dir', other, 'remember', '--title', 'T', 'text'])
  t.equal((await shell.ask<{ total: number }>(['list'])).total, 0)
  t.equal((await shell.ask<{ total: number }>(['list', '--data-dir', other])).total, 1)
})

t.test('the program that has the name of the package serves where no command is named', async t => {
  const wishOf = (...argv: string[]) => {
    const parsed = parseCommandLine(argv, 'serve')
    return 'command' in parsed ? [parsed.command.name, ...parsed.argv] : 'about the program'
  }
  t.same(wishOf(), ['serve'])
  t.same(wishOf('--port', '0'), ['serve', '--port', '0'])
  t.same(wishOf('--data-dir', '/d', '--port', '0'), ['serve', '--data-dir', '/d', '--port', '0'])
  t.same(wishOf('list', '--limit', '3'), ['list', '--limit', '3'])
  for (const question of ['--version', '-v', '--help', '-h', 'help']) {
    t.equal(wishOf(question), 'about the program', question)
  }
})
