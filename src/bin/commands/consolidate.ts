import { formatJson } from '../terminal/json.js'
import { nameScope } from '../terminal/words.js'
import type { Call } from './command.js'
import { writeScope } from './scope.js'

/** `svc consolidate`: merges related memories of a scope and keeps it to its capacity. */
export async function runConsolidate(call: Call): Promise<number> {
  const scope = writeScope(call)
  const result = await (await call.service()).consolidate(scope)
  const { before, after, merged, evicted } = result
  const said = `${nameScope(scope)}: ${before} before, ${after} after, ${merged} merged, ${evicted} archived`
  call.screen.print(call.json ? formatJson(result) : said)
  return result.ok ? 0 : 1
}
