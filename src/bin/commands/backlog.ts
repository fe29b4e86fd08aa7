import { formatJson } from '../terminal/json.js'
import { count, nameScope } from '../terminal/words.js'
import type { Call } from './command.js'
import { writeScope } from './scope.js'

/** `svc backlog`: the batches queued for a scope's next consolidation. */
export async function runBacklog(call: Call): Promise<void> {
  const scope = writeScope(call)
  const backlog = await (await call.service()).backlog(scope)
  if (call.json) return call.screen.print(formatJson(backlog))
  const batches = count(backlog.replaySize, 'batch', 'batches')
  call.screen.print(`${batches} queued for the next consolidation of ${nameScope(scope)}`)
}
