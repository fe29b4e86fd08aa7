import { measurePairs } from './processes.mjs'
import { SVC } from './store.mjs'

const COMMANDS = ['--version', 'list --limit 10', 'status']

/** Rows of what commands cost in a store, against bare Node. */
export function* measureCommands({ env, cwd }, { pairs }) {
  for (const words of COMMANDS) {
    const next = () => ({ env, cwd })
    const { wall, cpu } = measurePairs([...SVC, ...words.split(' ')], next, pairs)
    yield { name: `svc ${words}`, value: wall, unit: '×', cpu: { value: cpu, unit: '×' } }
  }
}
