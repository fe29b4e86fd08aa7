import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runTasks } from '../../../../src/bin/cli/tasks.js'
import { temporaryFolder } from '../../../store/fixture.js'
import { GIT_ENV } from '../../../store/git/fixture.js'
import { GitDesk } from '../../git/stores.js'

/** Nothing was written for an hour. */
function makeQuiet(folder: string): void {
  const before = new Date(Date.now() - 60 * 60_000)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(folder, name), before, before)
}

t.test('a worker commits what was distilled where that is asked for, and only there', async t => {
  const desk = new GitDesk(join(temporaryFolder(t), 'store'))
  await desk.init()
  await desk.remember('Anything')
  const { directory } = desk
  Object.assign(process.env, GIT_ENV, { SVC_DATA_DIR: directory, HOME: join(directory, '../home') })
  const leaves = async (task: 'reflect' | 'index', isAuto: boolean) => {
    process.env.SVC_GIT_AUTO_COMMIT = isAuto ? '1' : '0'
    makeQuiet(join(directory, 'global'))
    makeQuiet(join(directory, 'state'))
    await runTasks(JSON.stringify([{ task, scopes: ['*'] }]))
    return desk.porcelain !== ''
  }
  t.ok(await leaves('reflect', false), 'not where nobody asked for it')
  t.ok(await leaves('index', true), 'nor where nothing was distilled')
  t.notOk(await leaves('reflect', true))
})
