import { formatJson } from '../terminal/json.js'
import { renderOutcome } from '../terminal/memory.js'
import type { Call } from './command.js'

/** `svc forget ID`: removes a memory and its file. */
export async function runForget(call: Call): Promise<void> {
  const memory = await (await call.service()).forget(call.operands[0] ?? '')
  const { screen } = call
  screen.print(call.json ? formatJson(memory) : renderOutcome('forgot', memory, screen))
}
