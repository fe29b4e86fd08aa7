// The built product, of the sources as they are now: whoever imports this waits until it is there.
// One process builds what is stale, and the others wait for it.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lock } from 'proper-lockfile'
import { findStale, ROOT } from '../.build/sources.mjs'

export { ROOT }
/** The built folder. */
export const DIST = join(ROOT, 'dist')
/** The programs: `svc`, what hosts call, and the detached worker. */
export const SVC = join(DIST, 'svc.cjs')
export const HOOK = join(DIST, 'svc-hook.cjs')
export const WORKER = join(DIST, 'worker.cjs')

const LOCKS = join(ROOT, '.tap')

await build('programs', 'panel')

/** Waits until the declarations of the modules are there too. */
export function buildDeclarations() {
  return build('declarations')
}

async function build(...parts) {
  const isStale = () => findStale(parts).size > 0
  if (!isStale()) return
  mkdirSync(LOCKS, { recursive: true })
  const retries = { retries: 4_000, minTimeout: 50, maxTimeout: 50 }
  const options = { lockfilePath: join(LOCKS, 'build.lock'), stale: 60_000, retries }
  const release = await lock(LOCKS, options)
  try {
    if (isStale()) await run(parts)
  } finally {
    await release()
  }
}

/** In an environment of its own: nothing that was set for a test reaches the build. */
async function run(parts) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME ?? ROOT }
  const script = [join(ROOT, '.build/index.mjs'), ...parts]
  try {
    await promisify(execFile)(process.execPath, script, { env })
  } catch (cause) {
    throw new Error(`npm run build -- ${parts.join(' ')} failed`, { cause })
  }
}
