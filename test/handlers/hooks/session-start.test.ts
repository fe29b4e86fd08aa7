import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readEvents } from '../../../src/activity/events.js'
import { noteLearned, noteReviewed, type LearnedLine } from '../../../src/activity/learned.js'
import { createService } from '../../../src/service/service.js'
import { makeScope } from '../../../store/projects/projects.js'
import { resolveProject } from '../../../store/projects/scope.js'
import { openStore, statePath } from '../../../store/store.js'
import { HookDesk } from './desk.js'
import { git, HookHost, listTree, makeProject, slowDisk, until } from './host.js'

const importsOf = (host: HookHost) =>
  readEvents(openStore(join(host.store, 'svc.json')), 100).filter(({ type }) => type === 'import')

t.test('the first session imports the agent files, later ones do not', async t => {
  const desk = new HookDesk(t)
  desk.write({ 'AGENTS.md': '# Rules\n\nRun the pelican suite.\n' })
  t.match(await desk.start(), 'Run the pelican suite.')
  desk.write({ 'CLAUDE.md': 'A later file about walruses.\n' })
  t.notMatch(await desk.start({ session_id: 'session-2' }), 'walruses')
  t.equal(importsOf(desk).length, 1)
})

t.test('an imported file that has changed or gone is not injected as it was', async t => {
  const desk = new HookDesk(t)
  desk.write({ 'AGENTS.md': 'Run the pelican suite.\n', 'CLAUDE.md': 'Feed the walrus.\n' })
  await desk.start()
  desk.write({ 'AGENTS.md': 'Run the heron suite.\n' })
  git(desk.project, 'clean', '-fdq', 'CLAUDE.md')
  const text = await desk.start({ session_id: 'session-2' })
  t.match(text, 'heron')
  t.notMatch(text, 'pelican')
  t.notMatch(text, 'walrus')
})

t.test('workspaceImport false imports nothing', async t => {
  const desk = new HookDesk(t)
  desk.write({ 'AGENTS.md': 'Run the pelican suite.\n' })
  t.equal(await desk.start({}, { workspaceImport: false }), '')
  t.equal(importsOf(desk).length, 0)
  t.match(await desk.start({}, { workspaceImport: true }), 'pelican', 'it was not marked imported')
})

t.test('SVC_HOOK_IMPORT=0 imports nothing', async t => {
  const host = new HookHost(t)
  host.write({ 'AGENTS.md': 'Run the pelican suite.\n' })
  const env = { SVC_HOOK_IMPORT: '0' }
  t.equal((await host.event('SessionStart', {}, { env })).stdout, '{}')
  t.equal(importsOf(host).length, 0)
})

t.test('a slow workspace is handed to a detached worker after a second', async t => {
  const host = new HookHost(t)
  await host.remember({
    title: 'Global rule',
    content: 'Stands.',
    scope: { type: 'global', id: null },
  })
  const files = Array.from({ length: 8 }, (_, at) => [`.claude/rules/r${at}.md`, `Rule ${at}.\n`])
  host.write(Object.fromEntries(files) as Record<string, string>)
  // By the clock of the hook, opening a rule takes 300 ms; the worker has none of it.
  const disk = slowDisk(host, 'rules.r\\d\\.md$', 300)
  const { code, stdout } = await host.event('SessionStart', {}, { env: disk.env })
  t.equal(code, 0)
  t.match(stdout, 'Global rule', 'the session starts with what there is')
  t.equal(disk.read().length, 4, 'the import was given its second')
  await until(() => importsOf(host).length > 0)
  t.match(importsOf(host), [{ added: 8 }], 'the worker finished it')
  await host.untilQuiet()
  t.match(await host.context('SessionStart', { session_id: 'session-2' }), 'Rule 7.')
  t.equal(importsOf(host).length, 1)
})

t.test('four first sessions at once import the same once', async t => {
  const host = new HookHost(t)
  host.write({ 'AGENTS.md': 'Run the pelican suite.\n' })
  const texts = await Promise.all(
    Array.from({ length: 4 }, (_, at) => host.context('SessionStart', { session_id: `s${at}` })),
  )
  for (const text of texts) t.match(text, 'pelican')
  const service = await host.context('SessionStart', { session_id: 'after' })
  t.equal(service.split('Run the pelican suite').length, 2, 'one row')
})

t.test('a subdirectory and a linked worktree are the project', async t => {
  const desk = new HookDesk(t)
  await desk.remember({ title: 'Pelican rule', content: 'Stands in the project.' })
  git(desk.project, 'commit', '-q', '--allow-empty', '-m', 'begin')
  const linked = join(desk.folder, 'linked')
  git(desk.project, 'worktree', 'add', '-q', linked)
  mkdirSync(join(desk.project, 'a', 'b'), { recursive: true })
  mkdirSync(join(linked, 'c'))
  symlinkSync(desk.project, join(desk.folder, 'alias'))
  const places = [join(desk.project, 'a', 'b'), linked, join(linked, 'c'), `${desk.project}/`]
  for (const cwd of [...places, join(desk.folder, 'alias', 'a')])
    t.match(await desk.start({ cwd }), 'Pelican rule', cwd)
})

t.test('two projects of one base name do not see each other’s', async t => {
  const desk = new HookDesk(t)
  const [one, two] = ['one', 'two'].map(name => join(desk.folder, name, 'app'))
  for (const path of [one!, two!]) makeProject(path)
  desk.write({ 'AGENTS.md': 'Run the pelican suite.\n' }, one)
  await desk.remember({ title: 'Heron rule', content: 'x', scope: { type: 'project', id: two! } })
  const [first, second] = [await desk.start({ cwd: one }), await desk.start({ cwd: two })]
  t.match(first, 'pelican')
  t.notMatch(first, 'Heron')
  t.match(second, 'Heron')
  t.notMatch(second, 'pelican')
  const asked = { cwd: one, session_id: 'session-2' }
  t.equal(await desk.prompt('Which heron rule is there?', asked), '')
})

t.test(
  'a directory that is gone: global memories are recalled, nothing is made for it',
  async t => {
    const desk = new HookDesk(t)
    await desk.remember({ title: 'Global rule', content: 'x', scope: { type: 'global', id: null } })
    for (const cwd of [join(desk.folder, 'gone'), join(desk.folder, 'line\nbreak'), '/nul\u0000'])
      t.match(await desk.start({ cwd }), 'Global rule', JSON.stringify(cwd))
    t.same(listTree(join(desk.store, 'state', 'paths')), [])
  },
)

t.test('skills on disk reach the model as a catalog', async t => {
  const desk = new HookDesk(t)
  const text = '---\nname: ship\ndescription: How to ship a release.\n---\n\nPush the button.\n'
  desk.write({ '.claude/skills/ship/SKILL.md': text })
  const context = await desk.start()
  t.match(context, 'ship: How to ship a release.')
  t.match(context, join(desk.project, '.claude/skills/ship/SKILL.md'))
  t.notMatch(context, 'Push the button')
})

const skill = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\n\nBody.\n`

/** Writes a skill into each folder of the project and of the home, named after where it lies. */
function writeSkills(desk: HookDesk): void {
  const folders = ['claude', 'agents', 'codex', 'gemini', 'github', 'agent', 'copilot']
  const named = (place: string) =>
    folders.map(folder => [
      `.${folder}/skills/${place}-${folder}/SKILL.md`,
      skill(`${place}-${folder}`),
    ])
  desk.write(Object.fromEntries(named('project')) as Record<string, string>)
  desk.write(Object.fromEntries(named('home')) as Record<string, string>, desk.home)
}

const namesIn = (text: string) =>
  [...text.matchAll(/^- ([\w-]+): About/gm)].map(([, name]) => name).sort()

t.test('a host is not told of the skills that it lists itself', async t => {
  // What each program put into its requests, of the folders that svc looks into.
  const listed: Record<string, string[]> = {
    'claude-code': ['home-claude', 'project-claude'],
    codex: ['home-agents', 'home-codex', 'project-agents', 'project-codex'],
    'gemini-cli': ['home-agents', 'home-gemini', 'project-agents', 'project-gemini'],
    'qwen-code': ['home-agents', 'project-agents'],
    'copilot-cli': [
      'home-agents',
      'home-copilot',
      'project-agents',
      'project-claude',
      'project-github',
    ],
    opencode: ['home-agents', 'home-claude', 'project-agents', 'project-claude'],
    droid: ['home-agents', 'project-agent', 'project-agents'],
  }
  const desk = new HookDesk(t)
  writeSkills(desk)
  const startOf = async (host?: string) =>
    namesIn(await desk.ask('SessionStart', { session_id: host }, {}, { host }))
  const all = await startOf()
  t.equal(all.length, 11)
  for (const [host, names] of Object.entries(listed)) {
    t.same(
      await startOf(host),
      all.filter(name => !names.includes(name ?? '')),
      host,
    )
  }
  for (const host of ['cursor', 'vscode']) t.same(await startOf(host), all, host)
})

t.test('what a program ships in a dot-folder is in no catalog, but in every list', async t => {
  const desk = new HookDesk(t)
  desk.write({ '.codex/skills/.system/imagegen/SKILL.md': skill('imagegen') }, desk.home)
  desk.write({ '.codex/skills/ship/SKILL.md': skill('ship') }, desk.home)
  for (const host of [undefined, 'claude-code'])
    t.same(namesIn(await desk.ask('SessionStart', { session_id: host }, {}, { host })), ['ship'])
  const service = createService({ dataDir: desk.store }, { home: desk.home })
  t.teardown(() => service.close())
  const { skills } = await service.skills.list({})
  t.same(skills.map(({ name }) => name).sort(), ['imagegen', 'ship'])
})

t.test('of a name that the host lists itself it is told nothing more', async t => {
  const desk = new HookDesk(t)
  desk.write({ '.claude/skills/ship/SKILL.md': skill('ship') })
  desk.write({ '.agents/skills/ship/SKILL.md': skill('ship') })
  desk.write({ '.agents/skills/sail/SKILL.md': skill('sail') })
  desk.write({ '.gemini/skills/sail/SKILL.md': skill('sail') }, desk.home)
  const names = namesIn(await desk.ask('SessionStart', {}, {}, { host: 'codex' }))
  t.same(names, [])
})

t.test('a store in git stays clean over a whole session', async t => {
  const host = new HookHost(t)
  host.write({ 'AGENTS.md': 'Run the pelican suite.\n' })
  await host.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  git(host.store, 'init', '-q')
  git(host.store, 'add', '-A')
  git(host.store, 'commit', '-qm', 'memories')
  t.not(git(host.store, 'ls-files'), '')
  t.match(await host.context('SessionStart'), 'Thursdays')
  const prompt = 'When do releases leave?'
  t.match(await host.context('UserPromptSubmit', { prompt }), 'Thursdays', 'once more')
  t.equal(await host.context('UserPromptSubmit', { prompt }), '', 'the session has it')
  const another = { prompt, session_id: 'session-2' }
  t.match(await host.context('UserPromptSubmit', another), 'Thursdays')
  await host.event('Stop', { last_assistant_message: 'On Thursdays.' })
  await host.event('SessionEnd', { reason: 'other' })
  await host.untilQuiet()
  t.ok(listTree(join(host.store, 'state', 'index')).length > 0, 'the worker has worked')
  t.equal(git(host.store, 'status', '--porcelain', '--untracked-files=all'), '')
})

t.test('once a day a session start says that learned memories wait for a look', async t => {
  const desk = new HookDesk(t)
  const store = openStore(join(desk.store, 'svc.json'))
  const { key } = await makeScope(store, resolveProject(desk.project))
  const line = (id: string, scope: string): LearnedLine => ({
    ...{ at: '2026-11-20T09:00:00.000Z', key: scope, id, title: id, change: 'added' },
    ...{ session: 's', turn: 1, said: 'some words', wrote: 'x' },
  })
  const waiting = () => desk.start({ session_id: `session-${Math.random()}` })
  t.equal(await waiting(), '', 'nothing waits')
  const learned = [line('a', key), line('b', 'global'), line('c', 'elsewhere-1')]
  await noteLearned(store, [line('a', key)], desk.now)
  t.equal(await desk.start({ agent_id: 'agent-1' }), '', 'an agent is not told')
  t.equal(await desk.start({}, { reviewNotice: false }), '')
  const notice = 'svc: 1 memory learned since your last review: svc review'
  t.equal(await waiting(), `<svc-memory>\n${notice}\n</svc-memory>`)
  t.equal(await waiting(), '', 'told today')
  t.notMatch(await desk.prompt('what was learned?'), /review/, 'a prompt is never told')

  await noteLearned(store, learned, desk.now)
  desk.now = new Date('2026-11-22T10:00:00.000Z')
  await desk.remember({ title: 'Rule', content: 'Stands.', scope: { type: 'global', id: null } })
  const text = await desk.start({ session_id: 'session-9' })
  t.match(text, /Stands\.\n\nsvc: 2 memories learned since your last review: svc review\n<\/svc-/)
  t.notMatch(text, 'some words')

  desk.now = new Date('2026-11-24T10:00:00.000Z')
  await noteReviewed(store, [{ key, id: 'a', until: desk.now.toISOString() }], desk.now)
  t.match(await waiting(), '1 memory learned')
  desk.now = new Date('2026-11-26T10:00:00.000Z')
  for (const broken of ['{', 'null', '7', '{"waiting":7}', '{"waiting":{"global":"x"}}']) {
    writeFileSync(statePath(store, 'waiting.json'), broken)
    t.notMatch(await waiting(), 'review', broken)
  }
})
