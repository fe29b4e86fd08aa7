// The built product, of the sources as they are now: whoever imports this waits until it is there.
// One process builds what is stale, and the others wait for it.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lock } from 'proper-lockfile'
import { findStale, ROOT } from '../.build/sources.mjs'

export { ROOT }
/** The built folder. */
export const DIST = join(ROOT, 'dist')
/** The programs: `svc`, what hosts call, and the detached worker. */
export const SVC = join(DIST, 'svc.cjs')
export const HOOK = join(DIST, 'svc-hook.cjs')
export const WORKER = join(DIST, 'src/bin/worker.js')

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
  const retries = { retries: 1200, minTimeout: 50, maxTimeout: 50 }
  const release = await lock(LOCKS, { lockfilePath: join(LOCKS, 'build.lock'), retries })
  try {
    if (isStale()) run(parts)
  } finally {
    await release()
  }
}

/** In an environment of its own: nothing that was set for a test reaches the build. */
function run(parts) {
  const env = [`PATH=${process.env.PATH}`, `HOME=${process.env.HOME ?? ROOT}`]
  const command = ['-i', ...env, process.execPath, join(ROOT, '.build/index.mjs'), ...parts]
  const { status, stdout, stderr } = spawnSync('env', command, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`npm run build -- ${parts.join(' ')} failed: ${stdout}${stderr}`)
}
