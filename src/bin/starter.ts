import { join } from 'node:path'
import type { runQuick } from './cli/quick.js'
import type { runProgram } from './cli/run.js'
import type { runTasks } from './cli/tasks.js'
import { loadProgram } from './hook/program.js'

/** Exports of each program. */
interface Programs {
  /** `svc`, and the worker. */
  cli: { runProgram: typeof runProgram; runTasks: typeof runTasks }
  quick: { runQuick: typeof runQuick }
}

/** Names the build of both: its hash, put here by the build. */
declare const BUILD: string

/** Runs `svc`; `otherwise` is the command that arguments without one mean. */
export async function startProgram(otherwise?: string): Promise<void> {
  const argv = process.argv.slice(2)
  const form = chooseForm(argv[0] ?? '-')
  const quick = form && (await load('quick', form).runQuick(argv, otherwise))
  process.exitCode = quick ?? (await load('cli', 'svc').runProgram(argv, otherwise))
}

/** Runs the worker on the tasks that it was started with. */
export async function startWork(): Promise<void> {
  await load('cli', 'svc').runTasks(process.argv[2])
}

/** Chooses a compiled form of the quick program for the words; undefined if it has no answer. */
function chooseForm(word: string): string | undefined {
  if (['list', 'show', 'recall', 'status'].includes(word)) return word
  return word.startsWith('-') || ['help', 'events'].includes(word) ? 'help' : undefined
}

function load<Name extends keyof Programs>(name: Name, form: string): Programs[Name] {
  const path = join(import.meta.dirname, `${name}.cjs`)
  return loadProgram<Programs[Name]>(path, `${BUILD}.${form}`, require).exports
}

if (require.main === module) void startProgram()
