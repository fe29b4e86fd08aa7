// What a program asks of the file system below a folder, and how one of these calls is made its last
// or made to fail: by strace, whose counts are per thread and system call.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'

const CHANGES =
  'openat,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,symlink,' +
  'unlink,unlinkat,mkdir,mkdirat,rmdir,ftruncate,utimensat,copy_file_range,chmod,fchmod,fchmodat'

export function hasStrace() {
  return spawnSync('strace', ['-V']).status === 0
}

/** Writes all calls into a log: of a program and all that it starts, or of its own thread alone. */
export function listing(log, isAlone = false) {
  return argv => [...toStrace(log, CHANGES, isAlone), ...argv]
}

/** Lets one call, the n-th of its name, kill its process or fail. */
export function harming(log, { call, at, error, isAlone }) {
  const harm = error ? `error=${error}` : 'signal=SIGKILL'
  // With its filter strace does not deliver signals.
  const strace = toStrace(log, call, isAlone, error !== undefined)
  return argv => [...strace, '-e', `inject=${call}:${harm}:when=${at}`, ...argv]
}

function toStrace(log, calls, isAlone, isFast = true) {
  const follow = isAlone ? [] : ['-f', ...(isFast ? ['--seccomp-bpf'] : [])]
  return ['strace', ...follow, '-y', '-o', log, '-e', `trace=${calls}`]
}

/**
 * The calls below a folder: each name with its numbers, in the order of the log. Each thread counts
 * for itself; a number under which any of them asks for a file elsewhere, or a pipe, is left out.
 */
export function readPoints(log, folder) {
  const counts = new Map()
  const points = new Map()
  const elsewhere = new Set()
  for (const { thread, call, line } of callsOf(log)) {
    const at = (counts.get(`${thread} ${call}`) ?? 0) + 1
    counts.set(`${thread} ${call}`, at)
    const point = `${call} ${at}`
    if (!isBelow(line, folder)) elsewhere.add(point)
    else points.set(point, { call, at, makes: /O_CREAT|O_WRONLY|O_RDWR/.test(line) })
  }
  rmSync(log, { force: true })
  return [...points].filter(([point]) => !elsewhere.has(point)).map(([, point]) => point)
}

/** Whether a process of a log was killed. */
export function isKilled(log) {
  return linesOf(log).some(line => line.includes('+++ killed by SIGKILL +++'))
}

/** The calls of a log that were made to fail: below the folder, and elsewhere. */
export function readHarmed(log, folder) {
  const lines = linesOf(log)
  const harmed = lines.filter(line => line.includes('(INJECTED)'))
  const inside = harmed.filter(line => isBelow(line, folder))
  return { inside: inside.map(line => line.trim()), outside: harmed.length - inside.length }
}

/**
 * Whether a call is for something below a folder: by its open file, or by its path. All that is
 * started is started below the folder, so that a path that is not whole lies there.
 */
function isBelow(line, folder) {
  const [, first = ''] = /\((\w+(?:<[^>]*>)?|"[^"]*")/.exec(line) ?? []
  const open = first.startsWith('AT_FDCWD') ? undefined : /<([^>]*)>/.exec(first)?.[1]
  const path = open ?? /"([^"]*)"/.exec(line)?.[1] ?? ''
  return path.startsWith('/') ? `${path}/`.startsWith(`${folder}/`) : open === undefined
}

function* callsOf(log) {
  for (const line of linesOf(log)) {
    // Without other threads strace names none.
    const [, thread = '', call] = /^(?:(\d+)\s+)?(\w+)\(/.exec(line) ?? []
    if (call !== undefined) yield { thread, call, line }
  }
}

/** None where what should have written it was never started. */
function linesOf(log) {
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
}
