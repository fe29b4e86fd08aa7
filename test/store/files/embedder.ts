import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { DIST } from '../../built.mjs'
import { bare } from '../../bare.js'
import { ROOT } from '../../root.js'
import { temporaryFolder } from '../fixture.js'

interface Owner {
  teardown(undo: () => void): void
}

/** How an embedder ends: what it does about which signals, or that it ends while it holds the lock. */
export interface Ending {
  how?: 'on' | 'once'
  when?: 'before the first lock' | 'after the first lock'
  signals?: NodeJS.Signals[]
  holds?: boolean
}

export const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Every way in which an embedder listens to a signal. */
export const LISTENING = (['on', 'once'] as const).flatMap(how =>
  (['before the first lock', 'after the first lock'] as const).map(when => ({ how, when })),
)

/**
 * Starts `embedder.mjs` with a runtime (the program and what stands before the script) and resolves
 * to its output, its exit code and the lock that it had; `signal` is sent once it is ready.
 */
export async function runEmbedder(
  t: Owner,
  runtime: readonly string[],
  ending: Ending,
  signal?: NodeJS.Signals,
) {
  const folder = temporaryFolder(t)
  const lock = join(folder, 'a')
  const script = join(ROOT, 'test/store/files/embedder.mjs')
  const url = pathToFileURL(join(DIST, 'store/files/lock.js')).href
  const env = { PATH: process.env.PATH, HOME: folder }
  const given = [script, url, lock, JSON.stringify({ signals: [], ...ending })]
  const [program, args] = bare(env, [...runtime, ...given])
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', line => {
    lines.push(line)
    if (line === 'ready' && signal !== undefined) child.kill(signal)
  })
  const [code, died] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { lines, code, died, lock }
}
