import { errnoOf, SvcError, toFault } from '../../store/errors.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { withLock } from '../../store/files/lock.js'
import { listScopes, makeScope } from '../../store/projects/projects.js'
import { storeLock, type Store } from '../../store/store.js'
import type { Config } from '../config.js'
import type { FoundTranscript } from '../hosts/transcript/find.js'
import { isForgotten } from '../past/forget.js'
import { createSessionReader, type SessionReader } from '../hosts/transcript/session.js'
import { keepTurns } from '../past/keep.js'
import { packBefore, type Fence } from '../past/parts.js'
import { refreshPast } from '../past/segments.js'
import { createBuiltinProvider } from '../provider/builtin/index.js'
import { concealName } from '../redact/index.js'
import type { Learned, LearnEarlier } from '../reflect/earlier.js'
import { Reflection } from '../work/reflection.js'
import { nameSession, noteDone, readDone, type DoneLine } from './done.js'
import type { PlannedProject, TranscriptPlan } from './plan.js'
import { SeenTurns } from './seen.js'
import { numberOf, openSession, toBatches } from './session.js'

const DAY_CHARS = 10

/** The result of learning from transcripts. */
export interface TranscriptsLearned extends Learned {
  /** Sessions that were learned from. */
  sessions: number
  /** Turns that are kept from now on. */
  turns: number
  /** Sessions that are left because it was ended. */
  left: number
  /** Projects and sessions that could not be learned from, with the reason. */
  problems: { path: string; error: string }[]
}

/** The store that learns, its settings, and who watches. */
export interface LearnOptions {
  store: Store
  config: Config
  env: Readonly<Record<string, string | undefined>>
  home: string
  now: () => Date
  /** Ends it after the batch that is being learned from. */
  signal: AbortSignal
  /** Told after each session how many bytes and sessions are done. */
  onProgress?: (bytes: number, sessions: number) => void
  /** Told of a project that another process works on. */
  onWait?: (scope: PlannedProject['scope']) => void
}

/**
 * Certainty above that which live words need (log odds): a person looks at each proposal. Of what is
 * wanted of `test/fixtures/distill/dev.json` .79 is found instead of .90, and nothing beside it.
 */
const LEAST_SCORE = 1

/**
 * Learns from the planned transcripts, by the rules that come with svc: sends nothing. Their turns are
 * kept as past sessions, and what was settled in them becomes memories of the time at which it was
 * said. Ended anywhere, the same call goes on; what was done changes nothing again. Where learning is
 * off only turns are kept. Problems of one project or session do not hold up the others. Throws SCOPE_BUSY
 * where another process learns from transcripts.
 */
export async function learnFromTranscripts(
  plan: TranscriptPlan,
  options: LearnOptions,
): Promise<TranscriptsLearned> {
  let isOurs = false
  const learn = () => {
    isOurs = true
    return learnAlone(plan, options)
  }
  try {
    return await withLock(storeLock(options.store, 'backfill'), learn)
  } catch (error) {
    const isTaken = error instanceof SvcError && error.code === 'STORE_LOCKED' && !isOurs
    if (!isTaken) throw error
    const text = 'another process learns from these transcripts already; nothing was changed'
    throw new SvcError('SCOPE_BUSY', text, { cause: error })
  }
}

async function learnAlone(
  plan: TranscriptPlan,
  options: LearnOptions,
): Promise<TranscriptsLearned> {
  const { store, env, home, now, config, signal } = options
  const provider = createBuiltinProvider(undefined, LEAST_SCORE)
  const old = new Reflection(store, config, { provider, env, home, now })
  const live = new Reflection(store, config, { env, home, now })
  const result = { sessions: 0, turns: 0, added: 0, updated: 0, left: 0, problems: [] }
  const reader = createSessionReader()
  const run = {
    ...options,
    reader,
    result,
    done: readDone(store),
    progress: createProgress(options),
  }
  try {
    // In one order, however often it is ended: global memories come of several projects.
    for (const project of [...plan.projects].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
      if (signal.aborted) break
      try {
        const folder = await makeScope(store, project.scope)
        await learnProject(run, old, project, folder)
        // Whoever came meanwhile found the scope busy.
        await live.runLeft(folder)
      } catch (error) {
        noteProblem(result, nameOf(project), error)
      }
    }
  } finally {
    await reader.close()
  }
  if (!signal.aborted) {
    await consolidateFull(run, old)
    // The worker does it where a person waits for the end.
    await refreshPast(store)
  }
  return { ...result, left: plan.sessions - result.sessions }
}

function nameOf({ scope }: Pick<PlannedProject, 'scope'>): string {
  return scope.id ?? 'global'
}

/** Consolidates where enough came together, also in a run that was ended before it could. */
async function consolidateFull({ store, result }: Run, reflection: Reflection): Promise<void> {
  for (const folder of listScopes(store)) {
    try {
      await reflection.consolidateIfFull(folder)
    } catch (error) {
      noteProblem(result, nameOf(folder), error)
    }
  }
}

/** Progress over all projects. */
function createProgress({ onProgress }: LearnOptions) {
  let bytes = 0
  let sessions = 0
  return (found: FoundTranscript) => {
    bytes += found.bytes
    sessions++
    onProgress?.(bytes, sessions)
  }
}

interface Run extends LearnOptions {
  reader: SessionReader
  done: Map<string, DoneLine>
  result: TranscriptsLearned
  progress: (found: FoundTranscript) => void
}

/** Learning for one scope, under its work lock. */
interface Work extends Run {
  folder: ScopeFolder
  seen: SeenTurns
  learn: LearnEarlier
  fence: Fence
}

async function learnProject(
  run: Run,
  reflection: Reflection,
  { scope, sessions }: PlannedProject,
  folder: ScopeFolder,
): Promise<void> {
  const { store, signal, now, onWait, result, progress } = run
  const seen = new SeenTurns(store, folder.key)
  const work = async (learn: Work['learn'], fence: Fence) => {
    for (const found of sessions) {
      if (signal.aborted) return
      const isWhole = await learnSession({ ...run, folder, seen, learn, fence }, found)
      if (!isWhole) return
      result.sessions++
      progress(found)
    }
    packBefore(store, folder.key, now().toISOString().slice(0, DAY_CHARS), fence)
  }
  await reflection.reflectEarlier(folder, work, () => onWait?.(scope))
}

/**
 * Learns from what of a session nobody has seen, batch by batch: memories, then its turns, then how far
 * it has come, so that what is cut off anywhere comes again and makes nothing twice. False where it was
 * ended before the last batch. Nothing more of one that somebody forgets meanwhile.
 */
async function learnSession(work: Work, found: FoundTranscript): Promise<boolean> {
  const { store, config, folder, done, learn, fence, signal, now, result } = work
  const name = nameSession({ host: found.host, id: concealName(found.session) })
  const note = (line: DoneLine) => {
    noteDone(store, line)
    done.set(name, line)
  }
  const open = await openSession(found, work, done.get(name))
  if (open === undefined) {
    const id = concealName(found.session)
    note({ host: found.host, id, length: found.bytes, turns: 0, all: 0, without: [] })
    return true
  }
  let line = open.done
  const { batchTurns, batchIdleMs: idleMs, reflect } = config
  const isLearned = reflect && folder.scope.type === 'project'
  if (open.fresh.length > 0) note(line)
  for (const { turns, batch } of toBatches(open, { batchTurns, idleMs })) {
    if (signal.aborted) return false
    if (isForgotten(store, open.id)) return true
    const settle = () => {
      result.turns += keepTurns(store, folder.key, turns, { ...config, now: now(), fence })
      work.seen.add(turns)
      line = { ...line, turns: numberOf(turns.at(-1)!) }
      note(line)
    }
    if (isLearned) count(result, await learn(batch, settle))
    else settle()
  }
  note({ ...line, turns: line.all, length: found.bytes })
  return true
}

function count(result: TranscriptsLearned, { added, updated }: Learned): void {
  result.added += added
  result.updated += updated
}

/** Throws what is no fault of the machine or of a file. */
function noteProblem({ problems }: TranscriptsLearned, path: string, thrown: unknown): void {
  const error = toFault(thrown)
  const isExpected = error instanceof SvcError || errnoOf(error)?.startsWith('E') === true
  if (!isExpected) throw error
  problems.push({ path, error: (error as Error).message })
}
