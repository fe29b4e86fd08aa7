import t, { type Test } from 'tap'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { placeProject } from '../../../src/scopes/in-repo.js'
import { finishMoves, readMoves } from '../../../src/scopes/transfer.js'
import { turnSpool, type Store } from '../../../store/store.js'
import { writeSkill } from '../../../src/skills/write.js'
import { listScopes } from '../../../store/projects/projects.js'
import type { ScopeFolder } from '../../../store/projects/folder.js'
import { listSpool } from '../../../store/files/spool.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService, project } from '../fixture.js'
import { repository } from '../work-trees.js'
import { move, OPTIONS, remember, storeOf, titlesIn } from './fixture.js'

/** Every way in which svc changes what lies on disk. */
const STEPS = ['renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'rmdirSync', 'writeSync'] as const

/**
 * Runs an action as a process that dies right before its step of this number: from there on nothing
 * changes on disk any more. True where it came to its end before that.
 */
async function diesAt(step: number, action: () => Promise<unknown>): Promise<boolean> {
  const real = Object.fromEntries(STEPS.map(name => [name, fs[name]])) as Record<string, unknown>
  let steps = 0
  for (const name of STEPS) {
    const call = real[name] as (...given: unknown[]) => unknown
    const stub = (...given: unknown[]) => {
      if (++steps >= step) throw new Error('died')
      return call(...given)
    }
    Object.assign(fs, { [name]: stub })
  }
  syncBuiltinESMExports()
  try {
    await action()
    return true
  } catch {
    return false
  } finally {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
}

/**
 * A project with two memories, a skill and a queued turn, and another one with a memory; `restore`
 * puts everything back as it is now.
 */
async function newProjects(t: Test) {
  const root = temporaryFolder(t)
  const work = join(root, 'work')
  // With a remote it is trusted by that: a copy put in its place is the same.
  const one = repository(join(work, 'one'), 'git@example.org:team/one.git')
  const two = join(work, 'two')
  fs.mkdirSync(two)
  const { service, dataDir } = openService(t, join(work, 'store'))
  await remember(service, one, 'A', 'B')
  await remember(service, two, 'C')
  await service.close()
  const store = storeOf(dataDir)
  const [source, target] = [one, two].map(path => {
    return listScopes(store).find(({ scope }) => scope.id === path)!
  }) as [ScopeFolder, ScopeFolder]
  const skill = { name: 'release', description: 'When.', body: 'Steps.' }
  writeSkill(source, skill, { store, action: 'create', assertHeld: () => undefined })
  const spool = turnSpool(store, source.key)
  fs.mkdirSync(spool, { recursive: true })
  fs.writeFileSync(join(spool, 'turn1.json'), '{}\n')
  return { root, one, two, dataDir, store, source, target }
}

/** Puts a folder back as it was when this was called first. */
function keepCopy(root: string): () => void {
  const [work, copy] = [join(root, 'work'), join(root, 'copy')]
  fs.cpSync(work, copy, { recursive: true, preserveTimestamps: true })
  return () => {
    fs.rmSync(work, { recursive: true })
    fs.cpSync(copy, work, { recursive: true, preserveTimestamps: true })
  }
}

/** What a person sees there: temporary files are left to svc doctor. */
const namesBelow = (directory: string) =>
  fs.existsSync(directory)
    ? fs
        .readdirSync(directory, { recursive: true })
        .map(String)
        .filter(name => !name.endsWith('.tmp'))
        .sort()
    : []

function isLeftAnywhere(store: Store, folder: string): boolean {
  return namesBelow(folder).some(name => name.endsWith('.md')) || readMoves(store).length > 0
}

t.test('a merge that dies at any step loses nothing and is finished by the next start', async t => {
  const { root, one, two, dataDir, store, source, target } = await newProjects(t)
  const restore = keepCopy(root)
  for (let step = 1, isWhole = false; !isWhole; step++) {
    restore()
    isWhole = await diesAt(step, () => move(store, one, two))
    await finishMoves(store, OPTIONS.now)
    // Where it died before anything was recorded, it is as if it had not been asked for.
    if (isLeftAnywhere(store, source.path)) await move(store, source.key, two)
    t.same(await titlesIn(t, dataDir, project(two)), ['A', 'B', 'C'], `step ${step}`)
    t.same(listSpool(turnSpool(store, target.key)), ['turn1'])
    t.same(listSpool(turnSpool(store, source.key)), [])
    t.same(namesBelow(join(target.path, 'skills')), ['release', 'release/SKILL.md'])
    t.notOk(fs.existsSync(source.path))
    t.ok(step < 200)
  }
})

t.test('a change of placement that dies at a step loses nothing, there and back', async t => {
  const { root, one, dataDir, store } = await newProjects(t)
  const scope = project(one) as { type: 'project'; id: string }
  for (const placement of ['in-repo', 'data-dir'] as const) {
    if (placement === 'data-dir') await placeProject(store, scope, 'in-repo', OPTIONS)
    fs.rmSync(join(root, 'copy'), { recursive: true, force: true })
    const restore = keepCopy(root)
    for (let step = 1, isWhole = false; !isWhole; step += 2) {
      restore()
      isWhole = await diesAt(step, () => placeProject(store, scope, placement, OPTIONS))
      await placeProject(store, scope, placement, OPTIONS)
      t.same(await titlesIn(t, dataDir, scope), ['A', 'B'], `${placement}, step ${step}`)
      const folder = listScopes(store).find(({ scope }) => scope.id === one)!
      t.equal(folder.placement ?? 'data-dir', placement)
      t.same(namesBelow(join(folder.path, 'skills')), ['release', 'release/SKILL.md'])
      t.same(readMoves(store), [])
      t.ok(step < 200)
    }
    restore()
  }
})
