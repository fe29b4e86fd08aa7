import t from 'tap'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGit } from '../../../store/git/git.js'
import { findUnusedInRepo } from '../../../src/scopes/list.js'
import { isInRepoIgnored, placeProject } from '../../../src/scopes/in-repo.js'
import { adviseCommit, adviseRemoval } from '../../../src/bin/commands/scopes.js'
import { describeUnused } from '../../../src/bin/terminal/words.js'
import { writeSkill } from '../../../src/skills/write.js'
import { findScope } from '../../../store/projects/projects.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService, project } from '../fixture.js'
import { git, repository } from '../work-trees.js'
import { move, OPTIONS, remember, storeOf, titlesIn } from './fixture.js'

function newProject(t: Parameters<typeof openService>[0]) {
  const root = temporaryFolder(t)
  const app = repository(join(root, 'app'))
  const { service, dataDir } = openService(t)
  const scope = project(app) as { type: 'project'; id: string }
  return { root, app, service, dataDir, store: storeOf(dataDir), scope }
}

t.test('a write on a branch without .svc does not block the way back', async t => {
  const { app, service, dataDir, store, scope } = newProject(t)
  git(app, 'branch', 'old')
  await remember(service, app, 'Main')
  await placeProject(store, scope, 'in-repo', OPTIONS)
  git(app, 'add', '.')
  git(app, 'commit', '-q', '-m', 'memories')
  git(app, 'checkout', '-q', 'old')
  await remember(service, app, 'Old')
  t.same(readdirSync(join(app, '.svc')), ['memories'])
  t.equal(readdirSync(join(app, '.svc', 'memories')).length, 1)
  const folder = (await findScope(store, scope))!
  const skill = { name: 'how-to', description: 'd', text: 't', body: 'b', tags: [] }
  t.equal(
    writeSkill(folder, skill as never, { store, action: 'create', assertHeld: () => undefined }),
    'created',
  )
  t.notOk(readdirSync(join(app, '.svc')).includes('scope.json'))
  git(app, 'checkout', '-q', 'main')
  t.same(await titlesIn(t, dataDir, scope), ['Main', 'Old'])
})

t.test('a project is not moved into one whose memories lie in its work tree', async t => {
  const { root, app, service, dataDir, store, scope } = newProject(t)
  const other = repository(join(root, 'other'))
  await remember(service, app, 'Here')
  await remember(service, other, 'There')
  await placeProject(store, scope, 'in-repo', OPTIONS)
  const way = new RegExp(`svc scope place data-dir ${app}, then`)
  await t.rejects(move(store, other, app), { code: 'CONFLICT', message: way })
  t.same(await titlesIn(t, dataDir, project(other)), ['There'], 'nothing was moved')
  await placeProject(store, scope, 'data-dir', OPTIONS)
  await move(store, other, app)
  t.same(await titlesIn(t, dataDir, project(other)), ['Here', 'There'])
})

t.test('a person is told where git leaves .svc out, and to commit its removal', async t => {
  const { app } = newProject(t)
  const look = () => isInRepoIgnored(openGit(app, { PATH: process.env.PATH, HOME: app }))
  t.notOk(await look())
  t.same(adviseCommit(false), ['commit .svc with the code'])
  writeFileSync(join(app, '.gitignore'), '.svc\n')
  t.ok(await look())
  t.match(adviseCommit(true), [/git ignores \.svc/])
  rmSync(join(app, '.git'), { recursive: true })
  t.notOk(await look(), 'no work tree')
  const counts = { memories: 1, skills: 0, queued: 0, left: [] }
  t.match(adviseRemoval(counts, app), [`commit the removal of ${app}/.svc where git keeps it`])
  t.same(adviseRemoval({ ...counts, memories: 0 }, app), [])
})

t.test('trust is not advised for a .svc that it would refuse', async t => {
  const { app, service, store } = newProject(t)
  await remember(service, app, 'Known')
  mkdirSync(join(app, '.svc', 'memories'), { recursive: true })
  writeFileSync(join(app, '.svc', 'memories', 'a.md'), 'text\n')
  const said = () => describeUnused(findUnusedInRepo(store)[0]!)
  t.match(said(), 'svc trust shows and trusts it')
  symlinkSync('/etc/passwd', join(app, '.svc', 'memories', 'b.md'))
  t.equal(said(), 'holds symbolic links and is not used')
  const { findings } = await service.doctor()
  const about = findings.filter(({ check }) => check === 'unused-in-repo')
  t.match(JSON.stringify(about), 'holds symbolic links and is not used')
  t.notMatch(JSON.stringify(about), 'svc trust')
})
