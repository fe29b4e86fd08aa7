import { existsSync, readdirSync, type Dirent } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { lstatIfThere } from '../../../store/files/read.js'
import { readDatabase } from '../../../store/files/sqlite.js'
import { orElse } from '../../../store/errors.js'
import { loadHosts, transcriptsOf } from '../drivers.js'
import { isAskFolder, type HostName } from '../profiles.js'
import type { SessionDatabases, TranscriptFormat, TranscriptPlace } from './format.js'
import { isBySubagent, readHead } from './head.js'
import { withTranscript } from './read.js'

/** A transcript that a host has left on this machine. */
export interface FoundTranscript {
  host: HostName
  /** Absolute. */
  path: string
  /** The host's name of the session. */
  session: string
  /** The folder in which it began, as the host wrote it; undefined where nothing tells. */
  cwd?: string
  /** ISO 8601; undefined where nothing tells. */
  startedAt?: string
  bytes: number
  /** ISO 8601. */
  modifiedAt: string
}

interface FindOptions {
  home: string
  env: Readonly<Record<string, string | undefined>>
  /** By default all whose transcripts are known. */
  hosts?: readonly HostName[]
  /** Older transcripts are left out. */
  since?: Date
  /** Told of a database that is there and cannot be read, and why. */
  onLeftOut?: (path: string, reason: string) => void
}

/**
 * Finds the transcripts of a person's sessions, host by host, each host's oldest first. Looks only
 * into the folders where hosts keep them, follows no link below these and opens only regular files.
 * Those of agents that a model started are left out, and those of svc's own questions. Never throws for what it finds.
 */
export async function* findTranscripts(options: FindOptions): AsyncGenerator<FoundTranscript> {
  const env = { ...options.env, HOME: options.home, USERPROFILE: options.home }
  for (const { name, folder } of await loadHosts()) {
    const format = transcriptsOf(name)
    if (format === undefined || (options.hosts && !options.hosts.includes(name))) continue
    const since = options.since?.getTime() ?? -Infinity
    yield* findFiles(name, format, { own: folder(env), env, since })
    for (const path of format.databases?.list(env) ?? []) {
      yield* await findInDatabase(name, format.databases, path, since).catch((error: unknown) => {
        if (existsSync(path)) options.onLeftOut?.(path, (error as Error).message)
        return []
      })
    }
  }
}

function* findFiles(
  host: HostName,
  format: TranscriptFormat,
  { own, env, since }: { own: string; env: FindOptions['env']; since: number },
): Generator<FoundTranscript> {
  const { place } = format
  if (place === undefined) return
  const files = place.folders(own, env).flatMap(root => listFiles(root, place))
  const wanted = files.filter(({ mtimeMs }) => mtimeMs >= since)
  for (const file of wanted.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
    const found = toFound(host, format, place, file)
    if (found !== undefined) yield found
  }
}

async function findInDatabase(
  host: HostName,
  databases: SessionDatabases | undefined,
  path: string,
  since: number,
): Promise<FoundTranscript[]> {
  const sessions = await readDatabase(path, database => databases?.sessions(database) ?? [])
  return sessions
    .filter(({ changedAt }) => changedAt >= since)
    .map(({ session, cwd, startedAt, changedAt, bytes }) => ({
      host,
      path,
      session,
      cwd,
      startedAt: new Date(startedAt).toISOString(),
      bytes,
      modifiedAt: new Date(changedAt).toISOString(),
    }))
}

interface FoundFile {
  path: string
  /** The name of the session, where the path has it. */
  session: string | undefined
  mtimeMs: number
  size: number
}

/** Files of one host that are listed; what lies beyond is no person's. */
const MOST_FILES = 200_000

function listFiles(root: string, { path: form, depth }: TranscriptPlace): FoundFile[] {
  const found: FoundFile[] = []
  const open = [{ folder: root, rest: depth }]
  for (let next; (next = open.pop()) !== undefined && found.length < MOST_FILES;) {
    const { folder, rest } = next
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && rest > 0) open.push({ folder: path, rest: rest - 1 })
      const match = entry.isFile() ? form.exec(relative(root, path).split(sep).join('/')) : null
      const stats = match === null ? undefined : orElse(() => lstatIfThere(path), undefined)
      if (match === null || stats === undefined) continue
      found.push({ path, session: match[1], mtimeMs: stats.mtimeMs, size: stats.size })
    }
  }
  return found
}

/** A folder that cannot be read holds nothing. */
function entriesOf(folder: string): Dirent[] {
  return orElse(() => readdirSync(folder, { withFileTypes: true }), [])
}

function toFound(
  host: HostName,
  format: TranscriptFormat,
  place: TranscriptPlace,
  { path, session: named, mtimeMs, size }: FoundFile,
): FoundTranscript | undefined {
  const head = withTranscript(path, transcript =>
    isBySubagent(transcript, format) ? undefined : readHead(transcript, format),
  )
  const session = named ?? head?.session
  if (head === undefined || session === undefined) return undefined
  const cwd = head.cwd ?? orElse(() => place.findCwd?.(path, session), undefined)
  if (cwd !== undefined && isAskFolder(cwd)) return undefined
  const startedAt = toIso(head.startedAt)
  return {
    host,
    path,
    session,
    ...(cwd !== undefined && cwd !== '' && { cwd }),
    ...(startedAt !== undefined && { startedAt }),
    bytes: size,
    modifiedAt: new Date(mtimeMs).toISOString(),
  }
}

/** A time as ISO 8601; undefined where it is none. */
export function toIso(time: string | undefined): string | undefined {
  const at = time === undefined ? NaN : Date.parse(time)
  const iso = Number.isNaN(at) ? '' : new Date(at).toISOString()
  // A year of five digits is none that anything was said in.
  return /^\d{4}-/.test(iso) ? iso : undefined
}
