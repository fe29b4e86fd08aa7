import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeAtomic } from '../../../store/files/atomic.js'
import { openStore } from '../../../store/store.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'
import { Collections } from '../../memories/collections.js'
import { refreshIndexFile } from '../../memories/index-upkeep.js'
import { createService } from '../../service/service.js'
import { compiledPath, formatCompiled, loadHookProgram } from './program.js'

/** What the warming run says and is asked: every kind of call, so that its code is in the cache. */
const AGENTS = '# Rules\n\nUse pnpm, never npm. Deploy with `make ship`.\n'
const CALLS = [
  { hook_event_name: 'SessionStart', source: 'startup' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'How do we deploy with make ship? Use pnpm.' },
  { hook_event_name: 'Stop', last_assistant_message: 'Run `make ship`.' },
  { hook_event_name: 'SessionStart', source: 'clear' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'Which rules hold for pnpm and npm here?' },
  { hook_event_name: 'Stop', last_assistant_message: 'Never npm.' },
  { hook_event_name: 'SessionEnd', reason: 'other' },
]

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
 * Runs the hook program at `path` on a small store and writes the code that V8 compiled meanwhile
 * beside it. Changes process.env while it runs: for the build and the installer only.
 */
export async function writeHookCache(path: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-warm-'))
  const cwd = join(directory, 'project')
  const before = { ...process.env }
  try {
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'AGENTS.md'), AGENTS)
    Object.assign(process.env, { SVC_DATA_DIR: join(directory, 'data'), HOME: directory })
    delete process.env.SVC_DATABASE_PATH
    await fillStore(join(directory, 'data'), cwd)
    rmSync(compiledPath(path), { force: true })
    const loaded = loadHookProgram(path, createRequire(path))
    for (const call of CALLS) {
      const payload = JSON.stringify({
        // What a start gave, prompts of its session are not given again: they would render nothing.
        session_id: call.hook_event_name === 'SessionStart' ? 'start' : 'talk',
        transcript_path: '/t.jsonl',
        cwd,
        ...call,
      })
      await loaded.program.runHook({ args: [], readStdin: async () => payload, answer, start })
    }
    writeAtomic(compiledPath(path), formatCompiled(loaded))
    chmodSync(compiledPath(path), 0o644)
  } finally {
    restoreEnv(before)
    // A detached index worker of the warming run may still write there.
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
  }
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
