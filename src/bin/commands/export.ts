import { formatJson } from '../terminal/json.js'
import type { Call } from './command.js'
import { readScope } from './scope.js'

/** `svc export`: one JSON item a line, all scopes or one. Ends quietly when the reader goes. */
export async function runExport(call: Call): Promise<void> {
  const scope = readScope(call)
  const service = await call.service()
  for await (const memory of service.exportMemories(scope === undefined ? {} : { scope })) {
    if (!(await call.screen.stream(formatJson(memory)))) return
  }
}
