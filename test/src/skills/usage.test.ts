import t from 'tap'
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSkillLives } from '../../../src/skills/life.js'
import { countSkillUses, matchSkillUses } from '../../../src/skills/usage.js'
import { statePath, type Store } from '../../../store/store.js'
import { runProcess } from '../../process.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GLOBAL, project } from '../fixture.js'
import { appendUse, makeSkill, NOW, openPlace, useSkills } from './fixture.js'

const DEPLOY = { name: 'deploy', scope: GLOBAL }

function usesOf(store: Store, name = 'deploy'): number {
  return readSkillLives(store)({ name, scope: GLOBAL, modifiedAt: NOW.toISOString() }).usageCount
}

t.test('a session counts once, however often it uses a skill', async t => {
  const { store } = openPlace(t)
  await useSkills(store, 'a', [DEPLOY, DEPLOY, { ...DEPLOY, name: 'Deploy' }], NOW)
  await useSkills(store, 'a', [DEPLOY], NOW)
  t.equal(usesOf(store), 1)
  await useSkills(store, 'b', [DEPLOY, { ...DEPLOY, name: 'test' }], NOW)
  t.equal(usesOf(store), 2)
  t.equal(usesOf(store, 'test'), 1)
  await useSkills(store, 'c', [], NOW)
  t.equal(usesOf(store), 2)
})

const RECORD = `const { countSkillUses } = await load('src/skills/usage.js')
  const { openStore } = await load('store/store.js')
  const { appendFileSync } = await import('node:fs')
  const [path, folder, writer] = args
  const store = openStore(path)
  const scope = { type: 'global', id: null }
  const names = ['deploy', 'own-a', 'own-b', 'own-c', 'own-d']
  const skills = names.map(name => ({ name, scope, path: '/none/' + name + '/SKILL.md' }))
  const use = name => {
    const content = [{ type: 'tool_use', name: 'Skill', input: { skill: name } }]
    return JSON.stringify({ type: 'assistant', message: { role: 'assistant', content } }) + '\\n'
  }
  for (let n = 0; n < 10; n++) {
    for (const session of ['shared ' + n, writer + ' ' + n]) {
      const transcriptPath = folder + '/' + session + '.jsonl'
      appendFileSync(transcriptPath, use('deploy') + use('own-' + writer))
      await countSkillUses(store, skills, { session, transcriptPath }, new Date())
    }
  }`

t.test('four processes that count at once lose nothing', async t => {
  const { store } = openPlace(t)
  const writers = ['a', 'b', 'c', 'd']
  const folder = temporaryFolder(t)
  await Promise.all(writers.map(writer => runProcess(t, RECORD, store.manifest, folder, writer)))
  for (const writer of writers) t.equal(usesOf(store, `own-${writer}`), 20, writer)
  const { uses } = JSON.parse(readFileSync(statePath(store, 'skills.json'), 'utf8')) as {
    uses: Record<string, { count: number; sessions: string }>
  }
  const deploy = uses['global deploy']
  t.equal(deploy?.count, 50, 'each session of its own and each shared one once')
  t.equal(new Set(deploy?.sessions.split(' ')).size, 50)
})

t.test('sessions that go on at once are counted once while they are among the last', async t => {
  const { store } = openPlace(t)
  const sessions = Array.from({ length: 40 }, (_, n) => `s${n}`)
  const calls = [...sessions, ...sessions].map(session => useSkills(store, session, [DEPLOY], NOW))
  await Promise.all(calls)
  t.equal(usesOf(store), 40)
})

t.test('the document stays small', async t => {
  const { store } = openPlace(t)
  const many = Array.from({ length: 1500 }, (_, n) => ({ name: `skill-${n}`, scope: GLOBAL }))
  for (let at = 0; at < many.length; at += 100) {
    await useSkills(store, `old ${at}`, many.slice(at, at + 100), new Date('2026-01-01'))
  }
  await useSkills(store, 'new', [DEPLOY], NOW)
  t.equal(usesOf(store), 1, 'the newest stay')
  const { uses } = JSON.parse(readFileSync(statePath(store, 'skills.json'), 'utf8')) as {
    uses: object
  }
  t.equal(Object.keys(uses).length, 1000)
  t.ok(statSync(statePath(store, 'skills.json')).size < 200_000)
})

t.test('a document that cannot be read is left as it is', async t => {
  const { store } = openPlace(t)
  await useSkills(store, 'a', [DEPLOY], NOW)
  writeFileSync(statePath(store, 'skills.json'), '{broken')
  await t.rejects(useSkills(store, 'b', [DEPLOY], NOW), { code: 'STORE_CORRUPT' })
  t.equal(readFileSync(statePath(store, 'skills.json'), 'utf8'), '{broken')
})

t.test('a transcript is counted from where it was read before', async t => {
  const { store, home } = openPlace(t)
  const path = makeSkill(join(home, '.claude/skills/deploy'), 'Deploys')
  const skills = [{ ...DEPLOY, path }]
  const transcriptPath = join(temporaryFolder(t), 'transcript.jsonl')
  const use = (name: string, input: object) => appendUse(transcriptPath, name, input)
  use('Read', { file_path: '/etc/hosts' })
  const count = (session: string) => countSkillUses(store, skills, { session, transcriptPath }, NOW)
  await count('a')
  t.equal(usesOf(store), 0)
  use('Read', { file_path: path })
  await count('a')
  use('Skill', { skill: 'deploy' })
  await count('a')
  t.equal(usesOf(store), 1)
  const { read } = JSON.parse(readFileSync(statePath(store, 'skills.json'), 'utf8')) as {
    read: object
  }
  t.same(Object.values(read), [statSync(transcriptPath).size])
  await count('b')
  t.equal(usesOf(store), 2, 'another session that goes on from it')
  await countSkillUses(store, skills, { session: 'c' }, NOW)
  await countSkillUses(store, skills, { session: 'c', transcriptPath: '/none' }, NOW)
  t.equal(usesOf(store), 2)
})

t.test('no transcript, no document', async t => {
  const { store } = openPlace(t)
  await countSkillUses(store, [], { session: 'a', transcriptPath: '/x' }, NOW)
  await countSkillUses(store, [{ ...DEPLOY, path: '/x' }], { session: 'a' }, NOW)
  t.notOk(existsSync(statePath(store, 'skills.json')))
})

t.test('a use means a skill by its path, the end of it, or its name', async t => {
  const folder = temporaryFolder(t)
  const one = { name: 'one', scope: GLOBAL, path: makeSkill(join(folder, 'skills/one'), 'One') }
  const named = {
    name: 'Zwei',
    scope: project('/p'),
    path: makeSkill(join(folder, 'b/two'), 'Two'),
  }
  const skills = [one, named]
  const match = (...uses: string[]) => matchSkillUses(uses, skills).map(({ name }) => name)
  t.same(match(one.path), ['one'])
  t.same(match(one.path.replace('/skills/', '/./skills/../skills/')), ['one'])
  symlinkSync(join(folder, 'skills'), join(folder, 'linked'))
  t.same(match(join(folder, 'linked/one/SKILL.md')), ['one'])
  t.same(match('skills/one/SKILL.md', './b/two/SKILL.md', '~/b/two/SKILL.md'), ['one', 'Zwei'])
  t.same(match('ONE', 'zwei', 'two'), ['one', 'Zwei'])
  const strange = [
    'SKILL.md',
    './SKILL.md',
    '../one/SKILL.md',
    '/none/one/SKILL.md',
    'none',
    'x:one',
  ]
  t.same(match(...strange, join(dirname(one.path), 'other.md')), [])
})
