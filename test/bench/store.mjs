import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLines } from './corpus.mjs'
import { timeProcess } from './processes.mjs'

const at = path => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

/** The built programs as commands. */
export const SVC = [process.execPath, at('src/bin/svc.js')]
export const HOOK = [process.execPath, at('svc-hook.cjs')]
const WORKER = [process.execPath, at('src/bin/worker.js')]

/**
 * A store with `size` memories in one project and its index file, in a home of its own below `work`;
 * with the environment and the project's directory to use it in, and the milliseconds of loading it.
 */
export function makeStore(work, size, base = process.env) {
  const cwd = join(work, `project-${size}`)
  const home = join(work, `home-${size}`)
  mkdirSync(cwd, { recursive: true })
  mkdirSync(home, { recursive: true })
  const env = { ...base, HOME: home, SVC_DATA_DIR: join(work, `store-${size}`) }
  const input = createLines(size, { type: 'project', id: cwd })
  const loadMs = timeProcess([...SVC, 'load', '-'], { input, env, cwd })
  const start = { hook_event_name: 'SessionStart', session_id: 'warm', cwd }
  timeProcess(HOOK, { input: JSON.stringify(start), env })
  // The hook has started a worker too, which may hold the claim of the index file.
  do timeProcess([...WORKER, '[{"task":"index","scopes":["*"]}]'], { env, cwd })
  while (!isIndexed(join(env.SVC_DATA_DIR, 'state/index')))
  return { env, cwd, loadMs }
}

function isIndexed(folder) {
  const names = readdirSync(folder)
  return names.some(name => /^project.*\.idx$/.test(name)) && !names.some(isClaim)
}

const isClaim = name => name.endsWith('.claim')
