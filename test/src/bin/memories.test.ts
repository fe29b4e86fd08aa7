import t from 'tap'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportResult, RecallContext } from '../../../src/types.js'
import type { ServiceStatus } from '../../../src/api.js'
import type { ActivityEvent, Memory, Skill } from '../../../store/types.js'
import { fileOf } from '../fixture.js'
import { Shell } from './shell.js'

const MARKERS = '<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n'

interface Page {
  items: Memory[]
  total: number
}

t.test('remember, list, show, edit, forget', async t => {
  const shell = new Shell(t)
  const made = await shell.ask<Memory>([
    'remember',
    '--kind',
    'constraint',
    '--title',
    'Never push on Fridays',
    '--tags',
    'git, release',
    'Releases go out Monday to Thursday.',
  ])
  t.match(made, {
    kind: 'constraint',
    title: 'Never push on Fridays',
    content: 'Releases go out Monday to Thursday.',
    tags: ['git', 'release'],
    scope: { type: 'project', id: shell.project },
    source: { runtime: 'cli' },
  })
  t.equal((await shell.ask<Memory>(['remember', '--title', 'Plain', 'text'])).kind, 'fact')

  const page = await shell.ask<Page>(['list'])
  t.equal(page.total, 2)
  t.same((await shell.ask<Page>(['list', '--limit', '1', '--offset', '1'])).items, [page.items[1]])
  t.same(await shell.ask<Page>(['list', '--kind', 'constraint,other', '--tags', 'GIT,release']), {
    items: [page.items[1]],
    total: 1,
  })
  t.match(
    await shell.say(['list']),
    new RegExp(`^${made.id}  constraint  .*Never push on Fridays  #git`, 'm'),
  )
  const { revision, ...shown } = await shell.ask<Memory>(['show', made.id])
  t.same(shown, page.items[1])
  t.match(revision, /^[0-9a-z]+$/)
  t.match(await shell.say(['show', made.id]), /^Never push on Fridays\n\n(.+\n)+\nReleases go out/)

  const edited = await shell.ask<Memory>(['edit', made.id, '--title', 'No pushes', '--tags', ''])
  t.match(edited, { id: made.id, title: 'No pushes', tags: [], content: made.content })
  t.match(
    await shell.ask<Memory>(['edit', made.id, '--content', '-', '--kind', 'fact'], {
      input: 'new\n',
    }),
    { content: 'new', kind: 'fact' },
  )
  t.same((await shell.ask<Memory>(['forget', made.id])).id, made.id)
  t.equal((await shell.run(['show', made.id])).code, 1)
  t.match(await shell.say(['forget', page.items[0]!.id]), /^forgot \w+ in project: Plain\n$/)
})

t.test('aliases are given, shown, replaced and taken away', async t => {
  const shell = new Shell(t)
  const title = ['--title', 'Rotate the signing key']
  const made = await shell.ask<Memory>([
    'remember',
    ...title,
    '--aliases',
    'renew secret, 401',
    'Run it.',
  ])
  t.same(made.aliases, ['renew secret', '401'])
  t.match(await shell.say(['show', made.id]), /^aliases +renew secret; 401$/m)
  t.notMatch(await shell.say(['list']), 'renew secret')
  t.same((await shell.ask<Page>(['list', '--text', 'secret renewal'])).items[0]?.id, made.id)
  t.same((await shell.ask<Memory>(['remember', ...title, 'Run it twice.'])).aliases, made.aliases)
  const edit = async (...more: string[]) =>
    (await shell.ask<Memory>(['edit', made.id, ...more])).aliases
  t.same(await edit('--content', 'Run it.'), made.aliases)
  t.same(await edit('--aliases', 'token expired'), ['token expired'])
  t.same(await edit('--aliases', ''), [])
  t.equal((await shell.run(['edit', made.id, '--aliases', 'x'.repeat(101)])).code, 1)
})

t.test('forget --wrong says that it is not learned again, and the way back', async t => {
  const shell = new Shell(t)
  const make = (scope: string) =>
    shell.ask<Memory>(['remember', '--scope', scope, '--title', 'Port', '8080'])
  const { id } = await make('project')
  const said = await shell.say(['forget', '--wrong', id])
  t.match(
    said,
    `forgot ${id} in project: Port\nit is wrong, and is not learned again in this project;`,
  )
  t.match(said, `svc archive restore ${id}`)
  const everywhere = await make('global')
  t.match(await shell.say(['forget', everywhere.id, '--wrong']), 'not learned again anywhere;')
  const again = await make('global')
  t.same(await shell.ask<Memory>(['forget', '--wrong', again.id]), again, 'the item, as over HTTP')
})

t.test('the answers in words say what happened', async t => {
  const shell = new Shell(t)
  const remember = (title: string, ...more: string[]) =>
    shell.say(['remember', '--title', title, ...more, 'text'])
  t.match(await remember('A'), /^remembered \w+ in project: A\n$/)
  t.match(await remember('a'), /^updated \w+ in project: /)
  t.match(await remember('B', '--scope', 'global'), /^remembered \w+ in global: B\n$/)
  t.match(await remember('b'), /^nothing stored, global has it: \w+ in global: B\n$/)
  t.match(await shell.say(['backlog']), '0 batches queued for the next consolidation of project')
  t.match(
    await shell.say(['events']),
    /^\d{4}-\d\d-\d\d \d\d:\d\d {2}update +project {2}1 updated$/m,
  )
})

t.test('consolidate says what became of which memory, and --dry-run what would', async t => {
  const shell = new Shell(t)
  const content = 'We deploy on Tuesdays and Thursdays between 10 and 12.'
  for (const title of ['Deploy window', 'When do we ship']) {
    await shell.say(['remember', '--title', title, content])
  }
  const told =
    /^ {4}updated +\w+ +Deploy window\n {4}merged +\w+ +When do we ship → Deploy window\n$/m
  const planned = await shell.say(['consolidate', '--dry-run'])
  t.match(planned, /^project: 2 before, 1 after, 1 merged, 0 archived; nothing was written\n/)
  t.match(planned, told)
  t.equal((await shell.ask<Page>(['list'])).total, 2)
  t.match(await shell.ask(['consolidate', '--dry-run']), {
    dryRun: true,
    merged: 1,
    items: [{}, {}],
  })
  const done = await shell.say(['consolidate'])
  t.match(done, /^project: 2 before, 1 after, 1 merged, 0 archived\n/)
  t.match(done, told)
  t.match(await shell.say(['events', '--limit', '1']), told)
  t.match((await shell.ask<Page>(['list'])).items, [
    { title: 'Deploy window', aliases: ['When do we ship'] },
  ])
})

t.test('recall shows what matters and why', async t => {
  const shell = new Shell(t)
  await shell.say([
    'remember',
    '--title',
    'Deploy with make release',
    'Run make release from main.',
  ])
  await shell.say(['remember', '--title', 'Lunch', 'The canteen closes at two.'])
  const context = await shell.ask<RecallContext>(['recall', 'deploy', 'release'])
  t.equal(context.items[0]?.title, 'Deploy with make release')
  t.ok(context.items[0]?.reason)
  t.match(context.text, 'make release')
  const said = await shell.say(['recall', 'deploy release'])
  t.match(said, /^\w+ {2}Deploy with make release {2}\(fact, project\)\n {2}Run make release/)
  t.match(said, /^ {2}why: /m)
  t.equal((await shell.ask<RecallContext>(['recall', ''])).items.length, 2)
  t.match(await shell.say(['recall', 'xylophone']), /^nothing in .* matches\n$/)
})

t.test('recall shows the section of an agent file, but to a host that loads it', async t => {
  const shell = new Shell(t)
  const section = (name: string) => `## ${name}\n\n${`${name} is done by the pilot. `.repeat(20)}`
  writeFileSync(
    join(shell.project, 'AGENTS.md'),
    `# Rules\n\n${['Docking', 'Refuelling'].map(section).join('\n\n')}`,
  )
  await shell.say(['import'])
  const said = await shell.say(['recall', 'docking'])
  t.match(said, /^\w+ {2}AGENTS\.md › Docking {2}\(constraint, project\)\n {2}Docking is done/)
  t.match(await shell.say(['recall', '--host', 'codex', 'docking']), /^nothing in/)
})

t.test('import, skills, events, status', async t => {
  const shell = new Shell(t)
  writeFileSync(join(shell.project, 'AGENTS.md'), '# Rules\n\nRun the tests.\n')
  const skill = join(shell.project, '.claude', 'skills', 'release')
  mkdirSync(skill, { recursive: true })
  writeFileSync(
    join(skill, 'SKILL.md'),
    '---\nname: release\ndescription: How to cut a release\n---\nSteps.\n',
  )
  const first = await shell.ask<ImportResult>(['import'])
  t.match(first, { ok: true, imported: 1, updated: 0, pruned: 0, alreadyImported: false })
  t.type(first.skipped, 'number')
  t.ok((await shell.ask<ImportResult>(['import', '.'])).alreadyImported)
  t.notOk((await shell.ask<ImportResult>(['import', '--force'])).alreadyImported)
  t.match(await shell.say(['import']), 'already imported; --force imports again')
  const [row] = (await shell.ask<Page>(['list'])).items
  t.match(row, { title: 'AGENTS.md', source: { runtime: 'workspace-import' } })
  const editing = await shell.run(['edit', row!.id], { env: { EDITOR: 'false' } })
  t.equal(editing.code, 1)
  t.match(editing.stderr, join(shell.project, 'AGENTS.md'))

  const { skills, total } = await shell.ask<{ skills: Skill[]; total: number }>(['skills'])
  t.equal(total, 1)
  t.match(skills[0], { name: 'release', trigger: 'How to cut a release' })
  t.match(await shell.say(['skills']), /^release {2}0x {2}project {2}How to cut a release\n$/)

  const { events } = await shell.ask<{ events: ActivityEvent[] }>(['events', '--limit', '1'])
  t.match(events, [{ type: 'import', scope: { type: 'project', id: shell.project } }])
  t.match(await shell.ask<ServiceStatus>(['status']), {
    ok: true,
    dataDir: shell.store,
    memories: 1,
  })
  t.match(
    await shell.say(['status']),
    new RegExp(`^store +${shell.store}\nmemories +1 in \\d scopes?\n`),
  )
})

t.test('status names the .svc of this directory, which the store does not know yet', async t => {
  const shell = new Shell(t)
  const path = join(shell.project, '.svc')
  mkdirSync(join(path, 'memories'), { recursive: true })
  writeFileSync(join(path, 'memories', 'theirs--abcdefgh.md'), '---\ntitle: Theirs\n---\n\nText.\n')
  t.match(await shell.say(['status']), `not used  ${path}: untrusted, with 1 file; svc trust`)
  const { unusedInRepo } = await shell.ask<ServiceStatus>(['status'])
  t.same(unusedInRepo, [
    { project: shell.project, reason: 'untrusted', path, files: 1, findings: [] },
  ])
  const elsewhere = await shell.ask<ServiceStatus>(['status'], { cwd: shell.home })
  t.same(elsewhere.unusedInRepo, [], 'asking has not made it known')
})

t.test('what an agent saves by command is labelled, listed and shown so', async t => {
  const shell = new Shell(t)
  await shell.say(['remember', '--title', 'Mine', 'one'])
  const { id, source } = await shell.ask<Memory>([
    'remember',
    '--by-agent',
    '--title',
    'Its',
    'two',
  ])
  t.same(source, { runtime: 'cli', by: 'agent' })
  t.match(await shell.ask<Page>(['list', '--by-agent']), { total: 1, items: [{ id }] })
  t.match(await shell.say(['show', id]), /source +cli, by an agent\n/)
  await shell.say(['edit', id, '--content', 'three'])
  t.match(await shell.say(['show', id]), /source +cli, by an agent, then changed by a person\n/)
  t.match(await shell.say(['list', '--by-agent']), /^nothing in .* matches/)
  t.end()
})

t.test('a memory with conflict markers is named by its file', async t => {
  const shell = new Shell(t)
  const { id } = await shell.ask<Memory>([
    'remember',
    '--scope',
    'global',
    '--title',
    'Ship',
    'one',
  ])
  const path = fileOf(join(shell.store, 'global', 'memories'), id)
  const text = readFileSync(path, 'utf8').replace('one\n', MARKERS)
  writeFileSync(path, text)
  for (const args of [
    ['show', id],
    ['edit', id, '--title', 'Sail'],
    ['forget', id],
  ]) {
    const { code, stderr } = await shell.run([...args, '--json'])
    t.match({ code, stderr }, { code: 1, stderr: /"code":"CONFLICT"/ }, args.join(' '))
    t.match(stderr, `${path} has conflict markers; svc doctor --fix`)
  }
  t.equal(readFileSync(path, 'utf8'), text)
  t.end()
})
