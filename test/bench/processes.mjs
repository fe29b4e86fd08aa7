import { spawnSync } from 'node:child_process'
import { middleMean, quantile } from './figures.mjs'

/** The floor under every program of ours. */
export const BARE = [process.execPath, '-e', '0']

/** What a measured process is given of this one's environment, beside HOME and SVC_* of its own. */
export const CLEAN = { PATH: process.env.PATH }

// bash has the kernel's own account of a child that ended (getrusage) to the millisecond, and a wall
// clock of microseconds, without a module in the measured program. It exports three variables itself.
const TIMED = `unset PWD OLDPWD SHLVL
TIMEFORMAT='%U %S'
began=$EPOCHREALTIME
time "$@" 2>&3 3>&-
status=$?
echo "$began $EPOCHREALTIME $status" >&2`

/**
 * One run of a command from start to end: wall milliseconds, and those of processor time (user and
 * system) that it and what it waited for took. Throws where it fails.
 */
export function measureProcess(command, { input = '', env, cwd } = {}) {
  const stdio = ['pipe', 'ignore', 'pipe', 'pipe']
  const run = spawnSync('bash', ['-c', TIMED, 'bash', ...command], { input, env, cwd, stdio })
  const figures = run.stderr?.toString().trim().split(/\s+/).map(Number) ?? []
  const [user, system, began, ended, status] = figures
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${run.output?.[3]} ${run.error}`)
  if (!(ended > 0)) throw new Error('bash 5 or newer is needed to take the time')
  return { ms: (ended - began) * 1_000, cpuMs: (user + system) * 1_000 }
}

/** Wall milliseconds of one process; throws where it fails. */
export function timeProcess(command, given) {
  return measureProcess(command, given).ms
}

/**
 * How much longer a command takes than bare `node -e 0`: both run in turn, so that a noisy machine
 * slows both. `next` gives what each pair runs with. Wall is the ratio of the medians; the processor
 * time comes in whole milliseconds, so that its ratio is that of the means of the middle halves.
 */
export function measurePairs(command, next, pairs) {
  const bare = []
  const own = []
  for (let pair = 0; pair < pairs; pair++) {
    const given = next(pair)
    bare.push(measureProcess(BARE, { env: given.env, cwd: given.cwd }))
    own.push(measureProcess(command, given))
  }
  const median = runs =>
    quantile(
      runs.map(({ ms }) => ms),
      0.5,
    )
  const middle = runs => middleMean(runs.map(({ cpuMs }) => cpuMs))
  const [ms, bareMs] = [median(own), median(bare)]
  return { wall: ms / bareMs, cpu: middle(own) / middle(bare), ms, bareMs }
}

/** Peak resident memory of a command over that of bare Node, in MiB, medians of `runs` each. */
export function extraMemory(command, next, runs) {
  const bare = []
  const own = []
  for (let run = 0; run < runs; run++) {
    const given = next(run)
    bare.push(peakOf(BARE, { ...given, input: '' }))
    own.push(peakOf(command, given))
  }
  return quantile(own, 0.5) - quantile(bare, 0.5)
}

/** Whether GNU time is there, which alone tells a child's peak without a module in it. */
export function canMeasureMemory() {
  const run = spawnSync('/usr/bin/time', ['--version'], { encoding: 'utf8' })
  return /GNU/.test(`${run.stdout}${run.stderr}`)
}

// A peak that Node told would be at least this process's own, whose image a child begins with.
function peakOf(command, { input = '', env, cwd }) {
  const stdio = ['pipe', 'ignore', 'pipe']
  const args = ['-q', '-f', '%M', ...command]
  const run = spawnSync('/usr/bin/time', args, { input, env, cwd, stdio })
  if (run.status !== 0) throw new Error(`${command.join(' ')} failed: ${run.stderr}`)
  return Number(run.stderr.toString().trim().split('\n').at(-1)) / 1024
}
