import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'

const PEAK = new URL('./peak.cjs', import.meta.url).pathname
const BARE = [process.execPath, '-e', '0']

/**
 * How much longer a process takes than bare `node -e 0`: both run in turn, so that a noisy machine
 * slows both, and the medians are compared.
 */
export function pairedRatio(command, { inputs, env }, pairs) {
  const bare = []
  const own = []
  for (let pair = 0; pair < pairs; pair++) {
    bare.push(timeProcess(BARE, { env }))
    own.push(timeProcess(command, { input: inputs(pair), env }))
  }
  return { ratio: quantile(own, 0.5) / quantile(bare, 0.5), ms: quantile(own, 0.5) }
}

/** Peak resident memory of a process over that of bare Node, in MiB. */
export function extraMemory(command, { input, env }) {
  const peakOf = args => {
    const run = spawnSync(process.execPath, ['--require', PEAK, ...args], {
      input,
      env,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    })
    return Number(run.output[3].toString()) / 1024
  }
  return peakOf(command.slice(1)) - peakOf(['-e', '0'])
}

/** Milliseconds of one process; throws where it fails. */
export function timeProcess(command, { input = '', env, cwd } = {}) {
  const start = performance.now()
  const run = spawnSync(command[0], command.slice(1), { input, env, cwd })
  const elapsed = performance.now() - start
  if (run.status !== 0) throw new Error(`${command.join(' ')} failed: ${run.stderr}`)
  return elapsed
}

/** The value below which the share `q` of the numbers lies. */
export function quantile(numbers, q) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]
}
