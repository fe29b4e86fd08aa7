import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { makeScope } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { addTurns } from '../../past/parts.js'
import { refreshPast } from '../../past/segments.js'
import { inWarmPlace, nameBuild, writeCompiled } from '../hook/cache.js'
import { compiledPath, type LoadedProgram } from '../hook/program.js'
import { openPacks } from '../packs.js'
import type { TerminalOptions } from '../terminal/screen.js'

type Run = (
  argv: readonly string[],
  otherwise: undefined,
  streams: Pick<TerminalOptions, 'stdout' | 'stderr'>,
) => Promise<unknown>

/** The commands of the warming run; SCOPE and ID stand for what is there. */
const READING: readonly string[][] = [
  ['--help'],
  ['list', '--help'],
  ['--version'],
  ['list', '--scope', 'SCOPE', '--limit', '10'],
  ['list'],
  ['show', 'ID'],
  ['recall', '--scope', 'SCOPE', 'How do we deploy with make ship?'],
  ['recall', '--scope', 'SCOPE', 'Which rules hold for pnpm and npm here?'],
  ['search', '--scope', 'SCOPE', '--sessions', 'Why does make ship fail without a token?'],
  ['search', '--all-projects', 'make ship deploy', '--json'],
  ['status'],
]
/** Those that follow, so that the packs which reading needs hold no code of theirs. */
const WRITING: readonly string[][] = [
  ['remember', '--scope', 'SCOPE', '--title', 'Test', 'Run `make test` on main.'],
  ['remember', '--scope', 'global', '--kind', 'constraint', '--title', 'Short', 'Five lines.'],
  ['list', '--text', 'deploy'],
]

/** The packs of the program; see `packs.ts`. */
const PACKS = ['cli', 'service', 'commands', 'standing', 'scopes', 'recall', 'past', 'rest']

/**
 * Runs commands of the program in a folder on a small store and writes the code that V8 compiled
 * meanwhile beside each of its packs. Changes process.env while it runs: for the build and the
 * installer only.
 */
export async function writeProgramCaches(folder: string): Promise<void> {
  const build = nameBuild(packsIn(folder))
  for (const path of packsIn(folder)) rmSync(compiledPath(path, build), { force: true })
  const read = new Map<string, LoadedProgram<unknown>>()
  await inWarmPlace(async (cwd, id) => {
    await keepSession(cwd)
    const packs = openPacks(folder, build, createRequire(join(folder, 'svc.cjs')), read)
    const { runProgram } = packs('cli/$run') as { runProgram: Run }
    const given: Record<string, string> = { SCOPE: `project:${cwd}`, ID: id }
    // Their output stays in pipes that nobody reads.
    const streams = () => ({ stdout: openPipe(), stderr: openPipe() })
    for (const calls of [READING, WRITING]) {
      for (const call of calls) {
        const words = call.map(word => given[word] ?? word)
        await runProgram(words, undefined, streams())
      }
      for (const [path, pack] of read) {
        const compiled = compiledPath(path, build)
        if (!existsSync(compiled)) writeCompiled(compiled, pack)
      }
    }
  })
}

/** A past session of the project: its search is run too. */
async function keepSession(cwd: string): Promise<void> {
  const store = openStore(join(process.env.SVC_DATA_DIR!, 'svc.json'))
  const { key } = await makeScope(store, { type: 'project', id: cwd })
  const turn = { session: 'talk', at: '2026-01-01T10:00:00.000Z', host: 'claude-code' }
  const failed = { command: 'make ship', isFailed: true, output: 'Error: no token' }
  addTurns(store, key, [
    { ...turn, turn: 1, asked: 'make ship fails', answered: 'A token is missing.', did: [failed] },
    {
      ...{ ...turn, turn: 2, asked: 'then write it down', answered: 'Written to .env; it ships.' },
      did: [{ file: '.env' }, { command: 'make ship', isFailed: false }],
    },
  ])
  await refreshPast(store)
}

/** The packs of the program in a folder. */
export function packsIn(folder: string): string[] {
  return PACKS.map(name => join(folder, `${name}.cjs`))
}

function openPipe(): NodeJS.WriteStream {
  return new PassThrough() as unknown as NodeJS.WriteStream
}
