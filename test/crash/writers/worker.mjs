// The reflection worker: a full queue, and a provider that is asked once or twice.
import { ANSWER, fillStore, inspect, TURNS } from '../worker-stages.mjs'
import { listFiles } from '../invariants.mjs'
import { WORKER } from '../stage.mjs'
import { runOnce } from '../trials.mjs'

export default [
  {
    name: 'worker',
    answer: ANSWER,
    prepare: fillStore,
    // What failed waits for its time: in peace the worker comes again until the queue is empty.
    run: async (stage, how) => {
      const end = Date.now() + 20_000
      for (;;) {
        const run = await runWorker(stage, how)
        if (how.wrap || how.killAfter || Date.now() > end || isEmpty(stage)) return run
        await new Promise(resolve => setTimeout(resolve, 500))
      }
    },
    judge: ({ signal }) => (signal === null ? [] : [`ended with ${signal}`]),
    isDone: ({ code }) => code === 0,
    check: async (stage, { isDone }) => (isDone ? inspect(stage) : []),
  },
]

function isEmpty({ store }) {
  return !listFiles(store).some(path => /\/state\/(?:spool|batches)\/.*\.json$/.test(path))
}

function runWorker(stage, how) {
  const tasks = [{ task: 'reflect', scopes: [`project:${encodeURIComponent(stage.shop)}`] }]
  const env = { SVC_HOOK_BATCH_TURNS: String(TURNS) }
  return runOnce(stage, [process.execPath, WORKER, JSON.stringify(tasks)], { env, ...how })
}
