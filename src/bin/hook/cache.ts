import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeAtomic } from '../../../store/files/atomic.js'
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
    rmSync(compiledPath(path), { force: true })
    const loaded = loadHookProgram(path, createRequire(path))
    for (const call of CALLS) {
      const payload = JSON.stringify({
        session_id: 'warm',
        transcript_path: '/t.jsonl',
        cwd,
        ...call,
      })
      await loaded.program.runHook({ args: [], readStdin: async () => payload, answer, start })
    }
    writeAtomic(compiledPath(path), formatCompiled(loaded))
    chmodSync(compiledPath(path), 0o644)
  } finally {
    process.env = before
    // A detached index worker of the warming run may still write there.
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
  }
}
