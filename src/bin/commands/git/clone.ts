import { Collections } from '../../../collection/collections.js'
import { cloneStore } from '../../../git/clone.js'
import { openStore } from '../../../../store/store.js'
import { formatJson } from '../../terminal/json.js'
import { count, oneLine } from '../../terminal/words.js'
import type { Call } from '../command.js'
import { locateProgram } from '../program.js'

/** `svc git clone URL`: begins with the store of another machine. */
export async function runGitClone(call: Call): Promise<void> {
  const { databasePath } = call.config()
  const options = { env: process.env, program: locateProgram(), cwd: process.cwd() }
  const result = await cloneStore(call.operands[0] ?? '', databasePath, options)
  const all = await new Collections(openStore(databasePath)).all()
  const memories = all.reduce((sum, collection) => sum + collection.memories.size, 0)
  if (call.json) return call.screen.print(formatJson({ ...result, memories }))
  const held = result.empty
    ? 'the remote is empty: svc git sync fills it'
    : `${count(memories, 'memory', 'memories')} in ${count(all.length, 'scope')}`
  call.screen.print([`cloned into ${oneLine(result.store)}`, held])
}
