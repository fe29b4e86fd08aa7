// Calls of an agent's host: whatever happens they answer JSON with exit code 0.
import { compare, isAnswer, listFiles } from '../invariants.mjs'
import { HOOK, withService } from '../stage.mjs'
import { runOnce } from '../trials.mjs'
import { trackStore } from './commands.mjs'

const BEFORE = { Deploys: ['Deploys go out on Monday.'], Cache: ['The cache is Redis.'] }

function hook(name, event, fields, also = () => []) {
  return {
    name,
    prepare: async stage => {
      await withService(stage, async service => {
        for (const [title, [content]] of Object.entries(BEFORE))
          await service.remember({ scope: stage.scope, title, content })
      })
      trackStore(stage)
    },
    run: (stage, how) => {
      const payload = { hook_event_name: event, session_id: 's1', cwd: stage.shop, ...fields }
      return runOnce(stage, [process.execPath, HOOK], { input: JSON.stringify(payload), ...how })
    },
    judge: run =>
      isAnswer(run) ? [] : [`answered ${run.code} ${run.signal} ${run.stdout.slice(0, 100)}`],
    isDone: isAnswer,
    check: async (stage, seen) => [...compare(seen.items, BEFORE), ...also(stage, seen)],
  }
}

/** A turn that was sent twice is queued once. */
function queuedOnce({ store }, { isDone }) {
  const turns = listFiles(store).filter(path =>
    /\/state\/(?:spool|batches)\/.*\/[^/.][^/]*\.json$/.test(path),
  )
  return isDone && turns.length !== 1 ? [`${turns.length} turns are queued`] : []
}

const stop = {
  turn_id: 't1',
  prompt: 'When do deploys go out?',
  last_assistant_message: 'On Monday.',
}

export default [
  hook('hook-start', 'SessionStart', { source: 'startup' }),
  hook('hook-prompt', 'UserPromptSubmit', { prompt: 'When do deploys go out?', prompt_id: 'p1' }),
  hook('hook-stop', 'Stop', stop, queuedOnce),
]
