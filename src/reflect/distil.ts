import { BudgetFailure } from '../provider/failure.js'
import { checkCandidates } from './answer.js'
import { mostMemories, REPLY_WAIT_MS } from './batch.js'
import { withDeadline } from './deadline.js'
import { readTurn } from './queue.js'
import type { BatchRecord } from './records.js'
import type { ReflectionContext } from './reflect.js'
import { routeCandidates } from './route.js'
import { completeTurn } from './transcript/index.js'
import type { Candidates, KnownTitles, Turn } from './types.js'

/** Reads what is known at this moment. */
export type KnownSource = () => Promise<{ own: KnownTitles; global: KnownTitles }>

/** The end of a call whose provider has no limit of its own. */
const PROVIDER_MS = 120_000

/** What came of asking: candidates, or the time to wait until though nothing failed, and why. */
export type DistilOutcome = { candidates: Candidates } | { until: Date; reason: string }

/**
 * Asks the provider for a batch, and checks and routes what it answers. Throws what the provider
 * throws, INVALID_REQUEST where the settings name none that can be opened.
 */
export async function distilBatch(
  context: ReflectionContext,
  record: BatchRecord,
): Promise<DistilOutcome> {
  const turns = readTurns(context, record)
  if (turns === 'wait') {
    return { until: new Date(context.now().getTime() + REPLY_WAIT_MS), reason: 'a reply to come' }
  }
  if (turns.length === 0) return { candidates: { memories: [], skills: [] } }
  try {
    return { candidates: await askProvider(context, turns) }
  } catch (error) {
    // A budget that is used up is no fault of the batch: it waits for the next day.
    if (error instanceof BudgetFailure) {
      return { until: new Date(error.until), reason: error.message }
    }
    throw error
  }
}

async function askProvider(context: ReflectionContext, turns: readonly Turn[]) {
  const { own, global } = await context.known()
  const request = {
    scope: context.folder.scope,
    turns,
    own,
    global,
    maxMemories: mostMemories(turns.length),
    maxSkills: 1,
  }
  const provider = await context.provider()
  const { value } = await withDeadline(context.signal, PROVIDER_MS, signal =>
    provider.reflect(request, signal),
  )
  return routeCandidates(checkCandidates(value, request).candidates, global)
}

function readTurns({ collections, folder, limits, now }: ReflectionContext, record: BatchRecord) {
  const turns: Turn[] = []
  for (const name of record.turns) {
    const queued = readTurn(collections.store, folder.key, name)
    if (queued === undefined) continue
    const completed = completeTurn(queued, limits, now())
    if ('wait' in completed) return 'wait'
    turns.push(completed.turn)
  }
  return turns
}
