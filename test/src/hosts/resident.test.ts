import t from 'tap'
import { residentHandler } from '../../../src/hosts/resident.js'

t.test('Claude Code has a prompt answered by the server of the session', async t => {
  t.same(residentHandler('claude-code', 'UserPromptSubmit'), {
    type: 'mcp_tool',
    server: 'svc',
    tool: 'hook',
    timeout: 3,
    input: {
      hook_event_name: '${hook_event_name}',
      session_id: '${session_id}',
      cwd: '${cwd}',
      transcript_path: '${transcript_path}',
      prompt_id: '${prompt_id}',
      agent_id: '${agent_id}',
      source: '${source}',
      prompt: '${prompt}',
    },
  })
  t.equal(residentHandler('claude-code', 'SessionStart'), undefined, 'the server is not there yet')
  t.equal(
    residentHandler('claude-code', 'UserPromptSubmit', 'plugin:svc:svc')?.server,
    'plugin:svc:svc',
  )
})

t.test('Codex is asked only for what an event has', async t => {
  t.ok(residentHandler('codex', 'SessionStart')?.input.source)
  t.notOk(residentHandler('codex', 'SessionStart')?.input.prompt)
  t.ok(residentHandler('codex', 'UserPromptSubmit')?.input.turn_id)
  t.notOk(residentHandler('codex', 'UserPromptSubmit')?.input.agent_id)
})

t.test('no other host has one', async t => {
  t.equal(residentHandler('gemini-cli', 'UserPromptSubmit'), undefined)
})
