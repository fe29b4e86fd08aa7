import { SvcError } from '../../store/errors.js'
import { createId } from '../../store/names.js'
import {
  GLOBAL_SCOPE,
  isProposal,
  isWaiting,
  partyOf,
  type ActivityType,
  type MemoryChange,
  type MemoryDocument,
  type Scope,
} from '../../store/types.js'
import { createEvent, logEvent, toEventItem } from '../activity/events.js'
import { dropLearned } from '../activity/learned.js'
import { orTellLater } from '../activity/unnoted.js'
import { titleKey } from '../text.js'
import type { ForgetOptions, MemoryPatch, RememberInput, Seen } from '../types.js'
import type { Collection } from './collection.js'
import { refuseUnknown, refuseUnread, type Collections } from './collections.js'
import { derivePhrases, distinctAliases, rederiveAliases, uniteAliases } from './phrases.js'
import {
  changedBy,
  isBinding,
  isForReview,
  uniteTags,
  withoutWait,
  withReviewTag,
  type StoredMemory,
} from './life.js'
import { inTransaction, assertSeen } from './transaction.js'
import { noteWrong, saysWrong } from './wrong.js'

/** The item that stands after a write, where it lies, and what happened. */
interface PutOutcome {
  collection: Collection
  memory: StoredMemory
  outcome: 'created' | 'updated' | 'global'
}

/**
 * Stores a memory under the routing rules: an own item of that title is updated in place; in a
 * project scope a global item of that title stands instead. Durable when it resolves. Throws
 * STORE_CORRUPT where a file that may have the title cannot be read.
 */
export async function putMemory(
  collections: Collections,
  input: RememberInput,
  { source, isHeld }: Saving,
  now: () => Date,
): Promise<PutOutcome> {
  const standing = await findGlobalInstead(collections, input)
  if (standing) return standing
  const collection = await collections.make(input.scope)
  return inTransaction(collection, now, transaction => {
    const { scope, ...given } = input
    const { title } = given
    const fields = withoutTitle(given, title)
    const party = partyOf(source)
    // A model is given no proposal, and changes none: what it saves stands beside it.
    const existing = collection.findTitle(title, ({ document }) => {
      return party === 'person' || !isProposal(document)
    })
    if (existing === undefined) refuseUnread([collection], MAY_STAND)
    if (party === 'agent') refuseWrong(collection, given.content)
    const written = existing
      ? changeDocument(existing.document, fields, party)
      : newDocument(
          collection,
          { kind: 'fact', tags: [], ...fields, aliases: withDerived(fields), source },
          transaction.at,
        )
    const isNews = written !== existing?.document && party === 'agent' && isHeld
    const isAccepted = party === 'person' && existing !== undefined
    const document = isNews
      ? toHeld(written, existing?.document, scope)
      : isAccepted
        ? accepted(written)
        : written
    const memory = transaction.put(document, existing, { isMeant: true })
    return { collection, memory, outcome: existing ? 'updated' : 'created' }
  })
}

const MAY_STAND = 'it may have this title, so nothing was stored; try again when it can be read'
const MAY_HAVE = 'it may have this title, so nothing was changed; try again when it can be read'

/** The source of what is saved, and whether an agent's waits to be accepted where it would bind. */
export interface Saving {
  source: MemoryDocument['source']
  isHeld: boolean
}

/**
 * The document that an agent writes, as it waits where it binds. Throws CONFLICT where it would take the place of what
 * binds already, or of what a person says: neither is to be missed meanwhile.
 */
function toHeld(
  document: MemoryDocument,
  before: MemoryDocument | undefined,
  scope: Scope,
): MemoryDocument {
  const waits = { ...document, source: { ...document.source, waits: true as const } }
  if (before === undefined) return isBinding(document, scope) ? waits : document
  if (isWaiting(before) && !isProposal(before)) return waits
  const isRule = isBinding(before, scope)
  if (!saysOther(document, before)) return document
  if (!isRule && !isProposal(before) && !isBinding(document, scope)) return document
  if (!isRule && isAgentsAlone(before.source)) return waits
  const { id, title } = before
  throw new SvcError(
    'CONFLICT',
    `${id} has this title, and only the user changes it (svc edit ${id}); tell them, or save it under another title than ${JSON.stringify(title)}`,
  )
}

/** Throws CONFLICT where an agent saves again, word for word, what was forgotten as wrong. */
function refuseWrong({ store, folder }: Collection, content: string): void {
  if (!saysWrong(store, [folder.key], content)) return
  throw new SvcError(
    'CONFLICT',
    'this was forgotten as wrong; a person brings it back, with svc remember or svc archive restore',
  )
}

/** A change of a memory's fields, and the version of it that whoever asks for it has seen. */
interface MemoryEdit {
  id: string
  patch: MemoryPatch
  seen?: Seen
  /** True where a person accepts what it says: it waits no longer. */
  accepts?: boolean
  /** The saver, a person where nothing else is given; `isHeld` as in a save. */
  saving?: Saving
}

/**
 * Changes fields of a memory. Throws CONFLICT where another own item of the scope has the title, where
 * another version than `revision` stands, or where an agent would change what only a person does;
 * STORE_CORRUPT where a file that may have the new title cannot be read.
 */
export async function editMemory(
  collection: Collection,
  { id, patch, seen = {}, accepts = false, saving = BY_PERSON }: MemoryEdit,
  now: () => Date,
): Promise<StoredMemory> {
  return inTransaction(collection, now, transaction => {
    const existing = ownMemory(collection, id)
    assertSeen(existing.document, seen)
    const { title } = patch
    const sharing = title === undefined ? [] : collection.sharingTitle(title)
    const holder = sharing.find(({ document }) => document.id !== id)
    if (holder) {
      const where = isWaiting(holder.document) ? ' (it waits: svc review shows it)' : ''
      throw new SvcError(
        'CONFLICT',
        `the memory ${holder.document.id}${where} has this title already; edit or forget that one`,
      )
    }
    const before = existing.document
    const isRetitled = title !== undefined && titleKey(title) !== titleKey(before.title)
    if (isRetitled) refuseUnread([collection], MAY_HAVE)
    const fields = withoutTitle(patch, title ?? before.title)
    const party = partyOf(saving.source)
    const written = changeDocument(before, fields, party)
    const isNews = written !== before && party === 'agent' && saving.isHeld
    const document = isNews ? toHeld(written, before, collection.folder.scope) : written
    return transaction.put(accepts ? accepted(document) : document, existing, { isMeant: true })
  })
}

const BY_PERSON: Saving = { source: {}, isHeld: false }

function accepted(document: MemoryDocument): MemoryDocument {
  return isWaiting(document) ? { ...document, source: withoutWait(document.source) } : document
}

/** The document with these fields, and with who changed it where it says something else then. */
function changeDocument(
  document: MemoryDocument,
  given: MemoryPatch,
  party: Parameters<typeof changedBy>[1],
): MemoryDocument {
  const fields = party === 'agent' ? toAgents(document, given) : given
  const { unaliased, ...source } = document.source
  const isSaid = party === 'person' && saysAliases(document, fields)
  const changed = { ...document, ...fields }
  if (!isSaid)
    changed.aliases = unaliased === true ? document.aliases : addAliases(document, fields)
  if (JSON.stringify(changed) === JSON.stringify(document)) return document
  const maker = saysOther(changed, document) ? changedBy(source, party) : source
  const isUnaliased = isSaid ? changed.aliases.length === 0 : unaliased === true
  return { ...changed, source: { ...maker, ...(isUnaliased && { unaliased: true }) } }
}

/**
 * The fields as an agent may give them. It never takes the mark for review off; to what is not its own
 * alone it adds tags, and neither pins it nor writes its title in another way.
 */
function toAgents(document: MemoryDocument, fields: MemoryPatch): MemoryPatch {
  const { title, tags, pinned: _, ...rest } = fields
  if (isAgentsAlone(document.source)) {
    if (tags === undefined || !isForReview(document.tags)) return fields
    return { ...fields, tags: withReviewTag(tags) }
  }
  const isRenamed = title !== undefined && titleKey(title) !== titleKey(document.title)
  return {
    ...rest,
    ...(isRenamed && { title }),
    ...(tags !== undefined && { tags: uniteTags([...document.tags, ...tags]) }),
  }
}

/** True where an agent made a memory and nobody else has had a part in it. */
function isAgentsAlone(source: MemoryDocument['source']): boolean {
  const { changedBy: by = 'agent', mergedFrom } = source
  return partyOf(source) === 'agent' && by === 'agent' && mergedFrom === undefined
}

function saysOther(a: MemoryDocument, b: MemoryDocument): boolean {
  return a.kind !== b.kind || a.title !== b.title || a.content !== b.content
}

function saysAliases(document: MemoryDocument, { aliases }: MemoryPatch): boolean {
  return aliases !== undefined && JSON.stringify(aliases) !== JSON.stringify(document.aliases)
}

/** The aliases that a memory has or its new text gives, then others that an agent adds. */
function addAliases(document: MemoryDocument, fields: MemoryPatch): string[] {
  const changed = { ...document, ...fields }
  const kept = rederiveAliases(document, changed)
  return saysAliases(document, fields)
    ? uniteAliases(kept, fields.aliases ?? [], changed.title)
    : kept
}

/** Aliases that were given, with those that the text gives. */
function withDerived(fields: Pick<RememberInput, 'title' | 'content' | 'aliases'>): string[] {
  return uniteAliases(fields.aliases ?? [], derivePhrases(fields), fields.title)
}

/** Takes the title out of the aliases that are given. */
function withoutTitle<Fields extends MemoryPatch>(fields: Fields, title: string): Fields {
  const { aliases } = fields
  return aliases === undefined ? fields : { ...fields, aliases: distinctAliases(aliases, title) }
}

const UNLEARNED = 'that the words it was learned from are gone too'

/**
 * Removes a memory's file, and with it the tombstones of what it had taken in: they say the same.
 * The words that they were learned from go too. The last versions stay in the local history, and
 * that they were forgotten is remembered, so that a merge does not bring them back unnoticed. With
 * `wrong` what they say is not learned again. Throws CONFLICT where another version than `revision`
 * stands.
 */
export async function forgetMemory(
  collection: Collection,
  id: string,
  now: () => Date,
  { wrong: isWrong = false, ...seen }: ForgetOptions = {},
): Promise<StoredMemory> {
  const { store, folder } = collection
  const { key } = folder
  const forgotten = await inTransaction(collection, now, transaction => {
    const memory = ownMemory(collection, id)
    assertSeen(memory.document, seen)
    const all = [...takenInBy(collection, id), memory]
    const said = all.map(({ document }) => document)
    const note = () => void (isWrong && noteWrong(store, { id, key }, said, now()))
    transaction.forget(all, now, note)
    return all
  })
  const gone = forgotten.map(({ document }) => ({ key, id: document.id }))
  await orTellLater(store, UNLEARNED, () => dropLearned(store, gone, now()))
  return forgotten.at(-1)!
}

/** Tombstones whose way leads to a memory, also through others; the farthest first. */
export function takenInBy({ tombstones }: Collection, id: string): StoredMemory[] {
  const found = new Set<StoredMemory>()
  const ids = [id]
  for (const survivor of ids) {
    for (const one of tombstones.values()) {
      if (one.document.supersededBy !== survivor || found.has(one)) continue
      found.add(one)
      ids.push(one.document.id)
    }
  }
  return [...found].reverse()
}

/** A new document with an id that nothing in the scope has. */
export function newDocument(
  collection: Collection,
  fields: Pick<MemoryDocument, 'title' | 'content' | 'kind' | 'tags' | 'aliases' | 'source'>,
  now: Date,
): MemoryDocument {
  let id = createId()
  while (collection.has(id)) id = createId()
  return { id, createdAt: now.toISOString(), pinned: false, extra: {}, ...fields }
}

async function findGlobalInstead(
  collections: Collections,
  { scope, title }: RememberInput,
): Promise<PutOutcome | undefined> {
  if (scope.type === 'global') return undefined
  const own = (await collections.find(scope))?.findTitle(title)
  const global = await collections.find(GLOBAL_SCOPE)
  const found = own ? undefined : global?.findTitle(title)
  if (global && !own && !found) refuseUnread([global], MAY_STAND, title)
  const memory = found && isWaiting(found.document) ? undefined : found
  return memory && global && { collection: global, memory, outcome: 'global' }
}

/** An own memory of a scope. Throws MEMORY_NOT_FOUND, READ_ONLY_ITEM for an import row. */
export function ownMemory(collection: Collection, id: string): StoredMemory {
  if (collection.rows.has(id)) {
    throw new SvcError(
      'READ_ONLY_ITEM',
      `${id} is imported from a file of the workspace; edit that file`,
    )
  }
  return collection.memories.get(id) ?? refuseUnknown([collection], id)
}

/** The write of one memory, as an event tells of it. */
export interface Written {
  collection: Collection
  memory: StoredMemory
  type: ActivityType
  change: MemoryChange
  counts: { added?: number; updated?: number }
}

/** The event of a new memory. */
export const ADDED = { type: 'remember', change: 'added', counts: { added: 1 } } as const
/** The event of a changed memory. */
export const UPDATED = { type: 'update', change: 'updated', counts: { updated: 1 } } as const
/** The event of a memory whose file was removed. */
export const FORGOTTEN = { type: 'forget', change: 'forgotten', counts: {} } as const

/** The event of a memory that came back, or says again what it said before. */
export function toRestoredEvent(isNew: boolean) {
  const counts = isNew ? { added: 1 } : { updated: 1 }
  return { type: 'update', change: 'restored', counts } as const
}

/** Logs the event of a write. It may be lost on power loss. */
export function logWritten({ collection, memory, type, change, counts }: Written, at: Date): void {
  const { store, folder } = collection
  const items = [toEventItem(memory.document, change)]
  logEvent(store, createEvent(type, folder.scope, at, { ...counts, items }))
}
