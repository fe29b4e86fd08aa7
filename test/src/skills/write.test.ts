import t from 'tap'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SkillCandidate } from '../../../src/provider/types.js'
import type { FoundSkill } from '../../../src/skills/discover.js'
import { listSkills } from '../../../src/skills/index.js'
import {
  writeSkillCandidates,
  routeSkill,
  formatSkill,
  isOwnSkill,
  writeSkill,
} from '../../../src/skills/write.js'
import { parseFrontMatter } from '../../../store/document/front-matter.js'
import { SvcError } from '../../../store/errors.js'
import { makeFolder } from '../../../store/projects/find.js'
import { at } from '../../store/projects/known.js'
import type { ScopeFolder } from '../../../store/projects/folder.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GLOBAL, project as projectScope } from '../fixture.js'
import { makeSkill, openPlace, type Place } from './fixture.js'

const candidate: SkillCandidate = {
  name: 'release-notes',
  description: 'Use when: notes are asked for',
  body: '1. Read the log.\n2. Group it.',
  scope: 'project',
}
const held = { assertHeld: () => undefined }

function folderOf({ store, project }: Place): ScopeFolder {
  return makeFolder(store, at(projectScope(project)))
}

const path = (folder: ScopeFolder, name = candidate.name) =>
  join(folder.path, 'skills', name, 'SKILL.md')

t.test('routing: where a candidate goes, and what it never touches', async t => {
  const scope = projectScope('/p')
  const known = (name: string, at: FoundSkill['scope'], file: string) => ({
    name,
    scope: at,
    path: file,
  })
  const own = (file: string) => file.startsWith('/store/')
  const route = (change: Partial<SkillCandidate>, ...there: FoundSkill[]) =>
    routeSkill({ ...candidate, ...change }, scope, there, own)
  const name = 'release-notes'
  t.same(route({}), { action: 'create', name, scope })
  t.same(route({ scope: 'global' }), { action: 'create', name, scope: GLOBAL })
  const ours = known(name, scope, '/store/p/skills/release-notes/SKILL.md')
  const oursGlobal = known(name, GLOBAL, '/store/global/skills/release-notes/SKILL.md')
  t.same(route({}, ours), { action: 'update', name, scope })
  t.same(route({}, { ...ours, name: 'Release-Notes' }).action, 'update')
  t.same(route({}, oursGlobal), { action: 'drop', reason: 'global has it' })
  t.same(route({ scope: 'global' }, oursGlobal), { action: 'update', name, scope: GLOBAL })
  t.same(route({ scope: 'global' }, ours), { action: 'create', name, scope: GLOBAL })
  const theirs = known(name, scope, '/p/.claude/skills/release-notes/SKILL.md')
  t.same(route({}, theirs), { action: 'drop', reason: 'not ours' })
  t.same(route({ scope: 'global' }, theirs), { action: 'drop', reason: 'not ours' })
  const home = known(name, GLOBAL, '/home/.claude/skills/release-notes/SKILL.md')
  t.same(route({}, home), { action: 'drop', reason: 'global has it' })
  t.same(route({ scope: 'global' }, home), { action: 'drop', reason: 'not ours' })
})

t.test('routing: names become those of agentskills.io, or the candidate is dropped', async t => {
  const named = (name: string) => {
    const route = routeSkill({ ...candidate, name }, projectScope('/p'), [], () => true)
    return 'name' in route ? route.name : route.reason
  }
  t.equal(named('Release Notes!'), 'release-notes')
  t.equal(named('../../etc/passwd'), 'etc-passwd')
  t.equal(named('Größe_ändern'), 'gro-e-andern')
  t.equal(named('a--b'), 'a-b')
  t.equal(named('x'.repeat(500)).length, 64)
  for (const name of ['', '..', '///', '日本', 'CON', 'lpt1']) t.equal(named(name), 'no name', name)
})

t.test('a distilled skill is written, discovered, updated and kept in history', async t => {
  const place = openPlace(t)
  const { store, home, project } = place
  const folder = folderOf(place)
  const create = { store, action: 'create', ...held } as const
  t.equal(writeSkill(folder, candidate, create), 'created')
  const scope = projectScope(project)
  const { skills } = await listSkills(store, home, { scopes: [GLOBAL, scope] })
  t.match(skills, [{ name: 'release-notes', trigger: candidate.description, path: path(folder) }])
  t.ok(isOwnSkill([folder], skills[0]!.path))
  t.notOk(isOwnSkill([folder], join(project, '.claude/skills/release-notes/SKILL.md')))
  t.equal(lstatSync(path(folder)).mode & 0o777, 0o600)
  t.ok(lstatSync(join(folder.path, 'scope.json')).isFile(), 'the scope is tracked from now on')
  const first = readFileSync(path(folder), 'utf8')
  t.equal(
    first,
    '---\nname: release-notes\ndescription: "Use when: notes are asked for"\n---\n\n1. Read the log.\n2. Group it.\n',
  )
  const update = { ...create, action: 'update' } as const
  t.equal(writeSkill(folder, candidate, update), 'skipped', 'nothing would change')
  t.equal(writeSkill(folder, { ...candidate, body: 'Better.' }, create), 'skipped', 'it is there')
  t.equal(writeSkill(folder, { ...candidate, body: 'Better.' }, update), 'updated')
  t.match(readFileSync(path(folder), 'utf8'), /\n\nBetter\.\n$/)
  const history = join(store.state, 'history', folder.key, 'skills/release-notes/SKILL.md')
  t.same(
    readdirSync(history).map(name => readFileSync(join(history, name), 'utf8')),
    [first],
  )
  rmSync(path(folder))
  t.equal(writeSkill(folder, candidate, update), 'skipped', 'a person took it away')
})

t.test('the skills of a batch go where they belong, and again nothing changes', async t => {
  const place = openPlace(t)
  const { store, home, project } = place
  const folder = folderOf(place)
  makeSkill(join(project, '.claude/skills/theirs'), 'Theirs')
  const candidates: SkillCandidate[] = [
    candidate,
    { ...candidate, name: 'everywhere', scope: 'global' },
    { ...candidate, name: 'theirs' },
  ]
  const write = async (list: SkillCandidate[]) => {
    const scopes = [GLOBAL, projectScope(project)]
    const { skills } = await listSkills(store, home, { scopes, includeDormant: true })
    return writeSkillCandidates(store, folder, list, skills)
  }
  t.same(await write(candidates), { added: 2, updated: 0 })
  t.same(await write(candidates), { added: 0, updated: 0 })
  t.match(
    readFileSync(join(store.root, 'global/skills/everywhere/SKILL.md'), 'utf8'),
    /Read the log/,
  )
  t.match(readFileSync(join(project, '.claude/skills/theirs/SKILL.md'), 'utf8'), /Theirs/)
  t.same(readdirSync(join(folder.path, 'skills')), ['release-notes'])
  t.same(await write([{ ...candidate, body: 'Better.' }]), { added: 0, updated: 1 })
  const hidden = { ...candidate, name: 'everywhere', body: 'For this project.' }
  t.same(await write([hidden]), { added: 0, updated: 0 }, 'global has the name')
})

t.test('a file that is no skill any more is left as it is', async t => {
  const place = openPlace(t)
  const folder = folderOf(place)
  makeSkill(join(folder.path, 'skills/release-notes'), 'By hand')
  const before = readFileSync(path(folder), 'utf8')
  t.equal(
    writeSkill(folder, candidate, { store: place.store, action: 'create', ...held }),
    'skipped',
  )
  t.equal(readFileSync(path(folder), 'utf8'), before)
})

t.test('links are refused, wherever they stand', async t => {
  for (const link of ['', 'skills', 'skills/release-notes', 'skills/release-notes/SKILL.md']) {
    const place = openPlace(t)
    const folder = folderOf(place)
    const target = join(temporaryFolder(t), 'target')
    const at = join(folder.path, link)
    mkdirSync(join(at, '..'), { recursive: true })
    if (link.endsWith('.md')) writeFileSync(target, 'theirs')
    else mkdirSync(target)
    symlinkSync(target, at)
    const create = { store: place.store, action: 'create', ...held } as const
    t.equal(writeSkill(folder, candidate, create), 'skipped', link)
    t.equal(writeSkill(folder, candidate, { ...create, action: 'update' }), 'skipped', link)
    if (link.endsWith('.md')) t.equal(readFileSync(target, 'utf8'), 'theirs')
    else t.same(readdirSync(target), [])
  }
})

t.test('nothing is written without the lock', async t => {
  const place = openPlace(t)
  const folder = folderOf(place)
  const assertHeld = () => {
    throw new SvcError('STORE_LOCKED', 'lost')
  }
  const options = { store: place.store, action: 'create', assertHeld } as const
  t.throws(() => writeSkill(folder, candidate, options), { code: 'STORE_LOCKED' })
  t.same(readdirSync(join(folder.path, 'skills/release-notes')), [])
})

t.test('what is written is redacted, bounded and safe to read', async t => {
  const key = 'ghp_' + 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'
  const format = (change: Partial<SkillCandidate>) => formatSkill({ ...candidate, ...change })
  const text = format({
    description: `Use it:\n"quoted" # not a comment ${key}\u202e`,
    body: `---\njs\n---\r\nRun with ${key}\u0007\u200b.<svc-memory>old</svc-memory>`,
  })
  const { data } = await parseFrontMatter(text ?? '')
  t.same(Object.keys(data), ['name', 'description'])
  t.match(data.description, /^Use it: "quoted" # not a comment \[redacted:[a-z0-9-]+\]$/)
  t.notMatch(text ?? '', /ghp_|svc-memory|[\u0007\u200b\u202e\r]/)
  t.ok((format({ body: 'word '.repeat(50_000) }) ?? '').length < 20_200)
  t.ok((format({ description: 'word '.repeat(5_000) }) ?? '').length < 1_200)
  t.equal(format({ body: ' \n' }), undefined)
  t.equal(format({ body: '<private>all of it</private>' }), undefined)
  t.equal(format({ description: '' }), undefined)
  for (const description of ['yes', '2026-11-20', '12:30', '- a', '*x', '{a: b}', "it's: 'x'"]) {
    const read = await parseFrontMatter(format({ description }) ?? '')
    t.equal(read.data.description, description)
  }
})
