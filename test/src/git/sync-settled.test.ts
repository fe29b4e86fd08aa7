import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { resolveConflicts } from '../../../src/git/resolve.js'
import { copyPair, makePair, type GitDesk } from './stores.js'

const template = makePair(t)

/** Two machines in step, with one memory that the first has remembered. */
const openPair = (t: Test) => copyPair(t, template)

const memories = (desk: GitDesk) =>
  desk.use(async service =>
    (await service.memories.list({})).items.map(({ title, content }) => ({ title, content })),
  )

/** Lets both take in what the other has, and asserts that they have the same. */
async function exchange(t: Test, ...desks: GitDesk[]): Promise<void> {
  for (const desk of [...desks, ...desks]) {
    const { left, open } = await desk.sync(resolveConflicts)
    t.same({ left, open }, { left: [], open: false })
  }
  const heads = desks.map(desk => desk.git(['rev-parse', 'HEAD']))
  t.equal(heads[0], heads[1])
  for (const desk of desks) t.equal(desk.porcelain, '')
}

t.test('both changed the same line: both statements stand', async t => {
  const { ada, bo, id } = await openPair(t)
  ada.edit(id, 'So it is.', 'Tuesday.')
  bo.edit(id, 'So it is.', 'Thursday.')
  await exchange(t, bo, ada)
  const text = readFileSync(ada.fileOf(id), 'utf8')
  t.match(text, /Tuesday\./)
  t.match(text, /Thursday\./)
})

t.test('a sync names what a person should look at', async t => {
  const { ada, bo, id } = await openPair(t)
  ada.edit(id, 'So it is.', 'Tuesday.')
  bo.edit(id, 'So it is.', 'Thursday.')
  t.match(await bo.sync(resolveConflicts), { review: [], returned: [] })
  t.match(await ada.sync(resolveConflicts), { review: [{ id, title: 'Shared' }], returned: [] })
  await bo.sync(resolveConflicts)
  ada.edit(id, 'Tuesday.', 'Wednesday.')
  await bo.use(service => service.memories.forget(id))
  await ada.sync(resolveConflicts)
  const { returned } = await bo.sync(resolveConflicts)
  t.match(returned, [{ id, title: 'Shared' }], 'forgotten here, and back')
})

t.test('one changed what the other forgot: what was said stands', async t => {
  const { ada, bo, id } = await openPair(t)
  ada.edit(id, 'So it is.', 'Tuesday.')
  await bo.use(service => service.memories.forget(id))
  await exchange(t, bo, ada)
  t.same(await memories(bo), [{ title: 'Shared', content: 'Tuesday.' }])
})

t.test('both remembered one title: it becomes one memory', async t => {
  const { ada, bo } = await openPair(t)
  await ada.remember('Review', 'By two people.')
  await bo.remember('Review', 'Before noon.')
  await exchange(t, bo, ada)
  const [first] = (await memories(ada)).filter(({ title }) => title === 'Review')
  t.match(first?.content, /By two people\./)
  t.match(first?.content, /Before noon\./)
  t.equal((await memories(ada)).length, 2)
  t.match(ada.git(['log', '--format=%s']), /^Settle what the merge brought together$/m)
})

t.test('a skill that both changed is left open for a person, who concludes it', async t => {
  const { ada, bo } = await openPair(t)
  const path = 'global/skills/release/SKILL.md'
  for (const [desk, word] of [
    [bo, 'noon'],
    [ada, 'night'],
  ] as const) {
    desk.write({ [path]: `---\nname: release\ndescription: When to release\n---\nAt ${word}.\n` })
    await desk.commitStore()
  }
  await bo.sync(resolveConflicts)
  const { left, open, pushed } = await ada.sync(resolveConflicts)
  t.match({ left, open, pushed }, { left: [{ path }], open: true, pushed: 0 })
  rmSync(join(ada.directory, path))
  ada.write({ [path]: '---\nname: release\ndescription: When to release\n---\nAt noon.\n' })
  ada.git(['add', path])
  t.ok((await ada.commitStore()).commit)
  await exchange(t, ada, bo)
  t.match(readFileSync(join(bo.directory, path), 'utf8'), 'At noon.')
})
