import { formatJson } from '../terminal/json.js'
import { count, nameScope } from '../terminal/words.js'
import type { Call } from './command.js'
import { writeScope } from './scope.js'

/** `svc reflect`: distils what a scope has queued now, without waiting for its batch to close. */
export async function runReflect(call: Call): Promise<number> {
  const scope = writeScope(call)
  const result = await (await call.service()).reflect(scope)
  const { batches, added, updated, failed, waiting } = result
  const why = failed + waiting > 0 ? '; svc doctor tells why' : ''
  const left = `${tell(failed, 'failed, still queued')}${tell(waiting, 'must wait')}${why}`
  const done = `${count(batches, 'batch', 'batches')} distilled, ${added} added, ${updated} updated`
  call.screen.print(call.json ? formatJson(result) : `${nameScope(scope)}: ${done}${left}`)
  return failed > 0 ? 1 : 0
}

function tell(batches: number, what: string): string {
  return batches === 0 ? '' : `; ${count(batches, 'batch', 'batches')} ${what}`
}
