import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HookEvent } from '../../../handlers/hooks/protocol.js'
import { writeAtomic } from '../../../store/files/atomic.js'
import { hashText } from '../../../store/names.js'
import { openStore } from '../../../store/store.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'
import { Collections } from '../../memories/collections.js'
import { refreshIndexFile } from '../../memories/index-upkeep.js'
import { createService } from '../../service/service.js'
import { readCall } from './call.js'
import type { HookProgram } from './main.js'
import {
  compiledPath,
  formatCompiled,
  loadProgram,
  programPath,
  type LoadedProgram,
} from './program.js'

/** An event of each program. */
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'Stop'] as const
/** Agent file and calls of the warming run: every kind of call, so that its code is kept. */
const AGENTS = '# Rules\n\nUse pnpm, never npm. Deploy with `make ship`.\n'
const CALLS: Readonly<Record<(typeof EVENTS)[number], readonly WarmingCall[]>> = {
  SessionStart: [
    { event: 'SessionStart', source: 'startup' },
    { event: 'SessionStart', source: 'clear' },
  ],
  UserPromptSubmit: [
    { event: 'UserPromptSubmit', prompt: 'How do we deploy with make ship? Use pnpm.' },
    { event: 'UserPromptSubmit', prompt: 'Which rules hold for pnpm and npm here?' },
  ],
  Stop: [
    { event: 'Stop', last_assistant_message: 'Run `make ship`.' },
    { event: 'Stop', last_assistant_message: 'Never npm.' },
    { event: 'SessionEnd', reason: 'other' },
  ],
}

/** A call of the warming run, with the fields of its payload. */
interface WarmingCall {
  event: HookEvent
  [field: string]: string
}

/** Memories in the store of the warming run. */
const MEMORIES = [
  {
    kind: 'procedure',
    title: 'Deploy',
    content: 'Run `make ship` on main; it asks for the token.',
  },
  { kind: 'constraint', title: 'Use pnpm, never npm', content: 'CI fails on a package-lock.json.' },
  { kind: 'fact', title: 'Staging deploys at night', content: 'At 02:00, from the main branch.' },
]

const answer = () => undefined
const start = async () => undefined

/**
 * Runs the hook programs in a folder on a small store and writes the code that V8 compiled meanwhile
 * beside each. Changes process.env while it runs: for the build and the installer only.
 */
export async function writeHookCaches(folder: string): Promise<void> {
  await inWarmPlace(async cwd => {
    const build = nameBuild(hooksIn(folder))
    for (const event of EVENTS)
      await writeCache(programPath(folder, event), CALLS[event], build, cwd)
  })
}

/** Runs programs in a home of their own, with a small store, the project in `cwd` and a memory's id. */
export async function inWarmPlace(run: (cwd: string, id: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-warm-'))
  const cwd = join(directory, 'project')
  const before = { ...process.env }
  try {
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'AGENTS.md'), AGENTS)
    Object.assign(process.env, { SVC_DATA_DIR: join(directory, 'data'), HOME: directory })
    delete process.env.SVC_DATABASE_PATH
    await run(cwd, await fillStore(join(directory, 'data'), cwd))
  } finally {
    restoreEnv(before)
    // A detached index worker of the warming run may still write there.
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** True if each of some programs has its compiled code for this version of V8. */
export function haveCaches(paths: readonly string[]): boolean {
  const build = nameBuild(paths)
  return paths.every(path => existsSync(compiledPath(path, build)))
}

/** The name of the build that programs are of, by their text. */
export function nameBuild(paths: readonly string[]): string {
  const texts = paths.map(path => readFileSync(path, 'latin1'))
  return hashText(texts.join('\n'), 10)
}

/** The hook programs in a folder. */
export function hooksIn(folder: string): string[] {
  return EVENTS.map(event => programPath(folder, event))
}

async function writeCache(
  path: string,
  calls: readonly WarmingCall[],
  build: string,
  cwd: string,
): Promise<void> {
  rmSync(compiledPath(path, build), { force: true })
  const loaded = loadProgram<{ program: HookProgram }>(path, build, createRequire(path))
  const { program } = loaded.exports
  for (const { event, ...fields } of calls) {
    // Prompts of a session do not repeat memories that its start gave: they would render nothing.
    const session = event === 'SessionStart' ? 'start' : 'talk'
    const base = { hook_event_name: event, session_id: session, transcript_path: '/t.jsonl', cwd }
    const call = readCall({ ...base, ...fields }, [])
    if (call !== undefined) await program.answerCall(call, { args: [], answer, start })
  }
  writeCompiled(compiledPath(path, build), loaded)
}

/** Writes the code that V8 has compiled of a program by now. */
export function writeCompiled(path: string, program: LoadedProgram<unknown>): void {
  writeAtomic(path, formatCompiled(program))
  chmodSync(path, 0o644)
}

/** In place: others hold the same object, and would go on with the home of the warming run. */
function restoreEnv(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
}

/** Fills a store and makes its index files: most calls find them, and their code is what is kept. */
async function fillStore(dataDir: string, cwd: string): Promise<string> {
  const service = createService({ dataDir })
  const scope = { type: 'project', id: cwd } as const
  await service.importWorkspace(cwd)
  for (const memory of MEMORIES) await service.remember({ scope, ...memory })
  const short = { title: 'Short answers', content: 'Five lines.' }
  const { id } = await service.remember({ scope: GLOBAL_SCOPE, ...short })
  await service.close()
  const collections = new Collections(openStore(join(dataDir, 'svc.json')))
  for (const each of [scope, GLOBAL_SCOPE])
    await refreshIndexFile(await collections.existing(each), { isForced: true })
  return id
}
