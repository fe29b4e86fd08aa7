import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { hashText } from '../../../store/names.js'
import { inWarmPlace, writeCompiled } from '../hook/cache.js'
import { compiledPath } from '../hook/program.js'
import type { TerminalOptions } from '../terminal/screen.js'

type Run = (
  argv: readonly string[],
  otherwise: undefined,
  streams: Pick<TerminalOptions, 'stdout' | 'stderr'>,
) => Promise<unknown>

/** The part of a program that is run to be compiled. */
interface Program {
  runProgram?: Run
  runQuick?: Run
}

/** Each compiled form with the commands of its warming run; SCOPE and ID stand for what is there. */
const FORMS: Readonly<Record<string, Readonly<Record<string, readonly string[][]>>>> = {
  'cli.cjs': {
    svc: [
      ['remember', '--scope', 'SCOPE', '--title', 'Test', 'Run `make test` on main.'],
      ['remember', '--scope', 'global', '--kind', 'constraint', '--title', 'Short', 'Five lines.'],
      ['list', '--text', 'deploy'],
    ],
  },
  'quick.cjs': {
    help: [['--help'], ['list', '--help'], ['--version']],
    list: [['list', '--scope', 'SCOPE', '--limit', '10'], ['list']],
    show: [['show', 'ID']],
    recall: [
      ['recall', '--scope', 'SCOPE', 'How do we deploy with make ship?'],
      ['recall', '--scope', 'SCOPE', 'Which rules hold for pnpm and npm here?'],
    ],
    status: [['status']],
  },
}

/**
 * Runs the commands of each program in a folder on a small store and writes the code that V8
 * compiled meanwhile beside it. Changes process.env while it runs: for the build and the installer
 * only.
 */
export async function writeProgramCaches(folder: string): Promise<void> {
  const build = nameProgramBuild(folder)
  for (const [name, forms] of Object.entries(FORMS)) {
    const path = join(folder, name)
    for (const [form, calls] of Object.entries(forms)) {
      await inWarmPlace((cwd, id) =>
        writeCompiled<Program>(path, `${build}.${form}`, async ({ runQuick, runProgram }) => {
          const given: Record<string, string> = { SCOPE: `project:${cwd}`, ID: id }
          const run = (runQuick ?? runProgram)!
          for (const call of calls)
            await say(
              run,
              call.map(word => given[word] ?? word),
            )
        }),
      )
    }
  }
}

/** True if each program in a folder has its compiled code for this version of V8. */
export function hasProgramCaches(folder: string): boolean {
  const build = nameProgramBuild(folder)
  return Object.entries(FORMS).every(([name, forms]) =>
    Object.keys(forms).every(form =>
      existsSync(compiledPath(join(folder, name), `${build}.${form}`)),
    ),
  )
}

/** The name of the build that the programs in a folder are of, by their text. */
export function nameProgramBuild(folder: string): string {
  const texts = Object.keys(FORMS).map(name => readFileSync(join(folder, name), 'latin1'))
  return hashText(texts.join('\n'), 10)
}

/** Runs a command whose output stays in a pipe that nobody reads. */
async function say(run: Run, call: readonly string[]): Promise<void> {
  await run(call, undefined, { stdout: openPipe(), stderr: openPipe() })
}

function openPipe(): NodeJS.WriteStream {
  return new PassThrough() as unknown as NodeJS.WriteStream
}
