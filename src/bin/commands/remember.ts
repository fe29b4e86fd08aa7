import { renderOutcome } from '../terminal/memory.js'
import { formatJson } from '../terminal/json.js'
import type { Call } from './command.js'
import { splitList, writeScope } from './scope.js'
import { readContent } from './stdin.js'

const DONE = {
  created: 'remembered',
  updated: 'updated',
  global: 'nothing stored, global has it:',
}

/** `svc remember`: stores CONTENT, or updates the scope's own item of that title. */
export async function runRemember(call: Call): Promise<void> {
  const scope = writeScope(call)
  const content = await readContent(call.operands[0] ?? '')
  const service = await call.service()
  const { memory, outcome } = await service.rememberAs('cli', {
    scope,
    title: call.text('title'),
    content,
    kind: call.text('kind'),
    tags: splitList(call.text('tags')),
  })
  const { screen } = call
  screen.print(call.json ? formatJson(memory) : renderOutcome(DONE[outcome], memory, screen))
}
