import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** What a pipe holds on Linux (bytes). */
const PIPE_BYTES = 65_536

/**
 * One run of a command from start to end: wall milliseconds, and those of processor time (user and
 * system) that it and what it waited for took. Its input is a pipe that is filled already, as from a
 * shell, or a socket, as from a host that Node runs. Throws where it fails.
 */
export function measureProcess(command, { env, cwd, ...given } = {}) {
  const run = spawnWith(given, ['ignore', 'pipe', 'pipe'], stdin =>
    spawnSync('bash', ['-c', TIMED, 'bash', ...command], { env, cwd, ...stdin }),
  )
  const figures = run.stderr?.toString().trim().split(/\s+/).map(Number) ?? []
  const [user, system, began, ended, status] = figures
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${run.output?.[3]} ${run.error}`)
  if (!(ended > 0)) throw new Error('bash 5 or newer is needed to take the time')
  return { ms: (ended - began) * 1_000, cpuMs: (user + system) * 1_000 }
}

/** Calls `spawn` with the options that give a process this input and these other streams. */
function spawnWith({ input = '', isSocket = false }, streams, spawn) {
  // What Node calls a pipe is a socket.
  if (isSocket || Buffer.byteLength(input) > PIPE_BYTES)
    return spawn({ input, stdio: ['pipe', ...streams] })
  const pipe = fillPipe(input)
  try {
    return spawn({ stdio: [pipe, ...streams] })
  } finally {
    closeSync(pipe)
  }
}

/** The reading end of a pipe that holds a text and nobody writes to any more. */
function fillPipe(text) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-pipe-'))
  try {
    const path = join(folder, 'pipe')
    spawnSync('mkfifo', [path])
    const both = openSync(path, constants.O_RDWR)
    writeSync(both, text)
    const reading = openSync(path, constants.O_RDONLY)
    closeSync(both)
    return reading
  } finally {
    rmSync(folder, { recursive: true })
  }
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
  const [bareMs, bareCpuMs] = [median(bare), middle(bare)]
  return { wall: median(own) / bareMs, cpu: middle(own) / bareCpuMs, bareMs, bareCpuMs }
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
function peakOf(command, { env, cwd, ...given }) {
  const args = ['-q', '-f', '%M', ...command]
  const run = spawnWith(given, ['ignore', 'pipe'], stdin =>
    spawnSync('/usr/bin/time', args, { env, cwd, ...stdin }),
  )
  if (run.status !== 0) throw new Error(`${command.join(' ')} failed: ${run.stderr}`)
  return Number(run.stderr.toString().trim().split('\n').at(-1)) / 1024
}
