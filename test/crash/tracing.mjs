// What a program asks of the file system below a folder, and how one of these calls is made its last
// or made to fail: by strace, whose counts are per thread and system call.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'

const CHANGES =
  'openat,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,symlink,' +
  'unlink,unlinkat,mkdir,mkdirat,rmdir,ftruncate,utimensat,copy_file_range,chmod,fchmod,fchmodat'

export function hasStrace() {
  return spawnSync('strace', ['-V']).status === 0
}

/** Writes all calls into a log. */
export function listing(log) {
  return argv => [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-y',
    '-o',
    log,
    '-e',
    `trace=${CHANGES}`,
    ...argv,
  ]
}

/** Lets one call, the n-th of its name, kill its process or fail. */
export function harming(log, { call, at, error }) {
  // With its filter strace does not deliver signals.
  const [filter, harm] = error ? [['--seccomp-bpf'], `error=${error}`] : [[], 'signal=SIGKILL']
  const inject = `inject=${call}:${harm}:when=${at}`
  return argv => [
    'strace',
    '-f',
    ...filter,
    '-y',
    '-o',
    log,
    '-e',
    `trace=${call}`,
    '-e',
    inject,
    ...argv,
  ]
}

/** The calls below a folder: each name with its numbers, in the order of the log. */
export function readPoints(log, folder) {
  const counts = new Map()
  const points = new Map()
  for (const { thread, call, line } of callsOf(log)) {
    const key = `${thread} ${call}`
    const at = (counts.get(key) ?? 0) + 1
    counts.set(key, at)
    if (isBelow(line, folder))
      points.set(`${call} ${at}`, { call, at, makes: /O_CREAT|O_WRONLY|O_RDWR/.test(line) })
  }
  rmSync(log, { force: true })
  return [...points.values()]
}

/** The calls of a log that were made to fail: below the folder, and elsewhere. */
export function readHarmed(log, folder) {
  const lines = readFileSync(log, 'utf8').split('\n')
  const harmed = lines.filter(line => line.includes('(INJECTED)'))
  const inside = harmed.filter(line => isBelow(line, folder))
  return { inside: inside.map(line => line.trim()), outside: harmed.length - inside.length }
}

/** The working directory stands in each line too. */
function isBelow(line, folder) {
  return line.replaceAll(/AT_FDCWD<[^>]*>/g, '').includes(folder)
}

function* callsOf(log) {
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? []
    if (call !== undefined) yield { thread, call, line }
  }
}
