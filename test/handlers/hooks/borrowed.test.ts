import t from 'tap'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { callsItself } from '../../../handlers/hooks/borrowed.js'
import { PROFILES } from '../../../src/hosts/profiles.js'
import { temporaryFolder } from '../../store/fixture.js'

t.test('a host that runs the hook of another is seen to have svc among its own', async t => {
  const root = temporaryFolder(t)
  const [home, cwd, moved] = ['home', 'project', 'moved'].map(name => join(root, name)) as [
    ...[string, string, string],
  ]
  const rows = [
    ['copilot-cli', {}, join(home, '.copilot/hooks/svc.json')],
    ['copilot-cli', { COPILOT_HOME: moved }, join(moved, 'hooks/svc.json')],
    ['copilot-cli', {}, join(cwd, '.github/hooks/svc.json')],
    ['cursor', {}, join(home, '.cursor/hooks.json')],
    ['droid', {}, join(home, '.factory/hooks.json')],
    ['droid', { FACTORY_HOME_OVERRIDE: moved }, join(moved, '.factory/settings.json')],
    ['droid', {}, join(cwd, '.factory/settings.json')],
  ] as const
  for (const [host, env, path] of rows) {
    const asks = () => callsItself({ profile: PROFILES[host], cwd }, { home, env })
    t.equal(asks(), false, `${path} is not there`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '{"hooks":"other"}')
    t.equal(asks(), false, `${path} is another's`)
    writeFileSync(path, '{"hooks":"/x/bin/svc-hook --host"}')
    t.equal(asks(), true, path)
    rmSync(path)
  }
  t.equal(callsItself({ profile: PROFILES['claude-code'], cwd }, { home, env: {} }), false)
})
