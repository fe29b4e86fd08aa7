import t from 'tap'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  checkClaudeCode,
  formatHookCommand,
  planInstall,
} from '../../../src/install/claude-code.js'

const INSTALL = 'svc install --host claude-code'

t.test('what doctor says of the hooks in Claude Code', async t => {
  const home = mkdtempSync(join(tmpdir(), 'svc-check-'))
  t.teardown(() => rmSync(home, { recursive: true, force: true }))
  const project = join(home, 'project')
  const hook = join(home, 'a "b" $c', 'svc-hook.cjs')
  mkdirSync(join(hook, '..'), { recursive: true })
  mkdirSync(join(project, '.claude'), { recursive: true })
  const settings = join(home, 'settings.json')
  const check = () => checkClaudeCode({ CLAUDE_CONFIG_DIR: home }, project, INSTALL)
  const checks = () => check().map(finding => `${finding.level} ${finding.check}`)
  const command = formatHookCommand(process.execPath, hook, '/some/where/else')
  const plan = planInstall(undefined, command)
  const text = 'text' in plan ? plan.text : ''

  t.same(checks(), ['remark hook-not-installed'])
  t.match(check()[0]?.message, INSTALL)

  writeFileSync(settings, '{}')
  t.same(checks(), ['remark hook-not-installed'])

  writeFileSync(settings, text)
  t.same(checks(), ['remark hook-broken'])
  t.match(check()[0]?.message, hook)

  writeFileSync(hook, '')
  t.same(checks(), [])

  writeFileSync(settings, text.replace('"Stop"', '"SubagentStop"'))
  t.same(checks(), ['remark hook-incomplete'])

  writeFileSync(settings, '{ broken')
  t.same(checks(), ['remark hook-settings'])

  rmSync(settings)
  writeFileSync(join(project, '.claude', 'settings.json'), text)
  t.same(checks(), [], 'the project has it')
})
