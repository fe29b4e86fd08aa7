import { formatJson } from '../terminal/json.js'
import { renderMemory } from '../terminal/memory.js'
import type { Call } from './command.js'

/** `svc show ID`: one memory in full. */
export async function runShow(call: Call): Promise<void> {
  const memory = await (await call.service()).get(call.operands[0] ?? '')
  call.screen.print(call.json ? formatJson(memory) : renderMemory(memory, call.screen))
}
