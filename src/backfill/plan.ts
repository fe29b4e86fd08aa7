import { existsSync } from 'node:fs'
import { orElse, SvcError } from '../../store/errors.js'
import { findFolderKey } from '../../store/projects/projects.js'
import { resolveProject } from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import { GLOBAL_SCOPE, type Scope } from '../../store/types.js'
import type { HostName } from '../hosts/profiles.js'
import { findTranscripts, type FoundTranscript } from '../hosts/transcript/find.js'
import { nameForgotten, readForgotten } from '../past/forget.js'
import { isPathLeftOut } from '../past/left-out.js'
import type { PastBounds } from '../past/bounds.js'
import { concealName, refuseSecretPath } from '../redact/index.js'
import { nameSession, readDone } from './done.js'

/** The sessions of a project that are to be learned from, the oldest first. */
export interface PlannedProject {
  /** Global where the transcripts name no directory. */
  scope: Scope
  /** True where the folder of the project is not there any more. */
  isGone: boolean
  sessions: FoundTranscript[]
}

/** Transcripts that are to be learned from, and those that are not, by their number. */
export interface TranscriptPlan {
  projects: PlannedProject[]
  sessions: number
  bytes: number
  /** Time that it takes by what was measured (seconds). */
  seconds: number
  hosts: Partial<Record<HostName, number>>
  /** Sessions that were learned from already. */
  done: number
  /** Sessions that were forgotten, or whose projects the settings leave out. */
  leftOut: number
}

/** Selects the transcripts that are learned from. */
export interface TranscriptFilter {
  home: string
  env: Readonly<Record<string, string | undefined>>
  hosts?: readonly HostName[]
  /** Only sessions that went on after it. */
  since?: Date
  /** A directory of the only project. */
  project?: string
}

/** Measured: seconds a megabyte of transcripts, and seconds a session of 10 to 20 turns (`bench:learn`). */
const SECONDS_A_MEGABYTE = 0.5
const SECONDS_A_SESSION = 0.15

/**
 * Looks what transcripts there are to learn from; writes nothing. Throws INVALID_REQUEST where
 * `project` can be no project.
 */
export async function planTranscripts(
  store: Store,
  bounds: PastBounds,
  { project, ...selected }: TranscriptFilter,
): Promise<TranscriptPlan> {
  const wanted = project === undefined ? undefined : resolveProject(project).id
  const done = readDone(store)
  const forgotten = readForgotten(store)
  const projects = new Map<string, PlannedProject>()
  const counts = { done: 0, leftOut: 0 }
  for await (const found of findTranscripts(selected)) {
    const scope = scopeOf(store, found)
    if (scope === undefined || (wanted !== undefined && scope.id !== wanted)) continue
    const id = concealName(found.session)
    const isDone = done.get(nameSession({ host: found.host, id }))?.length === found.bytes
    const isOut =
      forgotten.has(nameForgotten(id)) ||
      (scope.type === 'project' && isPathLeftOut(scope.id, bounds))
    if (isOut) counts.leftOut++
    else if (isDone) counts.done++
    else add(projects, scope, found)
  }
  return { ...sumUp([...projects.values()]), ...counts }
}

/** True where a host has left a transcript of a session. */
export async function hasTranscript(
  session: string,
  selected: Pick<TranscriptFilter, 'home' | 'env'>,
): Promise<boolean> {
  for await (const found of findTranscripts(selected))
    if (concealName(found.session) === concealName(session)) return true
  return false
}

/** The project in which hooks would see a session; undefined where its directory can be none. */
function scopeOf(store: Store, { cwd }: FoundTranscript): Scope | undefined {
  if (cwd === undefined) return GLOBAL_SCOPE
  try {
    const project = resolveProject(cwd)
    refuseSecretPath(project.id, () => findFolderKey(store, project) !== undefined)
    return project
  } catch (error) {
    if (error instanceof SvcError && error.code === 'INVALID_REQUEST') return undefined
    throw error
  }
}

function add(projects: Map<string, PlannedProject>, scope: Scope, found: FoundTranscript): void {
  const id = scope.id ?? ''
  const isGone = scope.type === 'project' && !orElse(() => existsSync(scope.id), true)
  const project = projects.get(id) ?? { scope, isGone, sessions: [] }
  project.sessions.push(found)
  projects.set(id, project)
}

function sumUp(projects: PlannedProject[]) {
  for (const { sessions } of projects) sessions.sort((a, b) => compare(beginOf(a), beginOf(b)))
  projects.sort((a, b) => b.sessions.length - a.sessions.length)
  const all = projects.flatMap(({ sessions }) => sessions)
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0)
  const hosts: Partial<Record<HostName, number>> = {}
  for (const { host } of all) hosts[host] = (hosts[host] ?? 0) + 1
  const seconds = Math.ceil((bytes / 1e6) * SECONDS_A_MEGABYTE + all.length * SECONDS_A_SESSION)
  return { projects, sessions: all.length, bytes, seconds, hosts }
}

function beginOf({ startedAt, modifiedAt }: FoundTranscript): string {
  return startedAt ?? modifiedAt
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
