// Calls svc-hook as an agent host does: JSON on standard input, JSON on standard output.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const manifest = createRequire(import.meta.url).resolve('agent-memory-service/package.json')
const hook = join(dirname(manifest), 'dist/svc-hook.cjs')
const project = mkdtempSync(join(tmpdir(), 'svc-example-'))
const env = { ...process.env, HOME: project, SVC_DATA_DIR: join(project, '.svc') }
writeFileSync(join(project, 'AGENTS.md'), 'Use pnpm, never npm.\n')

const call = (hook_event_name, fields) => {
  const payload = { hook_event_name, session_id: 'example', cwd: project, ...fields }
  const input = JSON.stringify(payload)
  const { status, stdout } = spawnSync(process.execPath, [hook], { input, env, encoding: 'utf8' })
  assert.equal(status, 0, 'a hook never fails its host')
  return JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? ''
}
try {
  const context = call('SessionStart', { source: 'startup' })
  assert.match(context, /Use pnpm, never npm/)
  console.log(context)

  const asked = { prompt: 'add lodash with npm' }
  assert.match(call('UserPromptSubmit', asked), /Use pnpm/, 'once more, where it is wanted')
  assert.equal(call('UserPromptSubmit', asked), '', 'the session has it')
  assert.match(call('UserPromptSubmit', { ...asked, session_id: 'another' }), /Use pnpm/)
  assert.equal(call('Stop', { last_assistant_message: 'Added with pnpm.' }), '')
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 10 })
}
