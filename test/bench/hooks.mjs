import { join } from 'node:path'
import { createPrompt } from './corpus.mjs'
import { extraMemory, measurePairs, measureProcess } from './processes.mjs'
import { emptySpool, HOOK, keepLedgers, writeTranscript } from './store.mjs'

const HOST = ['--host', 'claude-code']
const MB = 1_000_000
/** Prompts of the session in which replies end. */
const PROMPTS = 5

/** Writes the transcripts that hook calls name: a small one, and one of 50 MB. */
export function writeTranscripts(work) {
  return {
    small: writeTranscript(join(work, 'small.jsonl'), 0),
    large: writeTranscript(join(work, 'large.jsonl'), 50 * MB),
  }
}

/**
 * Rows of what hook calls cost in a store, against bare Node. Every call is one of a session of its
 * own, but a Stop: that ends the turns of one session of five prompts, again and again.
 */
export function* measureHooks(store, transcripts, { pairs, hasMemory }) {
  const { command, calls } = createCalls(store, transcripts)
  for (const [name, next] of Object.entries(calls)) {
    const { wall, cpu } = measurePairs(command, next, pairs)
    yield { name, value: wall, unit: '×', cpu: { value: cpu, unit: '×' } }
  }
  if (!hasMemory) return
  const runs = Math.min(pairs, 7)
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
    const next = calls[event === 'Stop' ? 'Stop, 50 MB transcript' : event]
    yield { name: `${event}, peak memory`, value: extraMemory(command, next, runs), unit: 'MiB' }
  }
}

/** The command that serves hook calls, and by name what gives each call its input and environment. */
export function createCalls(store, { small, large }, hook = HOOK) {
  const { env, cwd } = store
  const command = [...hook, ...HOST]
  let number = 0
  const payload = (event, fields) =>
    JSON.stringify({
      hook_event_name: event,
      session_id: `bench${++number}`,
      transcript_path: small,
      cwd,
      ...fields,
    })
  const ask = fields =>
    payload('UserPromptSubmit', {
      prompt_id: `p${number}`,
      prompt: createPrompt(30, number),
      ...fields,
    })
  for (let prompt = 0; prompt < PROMPTS; prompt++)
    measureProcess(command, { input: ask({ session_id: 'turns' }), env, cwd })
  const takeBack = keepLedgers(store)
  const stop = fields => () => {
    takeBack()
    emptySpool(store)
    const turn = { session_id: 'turns', prompt_id: `s${number}`, stop_hook_active: false }
    const reply = createPrompt(60, number)
    return {
      input: payload('Stop', { ...turn, last_assistant_message: reply, ...fields }),
      env,
      cwd,
    }
  }
  const off = (next, more) => () => ({ ...next(), env: { ...env, ...more } })
  const tool = {
    tool_name: 'Read',
    tool_input: { file_path: join(cwd, 'a.txt') },
    tool_use_id: 't',
  }
  const socket = next => () => ({ ...next(), isSocket: true })
  const prompt = () => ({ input: ask({}), env, cwd })
  const other = () => ({ input: payload('PreToolUse', tool), env, cwd })
  const calls = {
    SessionStart: () => ({ input: payload('SessionStart', { source: 'startup' }), env, cwd }),
    UserPromptSubmit: prompt,
    'UserPromptSubmit, by a socket': socket(prompt),
    'Stop, small transcript': stop({}),
    'Stop, 50 MB transcript': stop({ transcript_path: large }),
    'Stop, by a socket': socket(stop({})),
    'PreToolUse, not answered': other,
    'PreToolUse, by a socket': socket(other),
    "a subagent's Stop": stop({ hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'x' }),
    'Stop, learning switched off': off(stop({}), { SVC_HOOK_REFLECT: '0' }),
    'called by svc itself': off(stop({}), { SVC_HOOK_CHILD: '1' }),
  }
  return { command, calls }
}
