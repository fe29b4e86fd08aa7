import { readFileSync, rmSync } from 'node:fs'
import { orElse, succeeds } from '../../store/errors.js'
import { ensureDirectory, writeAtomic } from '../../store/files/atomic.js'
import { listNames, readSmallFile } from '../../store/files/read.js'
import { statePath, type Store } from '../../store/store.js'

type Place = Pick<Store, 'state'>

/**
 * Notes that this process answers the prompts of the host that started it, in a file named by the
 * host's process id: this process's id in a line of its own, then the time at which it started, as
 * the launcher compares it. Returns what takes it back. Files that dead servers left are removed.
 */
export function announceServer(place: Place, parent: number, own = process.pid): () => void {
  removeDead(place)
  const path = fileOf(place, parent)
  ensureDirectory(statePath(place, 'mcp'))
  writeAtomic(path, `${own}\n${startOf(own) ?? ''}\n`)
  // A server that the host started after this one may have taken the name over.
  return () => {
    if (readServer(path)?.pid === own) rmSync(path, { force: true })
  }
}

/** True where a living process has noted that it answers the prompts of a host. */
export function isServed(place: Place, parent: number): boolean {
  const server = readServer(fileOf(place, parent))
  return server !== undefined && isAlive(server)
}

function fileOf(place: Place, parent: number): string {
  return statePath(place, 'mcp', String(parent))
}

interface Server {
  pid: number
  /** Start of the process, in clock ticks of the system or the words of ps; '' if neither says it. */
  startedAt: string
}

function readServer(path: string): Server | undefined {
  const text = readSmallFile(path) ?? ''
  const [pid = '', startedAt = ''] = text.split('\n')
  return /^[1-9]\d*$/.test(pid) ? { pid: Number(pid), startedAt } : undefined
}

/** A process id that was given anew belongs to a process that started later. */
function isAlive({ pid, startedAt }: Server): boolean {
  if (!succeeds(() => process.kill(pid, 0))) return false
  const start = startOf(pid)
  return start === undefined || startedAt === '' || start === startedAt
}

/** Start of a process; undefined if the system does not say, '' for one that has ended. */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return askStart(pid)
  const stat = orElse(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
  // The name of the program comes second, in brackets, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? '' : fields[19]
}

/** Asks ps for the start of a process, in words with a blank between; undefined where there is none. */
function askStart(pid: number): string | undefined {
  const env = { LC_ALL: 'C', TZ: 'UTC0' }
  const said = orElse(() => {
    const { execFileSync } = process.getBuiltinModule('node:child_process')
    const how = { env, encoding: 'utf8', stdio: 'pipe', timeout: 1_000 } as const
    return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], how)
  }, '')
  return said.trim().split(/\s+/).join(' ') || undefined
}

function removeDead(place: Place): void {
  for (const name of listNames(statePath(place, 'mcp'))) {
    const path = statePath(place, 'mcp', name)
    const server = readServer(path)
    if (server === undefined || !isAlive(server)) rmSync(path, { force: true })
  }
}
