import { listFolders } from '../../store/projects/projects.js'
import { matchesScope } from '../../store/projects/scope.js'
import type { Memory, ScopeFilter } from '../../store/types.js'
import { countWaiting, dropLearned, noteReviewed, readLearned } from '../activity/learned.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import { toMemory } from '../memories/life.js'
import type { Written } from '../memories/write.js'
import { findUnusedInRepo } from '../scopes/list.js'
import type { Review, ReviewDecisions, ReviewFilter, ReviewOutcome } from '../types.js'
import { accept, pickReviewed, undo } from './decide.js'
import { findReviewed, type Reviewed, type ReviewPlace } from './find.js'

/** Parts that a review works with. */
interface ReviewContext {
  collections: Collections
  uses: ReadonlyMap<string, number>
  now: () => Date
  /** Called with each write that a decision led to. */
  onWrite: (written: Written) => void
}

/** Lists what a person should look at in these scopes, and counts what waits in others. */
export async function listReview(context: ReviewContext, filter: ReviewFilter): Promise<Review> {
  const place = await openPlace(context, filter)
  const found = await findReviewed(place, filter.all === true)
  await dropGone(place, context)
  await passOver(place, found, context)
  return {
    items: found.map(({ item }) => item),
    elsewhere: countElsewhere(context, place),
    problems: place.chosen.flatMap(listProblems),
    untrusted: findUntrusted(context, filter),
  }
}

/**
 * Carries out what a person says of what was learned, one memory after the other. Throws
 * MEMORY_NOT_FOUND and CONFLICT for ids that name nothing to look at, before anything is done; and
 * CONFLICT where one cannot be undone, after those before it were.
 */
export async function settleReview(
  context: ReviewContext,
  { accept: accepted = [], undo: undone = [] }: ReviewDecisions,
  filter: ScopeFilter,
): Promise<ReviewOutcome> {
  const { now, uses, onWrite } = context
  const found = await findReviewed(await openPlace(context, filter), true)
  const [toAccept, toUndo] = [accepted, undone].map(ids => pickReviewed(found, ids))
  const outcome: ReviewOutcome = { accepted: [], undone: [] }
  for (const reviewed of toAccept!) {
    const done = await accept(reviewed, now)
    if (done) onWrite(done)
    outcome.accepted.push(done ? toStood(done, uses) : reviewed.item.memory)
  }
  for (const reviewed of toUndo!) {
    const done = await undo(reviewed, now)
    onWrite(done)
    outcome.undone.push(toStood(done, uses))
  }
  return outcome
}

function toStood({ collection, memory }: Written, uses: ReadonlyMap<string, number>): Memory {
  return toMemory(memory, collection.folder.scope, uses.get(memory.document.id) ?? 0)
}

async function openPlace(
  { collections, uses, now }: ReviewContext,
  filter: ScopeFilter,
): Promise<ReviewPlace> {
  const chosen = await collections.matching(filter)
  const all = await collections.all()
  return { chosen, all, learned: readLearned(collections.store, now()), uses }
}

/** A memory whose file is gone by other means is forgotten too, and its words with it. */
async function dropGone({ chosen, learned }: ReviewPlace, { collections, now }: ReviewContext) {
  const byKey = new Map(chosen.map(collection => [collection.folder.key, collection]))
  const gone = learned.lines.filter(({ key, id }) => isGone(byKey.get(key), id))
  await dropLearned(collections.store, gone, now())
}

/** Passes over what was undone by other means: it is worth no look, and is not counted. */
async function passOver(
  { chosen, learned }: ReviewPlace,
  found: readonly Reviewed[],
  { collections, now }: ReviewContext,
) {
  const shown = new Set(found.flatMap(({ lines }) => lines))
  const open = learned.lines.filter(line => !shown.has(line) && !learned.isReviewed(line))
  const done = open.filter(({ key, id }) =>
    chosen.some(collection => collection.folder.key === key && collection.has(id)),
  )
  const looked = done.map(({ key, id, at }) => ({ key, id, until: at }))
  await noteReviewed(collections.store, looked, now())
}

/** True if a memory is surely gone: its folder has no unread files and follows no branch. */
function isGone(collection: Collection | undefined, id: string): boolean {
  if (collection === undefined || collection.folder.placement === 'in-repo') return false
  return collection.problems.length === 0 && !collection.has(id)
}

function listProblems({ folder: { scope }, problems }: Collection): Review['problems'] {
  return problems.map(({ path, reason }) => ({ scope, path, message: reason }))
}

/** Finds unused `.svc` folders, also of a project asked for that the store does not know yet. */
function findUntrusted({ collections: { store } }: ReviewContext, filter: ScopeFilter) {
  const asked = filter.scopes ?? (filter.scope ? [filter.scope] : [])
  const unused = findUnusedInRepo(store, ...asked.flatMap(({ id }) => id ?? []))
  return unused.filter(({ project }) => matchesScope(filter, { type: 'project', id: project }))
}

function countElsewhere({ collections: { store } }: ReviewContext, place: ReviewPlace) {
  const chosen = new Set(place.chosen.map(({ folder }) => folder.key))
  const counts = countWaiting(place.learned)
  return listFolders(store)
    .filter(({ key }) => !chosen.has(key) && counts.has(key))
    .map(({ scope, key }) => ({ scope, count: counts.get(key)! }))
}
