import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createService } from '../../../src/service/service.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'
import { HookDesk } from '../../handlers/hooks/desk.js'
import { git } from '../../handlers/hooks/host.js'
import { GitDesk } from './stores.js'

t.test('recall, hooks, reads and the service leave git status clean', async t => {
  const host = new HookDesk(t)
  mkdirSync(host.project, { recursive: true })
  git(host.project, 'init', '-q', '-b', 'main')
  writeFileSync(join(host.project, 'AGENTS.md'), 'Releases go out on Mondays.\n')
  const desk = new GitDesk(host.store)
  await desk.init()
  await desk.remember('Never push on Fridays', 'Releases go out Monday to Thursday.')
  await desk.remember('Use pnpm', 'Not npm.', { type: 'project', id: host.project })
  await desk.commitStore()
  t.match(await host.start(), /Never push on Fridays/)
  for (let turn = 0; turn < 3; turn++) {
    t.match(
      await host.prompt(`When do releases go out? ${turn}`, { session_id: `s${turn}` }),
      /push/,
    )
    await host.stop({ session_id: `s${turn}`, last_assistant_message: `Monday. ${turn}` })
  }
  const service = createService({ dataDir: host.store }, { isResident: true, home: host.home })
  await service.recall({ scopes: [GLOBAL_SCOPE], text: 'push' })
  await service.memories.list({ text: 'pnpm' })
  await service.skills.list({})
  await service.status()
  await service.doctor()
  await service.importWorkspace(host.project, { force: true })
  await service.close()
  t.equal(desk.porcelain, '')
})
