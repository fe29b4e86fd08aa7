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
import type * as HookMain from './main.js'
import { compiledPath, formatCompiled, loadProgram } from './program.js'

/** What the warming run says and is asked: every kind of call, so that its code is in its form. */
const AGENTS = '# Rules\n\nUse pnpm, never npm. Deploy with `make ship`.\n'
const CALLS: Readonly<Record<Exclude<HookEvent, 'SessionEnd'>, readonly WarmingCall[]>> = {
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

/** What stands in the store of the warming run. */
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
 * Runs the hook program at `path` on a small store and writes the code that V8 compiled for each kind
 * of call beside it. Changes process.env while it runs: for the build and the installer only.
 */
export async function writeHookCaches(path: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-warm-'))
  const cwd = join(directory, 'project')
  const before = { ...process.env }
  try {
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'AGENTS.md'), AGENTS)
    Object.assign(process.env, { SVC_DATA_DIR: join(directory, 'data'), HOME: directory })
    delete process.env.SVC_DATABASE_PATH
    await fillStore(join(directory, 'data'), cwd)
    for (const [event, calls] of Object.entries(CALLS)) {
      await writeCache(path, event as HookEvent, calls, cwd)
    }
  } finally {
    restoreEnv(before)
    // A detached index worker of the warming run may still write there.
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Whether each kind of call has its compiled code for this version of V8. */
export function hasHookCaches(path: string): boolean {
  const build = nameBuild(path)
  const events = Object.keys(CALLS) as HookEvent[]
  return events.every(event => existsSync(compiledPath(path, { build, event })))
}

/** The name of the build that a program is of, by its text. */
export function nameBuild(path: string): string {
  return hashText(readFileSync(path, 'latin1'), 10)
}

async function writeCache(
  path: string,
  event: HookEvent,
  calls: readonly WarmingCall[],
  cwd: string,
): Promise<void> {
  const form = { build: nameBuild(path), event }
  const cache = compiledPath(path, form)
  rmSync(cache, { force: true })
  const loaded = loadProgram<typeof HookMain>(path, { ...form, require: createRequire(path) })
  for (const { event: name, ...fields } of calls) {
    // What a start gave, prompts of its session are not given again: they would render nothing.
    const session = name === 'SessionStart' ? 'start' : 'talk'
    const payload = { hook_event_name: name, session_id: session, transcript_path: '/t.jsonl', cwd }
    const call = readCall({ ...payload, ...fields }, [])
    if (call !== undefined) await loaded.program.answerCall(call, { args: [], answer, start })
  }
  writeAtomic(cache, formatCompiled(loaded))
  chmodSync(cache, 0o644)
}

/** In place: others hold the same object, and would go on with the home of the warming run. */
function restoreEnv(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
}

/** Fills a store and makes its index files: most calls find them, and their code is what is kept. */
async function fillStore(dataDir: string, cwd: string): Promise<void> {
  const service = createService({ dataDir })
  const scope = { type: 'project', id: cwd } as const
  await service.importWorkspace(cwd)
  for (const memory of MEMORIES) await service.remember({ scope, ...memory })
  await service.remember({ scope: GLOBAL_SCOPE, title: 'Short answers', content: 'Five lines.' })
  await service.close()
  const collections = new Collections(openStore(join(dataDir, 'svc.json')))
  for (const each of [scope, GLOBAL_SCOPE])
    await refreshIndexFile(await collections.existing(each), { isForced: true })
}
