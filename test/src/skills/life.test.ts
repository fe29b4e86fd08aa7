import t from 'tap'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSkills, readSkill } from '../../../src/skills/index.js'
import { readSkillLives, toLife } from '../../../src/skills/life.js'
import { GLOBAL, project as projectScope } from '../fixture.js'
import { daysAgo, makeSkill, NOW, openPlace, useSkills } from './fixture.js'
import { statePath } from '../../../store/store.js'

const life = (days: number, use?: { count: number; lastUsed: string }) =>
  toLife(use, { modifiedAt: daysAgo(days).toISOString() }, NOW)

t.test('a skill sleeps from 21 days without use and wakes with one', async t => {
  t.equal(life(20.9).dormant, false)
  t.equal(life(21).dormant, true)
  const used = { count: 1, lastUsed: daysAgo(20).toISOString() }
  t.same(life(400, used), { usageCount: 1, dormant: false, promoted: false })
  t.equal(life(400, { count: 9, lastUsed: daysAgo(22).toISOString() }).dormant, true)
  t.equal(
    life(2, { count: 9, lastUsed: daysAgo(22).toISOString() }).dormant,
    false,
    'changed since',
  )
})

t.test('a skill is promoted from 3 uses', async t => {
  const use = (count: number) => life(1, { count, lastUsed: NOW.toISOString() })
  t.same(
    [2, 3].map(count => use(count).promoted),
    [false, true],
  )
})

t.test('dormant skills are listed where asked for, promoted ones first', async t => {
  const { store, home, project } = openPlace(t)
  const scope = projectScope(project)
  const skills = join(project, '.claude/skills')
  makeSkill(join(skills, 'asleep'), 'Old one', daysAgo(30))
  makeSkill(join(skills, 'fresh'), 'New one')
  makeSkill(join(skills, 'proven'), 'Used one', daysAgo(90))
  makeSkill(join(home, '.claude/skills/proven-at-home'), 'Used elsewhere')
  for (const session of ['a', 'b', 'c']) {
    await useSkills(store, session, [{ name: 'proven', scope }], daysAgo(5))
  }
  const filter = { scopes: [GLOBAL, scope] }
  const listed = await listSkills(store, home, filter, NOW)
  t.same(
    listed.skills.map(({ name }) => name),
    ['proven', 'proven-at-home', 'fresh'],
  )
  t.equal(listed.total, 3)
  t.match(listed.skills[0], { usageCount: 3, dormant: false, promoted: true })
  const all = await listSkills(store, home, { ...filter, includeDormant: true }, NOW)
  t.equal(all.total, 4)
  t.match(
    all.skills.find(({ name }) => name === 'asleep'),
    { usageCount: 0, dormant: true, promoted: false },
  )
  t.match(await readSkill(store, home, 'asleep', filter, NOW), { dormant: true })
  await useSkills(store, 'd', [{ name: 'ASLEEP', scope }], NOW)
  t.equal((await listSkills(store, home, filter, NOW)).total, 4, 'a use wakes it')
})

t.test('uses belong to a scope', async t => {
  const { store } = openPlace(t)
  await useSkills(store, 'a', [{ name: 'x', scope: projectScope('/one') }], NOW)
  const skill = { name: 'x', modifiedAt: NOW.toISOString() }
  const lives = readSkillLives(store, NOW)
  t.equal(lives({ ...skill, scope: projectScope('/one') }).usageCount, 1)
  t.equal(lives({ ...skill, scope: projectScope('/two') }).usageCount, 0)
  t.equal(lives({ ...skill, scope: GLOBAL }).usageCount, 0)
})

t.test('a broken or absent document counts as no use', async t => {
  const { store } = openPlace(t)
  const skill = { name: 'x', scope: GLOBAL, modifiedAt: NOW.toISOString() }
  const none = { usageCount: 0, dormant: false, promoted: false }
  t.same(readSkillLives(store, NOW)(skill), none)
  mkdirSync(store.state, { recursive: true })
  const texts = ['', '{', 'null', '[]', '{"uses":5}', '{"uses":{"global x":null}}']
  for (const text of [...texts, '{"uses":{"global x":{"count":"3","lastUsed":5}}}']) {
    writeFileSync(statePath(store, 'skills.json'), text)
    t.same(readSkillLives(store, NOW)(skill), none, text)
  }
})
