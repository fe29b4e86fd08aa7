import { SvcError } from '../../store/errors.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { GLOBAL_SCOPE } from '../../store/types.js'
import { promptsOf, readLedger } from '../activity/sessions.js'
import type { TurnStep } from '../hosts/transcript/steps.js'
import { findTurn, type TranscriptTurn } from '../hosts/transcript/turns.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import type { PastBounds } from '../past/bounds.js'
import { createBuiltinProvider } from '../provider/builtin/index.js'
import { weighSentences } from '../provider/builtin/lasting.js'
import {
  BudgetFailure,
  NO_CANDIDATES,
  PutOffCall,
  type Candidates,
  type KnownTitles,
  type Turn,
  type MemoryCandidate,
  type Provider,
  type Retraction,
  type SkillCandidate,
} from '../provider/types.js'
import { titleKey } from '../text.js'
import { cleanSaid } from '../redact/clean.js'
import type { ReflectOptions } from '../types.js'
import { REPLY_WAIT_MS, readTurn, type BatchRecord, type Dropped } from './batches.js'
import { checkCandidates, isUncounted } from './candidates.js'
import { clipLasting } from './clip.js'
import { hearModel } from './heard.js'
import { findNearest } from './nearest.js'
import { findHeld, findSaved, findTurnOf, savedDuring, withoutSaved } from './saved.js'
import type { QueuedTurn } from './turns.js'
import { toWords } from './words.js'

/** Parts that reflection of a scope works with. */
export interface ReflectionContext extends ReflectOptions {
  collections: Collections
  folder: ScopeFolder
  /** Opens the provider for turns of a host, at the first batch that needs it. */
  provider: (host: string | undefined) => Promise<Provider>
  /** Titles and names known in the scope and globally, read afresh for each batch. */
  known: KnownSource
  /** Writes the skills of a batch; answers how many are new or changed. */
  keepSkills: (candidates: Candidates) => Promise<{ added: number; updated: number }>
  /** Counts the skills that the session of a turn used up to now. */
  countUses: (turn: QueuedTurn) => Promise<void>
  /** Told of a scope in which feedback moved the prior of a memory. */
  onFeedback: (collection: Collection) => void
  /** Bounds of the past sessions to which the turns go. */
  past: PastBounds
  limits: { batchTurns: number; idleMs: number; userChars: number; assistantChars: number }
  now: () => Date
  /** Closes open batches and takes up those that wait or were set aside. */
  isForced: boolean
  /** Only this session's batches. */
  session?: string | undefined
  signal: AbortSignal
}

/** Reads what is known at this moment. */
type KnownSource = () => Promise<{ own: KnownTitles; global: KnownTitles }>

/** Candidates of a batch, and those of them that are not kept. */
export interface Distilled {
  candidates: Candidates
  dropped: Dropped[]
}

/** Result of a batch, or the time to wait until though nothing failed, and why. */
type DistilOutcome = Distilled | { until: Date; reason: string }

/** Pause before another try (ms): who puts the settings right need not ask for the batch. */
const SETTINGS_WAIT_MS = 10 * 60_000

/**
 * Asks the provider for a batch, and checks and routes what it answers; `builtin`, where the day's
 * budget has no room for it. Throws what the provider throws; where the settings name none that can
 * be opened, or its usage limit is reached, the batch waits.
 */
export async function distilBatch(
  context: ReflectionContext,
  record: BatchRecord,
): Promise<DistilOutcome> {
  const turns = readTurns(context, record)
  if (turns === 'wait') {
    return { until: new Date(context.now().getTime() + REPLY_WAIT_MS), reason: 'a reply to come' }
  }
  if (turns.length === 0) return { candidates: NO_CANDIDATES, dropped: [] }
  try {
    const provider = await openFor(context, record)
    return await askProvider(context, provider, turns).catch((error: unknown) => {
      // The day's budget may never have room for it; a session of today may want what it holds.
      if (!(error instanceof BudgetFailure)) throw error
      return askProvider(context, createBuiltinProvider(), turns)
    })
  } catch (error) {
    // A usage limit, a host without its model or wrong settings are no fault of the batch.
    if (error instanceof PutOffCall) {
      return { until: new Date(error.until), reason: error.message }
    }
    throw error
  }
}

async function openFor(context: ReflectionContext, record: BatchRecord): Promise<Provider> {
  try {
    return await context.provider(hostOf(context, record))
  } catch (error) {
    if (!(error instanceof SvcError && error.code === 'INVALID_REQUEST')) throw error
    const until = new Date(context.now().getTime() + SETTINGS_WAIT_MS)
    throw new PutOffCall(error.message, until.toISOString())
  }
}

/** The host in which the turns of a batch were made; undefined where none is known. */
function hostOf({ collections, folder }: ReflectionContext, { turns }: BatchRecord) {
  const queued = turns.map(name => readTurn(collections.store, folder.key, name))
  return queued.findLast(turn => turn?.host !== undefined)?.host
}

/**
 * Asks a provider for turns of one session, and checks and routes what it answers. `opening` is the
 * session's first prompt, as its ledger has it where it is not given. Throws what the provider throws.
 */
export async function askProvider(
  context: ReflectionContext,
  provider: Provider,
  turns: readonly Turn[],
  opening = openingOf(context, turns),
): Promise<Distilled> {
  const { own, global } = await context.known()
  const scopes = await openScopes(context)
  const saved = savedDuring(turns, [...findSaved(scopes), ...findHeld(scopes)])
  const most = mostMemories(turns.length)
  const isModel = provider.name !== 'builtin'
  const request = {
    scope: context.folder.scope,
    ...(opening !== undefined && { opening }),
    turns,
    own,
    global,
    // The rules that come with svc need no choice of them.
    nearest: isModel ? findNearest(turns, scopes) : [],
    // Candidates to be dropped as saved by the model itself must not take the place of others.
    maxMemories: most + saved.length,
    maxSkills: 1,
  }
  const asked = isModel ? clipTurns(turns, context.limits) : turns
  const { value } = await provider.reflect({ ...request, turns: asked }, context.signal)
  // Counted when it is known which of them were asked for.
  const { candidates } = checkCandidates(value, { ...request, maxMemories: Infinity })
  const { memories, retractions, unheard } = isModel
    ? await hearModel(candidates, request, context.signal)
    : { ...candidates, unheard: [] }
  const unsaved = withoutSaved(memories, turns, saved)
  const taken = takeMost(unsaved, most)
  const routed = routeCandidates({ ...candidates, memories: taken, retractions }, global)
  const dropped = [
    ...unheard.map(title => ({ title, reason: 'not in the conversation' as const })),
    ...findDropped(memories, unsaved, 'saved by the agent'),
    ...findDropped(unsaved, taken, 'over the cap'),
    ...findDropped(taken, routed.memories, 'global has it'),
    ...findDropped(candidates.skills, routed.skills, 'global has it'),
  ]
  return { candidates: withPlaces(routed, turns), dropped }
}

/** The first prompt of the session that turns belong to, if its ledger has it. */
function openingOf({ collections }: ReflectionContext, [turn]: readonly Turn[]) {
  return turn && promptsOf(readLedger(collections.store, turn.session))[0]?.text
}

/** Words of up to so many characters may say too little by themselves. */
const FEW_CHARS = 80
/** Characters of the message in which something was said. */
const MESSAGE_CHARS = 600
/** Characters of what was said around them. */
const ABOUT_CHARS = 1_000

/** The candidates and retractions of few words with what was said around them. */
function withPlaces(candidates: Candidates, turns: readonly Turn[]): Candidates {
  const place = <One extends MemoryCandidate | Retraction>(one: One, said: string): One => {
    const within = findSpoken(said, turns)
    if (within === undefined) return one
    const about = said.length > FEW_CHARS ? undefined : wordsAround(within, turns)
    const message = within.prompt.slice(0, MESSAGE_CHARS)
    return { ...one, message, ...(about !== undefined && { about }) }
  }
  return {
    ...candidates,
    memories: candidates.memories.map(one => place(one, one.said ?? one.content)),
    retractions: candidates.retractions.map(one => place(one, one.statement)),
  }
}

function findSpoken(said: string, turns: readonly Turn[]): Turn | undefined {
  return turns.find(({ prompt }) => prompt.includes(said)) ?? findTurnOf(toWords(said), turns)
}

/** The prompt in which something was said, the reply to it, and the prompt before. */
function wordsAround(within: Turn, turns: readonly Turn[]): string {
  const before = turns[turns.indexOf(within) - 1]?.prompt ?? ''
  const { prompt, reply } = within
  return [prompt, reply, before].map(text => text.slice(0, ABOUT_CHARS / 3)).join('\n')
}

/** The scope and the global one, as far as there is anything in them. */
function openScopes({ collections, folder }: ReflectionContext): Promise<Collection[]> {
  const scopes = folder.scope.type === 'global' ? [GLOBAL_SCOPE] : [folder.scope, GLOBAL_SCOPE]
  return collections.matching({ scopes })
}

/** The first so many, and all that count towards no cap. */
function takeMost(memories: readonly MemoryCandidate[], most: number): MemoryCandidate[] {
  const counted = memories.filter(memory => !isUncounted(memory)).slice(0, most)
  return memories.filter(memory => isUncounted(memory) || counted.includes(memory))
}

/** Most memories that one batch may yield unasked: min(4, 1 + floor(turns / 3)). */
export function mostMemories(turns: number): number {
  return Math.min(4, 1 + Math.floor(turns / 3))
}

/** A turn with what was done in it, which no provider is sent. */
export interface CompletedTurn {
  turn: Turn
  /** Commands and changed files in their order, as they were written: not redacted; undefined for none. */
  did?: readonly TurnStep[]
}

/** The turns of a batch that are still in the queue; `wait` where the reply of one is to come. */
export function readTurns(context: ReflectionContext, record: BatchRecord): Turn[] | 'wait' {
  const completed = completeTurns(context, record)
  return completed === 'wait' ? 'wait' : completed.map(({ turn }) => turn)
}

/** The same turns with what was done in them. */
export function completeTurns(
  { collections, folder, now }: ReflectionContext,
  record: BatchRecord,
): CompletedTurn[] | 'wait' {
  const turns: CompletedTurn[] = []
  for (const name of record.turns) {
    const queued = readTurn(collections.store, folder.key, name)
    if (queued === undefined) continue
    const completed = completeTurn(queued, now())
    if ('wait' in completed) return 'wait'
    turns.push(completed)
  }
  return turns
}

/** Turns as a model is sent them: what is longer than the limits is clipped. */
function clipTurns(turns: readonly Turn[], limits: ReflectionContext['limits']): Turn[] {
  return turns.map(turn => ({
    ...turn,
    prompt: clipLasting(turn.prompt, limits.userChars, text => weighSentences(text, 'user')),
    reply: clipLasting(turn.reply, limits.assistantChars, text => weighSentences(text, 'agent')),
  }))
}

/**
 * Drops the candidates that global scope has already, whatever scope they ask for, and keeps the
 * rest where they belong: what is not clearly marked as global is the project's.
 */
function routeCandidates(candidates: Candidates, global: KnownTitles): Candidates {
  const titles = new Set(global.memories.map(titleKey))
  const names = new Set(global.skills.map(name => name.toLowerCase()))
  return {
    ...candidates,
    memories: candidates.memories.filter(({ title, updates }) => {
      return updates !== undefined || !titles.has(titleKey(title))
    }),
    skills: candidates.skills.filter(({ name }) => !names.has(name.toLowerCase())),
  }
}

/** Bytes of a transcript that are read for one turn: work between prompt and reply can be long. */
const TURN_BYTES = 4 * 1024 * 1024
/** A reply that is not there by now will not come (milliseconds). */
const PATIENCE_MS = 60_000
/** Hosts may date a prompt a little later than the call that tells of it. */
const CLOCK_MS = 1_000

/**
 * A queued turn with what its transcript knows of it, redacted. `wait` where the reply
 * is still to come; after a minute the turn is taken as it is. Prompt and reply are empty where
 * nobody knows them. Never throws.
 */
export function completeTurn(queued: QueuedTurn, now = new Date()): CompletedTurn | { wait: true } {
  const { transcriptPath: path, reply } = queued
  const found = path === undefined ? undefined : findOwn(path, queued)
  const isLate = now.getTime() - Date.parse(queued.at) > PATIENCE_MS
  const mayCome = path !== undefined && reply === undefined && !isLate
  return mayCome && found?.complete !== true ? { wait: true } : toCompleted(queued, found)
}

/** A queued turn as `completeTurn` answers it when nothing more is waited for. */
export function completeLate(queued: QueuedTurn): CompletedTurn {
  const { transcriptPath: path } = queued
  return toCompleted(queued, path === undefined ? undefined : findOwn(path, queued))
}

/** A turn whose prompt lies further back than was read may be another one: what it did does not count. */
function toCompleted(queued: QueuedTurn, found: TranscriptTurn | undefined): CompletedTurn {
  const own = found?.prompt === undefined ? undefined : found
  const turn = toTurn(queued, found, own?.commands)
  return { turn, ...(own?.steps && { did: own.steps }) }
}

/** A turn that another one follows is over, whatever its records say. */
function findOwn(path: string, queued: QueuedTurn): TranscriptTurn | undefined {
  let isOver = false
  const found = findTurn(path, TURN_BYTES, (turn, isLast) => {
    isOver = !isLast
    return isOwn(turn, queued)
  })
  return found && { ...found, complete: found.complete || isOver }
}

/**
 * The last turn that stood in the transcript, or had begun, when the host told of its end, or else
 * the one of the prompt.
 */
function isOwn(turn: TranscriptTurn, queued: QueuedTurn): boolean {
  const late = Date.parse(turn.at ?? '') - Date.parse(queued.at)
  const { transcriptBytes: end } = queued
  if (end !== undefined && turn.from !== undefined) return turn.from < end
  // A prompt that waited for the end of this turn begins the next one at once.
  if (late <= 0 || late > CLOCK_MS) return late <= 0
  if (turn.prompt === undefined || queued.prompt === '') return true
  return cleanSaid(turn.prompt) === queued.prompt
}

function toTurn(
  queued: QueuedTurn,
  found?: TranscriptTurn,
  commands?: TranscriptTurn['commands'],
): Turn {
  const { session, turn, at, askedAt } = queued
  return {
    session,
    turn,
    at,
    ...(askedAt !== undefined && { askedAt }),
    prompt: queued.prompt || cleanSaid(found?.prompt ?? ''),
    reply: queued.reply ?? cleanSaid(found?.reply ?? ''),
    ...(commands !== undefined && { commands }),
  }
}

/** Finds the candidates that are not among the kept ones. */
function findDropped<C extends MemoryCandidate | SkillCandidate>(
  candidates: readonly C[],
  kept: readonly C[],
  reason: Dropped['reason'],
): Dropped[] {
  const left = candidates.filter(candidate => !kept.includes(candidate))
  return left.map(one => ({ title: 'title' in one ? one.title : one.name, reason }))
}
