import { SvcError } from '../../store/errors.js'
import { listFolders } from '../../store/projects/projects.js'
import { matchesScope } from '../../store/projects/scope.js'
import { isWaiting, type Memory, type ScopeFilter } from '../../store/types.js'
import { countWaiting, dropLearned, noteReviewed, readLearned } from '../activity/learned.js'
import { orTellLater } from '../activity/unnoted.js'
import { findVersion, putBack, restoreMemory } from '../memories/archive.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import { toMemory, isForReview } from '../memories/life.js'
import { nameText } from '../memories/transaction.js'
import {
  editMemory,
  forgetMemory,
  FORGOTTEN,
  toRestoredEvent,
  UPDATED,
  type Written,
} from '../memories/write.js'
import { findUnusedInRepo } from '../scopes/list.js'
import type { Review, ReviewDecisions, ReviewFilter, ReviewOutcome } from '../types.js'
import { findReviewed, type Reviewed, type ReviewPlace } from './find.js'

const LOOKED_AT = 'that svc review need not show it again'

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
  const { store } = collections
  await orTellLater(store, LOOKED_AT, () => dropLearned(store, gone, now()))
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
  const { store } = collections
  await orTellLater(store, LOOKED_AT, () => noteReviewed(store, looked, now()))
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

/**
 * The items that these ids name, in their order. Throws MEMORY_NOT_FOUND for one that is not among
 * those to look at, CONFLICT for one that several scopes have.
 */
function pickReviewed(all: readonly Reviewed[], ids: readonly string[]): Reviewed[] {
  return ids.map(id => {
    const [found, other] = all.filter(({ item }) => item.id === id)
    const name = JSON.stringify(id.slice(0, 80))
    if (found === undefined) {
      throw new SvcError('MEMORY_NOT_FOUND', `${name} is not among what svc review shows`)
    }
    if (other === undefined) return found
    throw new SvcError('CONFLICT', `${name} is in several scopes; name the one that is meant`)
  })
}

/** Notes that a memory is as it should be: the mark for review goes, and it waits no longer. */
async function accept(
  { item, collection }: Reviewed,
  now: () => Date,
): Promise<Written | undefined> {
  const { store, folder, memories } = collection
  const { id, memory, at } = item
  let written: Written | undefined
  const standing = memories.get(memory.id)
  if (standing !== undefined && (item.marked || isWaiting(standing.document))) {
    const tags = standing.document.tags.filter(tag => !isForReview([tag]))
    const changed = await editMemory(
      collection,
      { id: memory.id, patch: { tags }, accepts: true },
      now,
    )
    written = { collection, memory: changed, ...UPDATED }
  }
  const until = [at, memory.updatedAt, written?.memory.updatedAt ?? ''].sort().at(-1)!
  const note = () => noteReviewed(store, [{ key: folder.key, id, until }], now())
  // Without a mark to take off, that it was looked at is all there is to it.
  await (written === undefined ? note() : orTellLater(store, LOOKED_AT, note))
  return written
}

/**
 * Takes back what was learned: an addition is forgotten, so that it can be restored and is not
 * learned again from the same words; an update gives way to the version before; what was retracted
 * comes back. Throws CONFLICT where that cannot be done without losing what a person wrote.
 */
async function undo(reviewed: Reviewed, now: () => Date): Promise<Written> {
  const { item, collection } = reviewed
  const { id, memory } = item
  if (item.undo === undefined) {
    const way = `svc archive restore ${id} takes it out again`
    throw new SvcError('CONFLICT', `${id} was merged into ${memory.id} since; ${way}`)
  }
  if (item.undo === 'forget') {
    const isWrong = item.change !== undefined || isWaiting(memory)
    const forgotten = await forgetMemory(collection, id, now, { wrong: isWrong })
    return { collection, memory: forgotten, ...FORGOTTEN }
  }
  const isBuried = item.undo === 'restore'
  const back = isBuried ? await restoreMemory(collection, id, now) : await revert(reviewed, now)
  const { store, folder } = collection
  const drop = () => dropLearned(store, [{ key: folder.key, id }], now())
  await orTellLater(store, LOOKED_AT, drop)
  return { collection, memory: back, ...toRestoredEvent(isBuried) }
}

async function revert({ item, collection, lines }: Reviewed, now: () => Date) {
  const { id } = item
  refuseChanged(collection, id, lines)
  const { before } = lines.find(({ change }) => change !== 'added')!
  const version = await findVersion(collection, id, before)
  if (version === undefined) {
    const text = `the version of ${id} before that is not kept any more`
    throw new SvcError('CONFLICT', `${text}; svc archive history ${id} shows what is`)
  }
  return (await putBack(collection, version, now)).memory
}

/** Refuses to lose what was written over it since: a person's words, or what was merged into it. */
function refuseChanged({ memories }: Collection, id: string, lines: Reviewed['lines']): void {
  const standing = memories.get(id)
  if (standing !== undefined && nameText(standing.document) === lines.at(-1)!.wrote) return
  const way = `svc archive history ${id} shows its versions`
  throw new SvcError('CONFLICT', `${id} was changed since it was learned; ${way}`)
}
