import { renderRecall } from '../terminal/recall.js'
import { formatJson } from '../terminal/json.js'
import type { Call } from './command.js'
import { describeScopes, readScopes } from './scope.js'

/** `svc recall`: what a hook would put into a model's context for TEXT, and why. */
export async function runRecall(call: Call): Promise<void> {
  const text = call.operands.join(' ').trim()
  const limit = call.number('limit')
  const scopes = readScopes(call)
  const service = await call.service()
  const context = await service.recallContext({
    scopes,
    ...(text !== '' && { text }),
    ...(limit !== undefined && { limit }),
  })
  if (call.json) call.screen.print(formatJson(context))
  else if (context.items.length > 0) call.screen.print(renderRecall(context.items, call.screen))
  else call.screen.print(`nothing in ${describeScopes(call)} matches`)
}
