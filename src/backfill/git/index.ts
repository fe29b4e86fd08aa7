import type { Environment } from '../../../store/git/git.js'
import { hashText } from '../../../store/names.js'
import {
  GLOBAL_SCOPE,
  GIT_RUNTIME,
  isWaiting,
  type MemoryDocument,
  type ProjectScope,
} from '../../../store/types.js'
import { createEvent, logEvent, toEventItem } from '../../activity/events.js'
import type { Collection } from '../../memories/collection.js'
import type { Collections } from '../../memories/collections.js'
import { toRetracted } from '../../memories/life.js'
import { inTransaction, type WriteTransaction } from '../../memories/transaction.js'
import { saysWrong } from '../../memories/wrong.js'
import { readCommits } from './log.js'
import { History, type Proposal } from './proposals.js'
import { readProposed, writeProposed, type Proposed } from './state.js'

/** Proposals of one project that may wait at a time: a person looks at each. */
const MOST_WAITING = 100
/** Commits between two tellings of how far it is, after which other work gets its turn. */
const STEP = 200

/** Options of learning from a project's history. */
export interface LearnFromGitOptions {
  collections: Collections
  scope: ProjectScope
  env: Environment
  now: () => Date
  /** Only commits that are newer. */
  since?: Date | undefined
  /** Only tells what would be proposed, and writes nothing. */
  isDry?: boolean | undefined
  /** Proposals that may wait at a time in place of 100. */
  mostWaiting?: number | undefined
  /** Told how many commits were read. */
  onProgress?: ((commits: number) => void) | undefined
  /** Gives up before anything is written. */
  signal?: AbortSignal | undefined
}

/** A proposal with the memory that it became, or would become. */
export interface LearnedProposal extends Proposal {
  id: string
}

/** Result of learning from a history. */
export interface GitLearned {
  scope: ProjectScope
  /** Commits that were read. */
  commits: number
  /** The new proposals, those of the newest commits first. */
  proposed: LearnedProposal[]
  /** Ids of earlier proposals that a later commit took back before anybody accepted them. */
  withdrawn: string[]
  /** Proposals that wait until some of those before them are looked at. */
  left: number
}

/**
 * Reads the messages of a project's commits and proposes what they settle, each with its commit as
 * source and that commit's date, in review: nothing is given to a model before a person accepts it.
 * What was proposed once is never proposed again, whatever became of it. Throws WORKSPACE_NOT_FOUND
 * where the project is no git repository, GIT_FAILED where git refuses it, the signal's reason when
 * aborted.
 */
export async function learnFromGit(options: LearnFromGitOptions): Promise<GitLearned> {
  const { collections, scope, isDry = false, now, signal } = options
  const history = await readHistory(options)
  const { proposals, takenBack } = history.propose()
  const answer = { scope, commits: history.size }
  const global = await collections.find(GLOBAL_SCOPE)
  const standing = isDry ? await collections.find(scope) : undefined
  if (isDry || (proposals.length === 0 && (await collections.find(scope)) === undefined)) {
    const known = standing ? readProposed(collections.store, standing.folder.key) : {}
    return {
      ...answer,
      ...choose(proposals, { known, own: standing, global, ...options }),
      withdrawn: [],
    }
  }
  signal?.throwIfAborted()
  const collection = await collections.make(scope)
  return inTransaction(collection, now, writing => {
    const known = readProposed(collections.store, collection.folder.key)
    const chosen = choose(proposals, { known, own: collection, global, ...options })
    const withdrawn = withdraw(writing, known, takenBack)
    write(writing, known, chosen.proposed)
    tell(writing, chosen.proposed)
    return { ...answer, ...chosen, withdrawn }
  })
}

async function readHistory({ scope, onProgress, ...options }: LearnFromGitOptions) {
  const history = new History()
  for await (const commit of readCommits(scope.id, options)) {
    history.add(commit)
    if (history.size % STEP > 0) continue
    onProgress?.(history.size)
    await new Promise(resolve => setImmediate(resolve))
  }
  return history
}

interface Known extends Pick<LearnFromGitOptions, 'mostWaiting'> {
  known: Proposed
  own: Collection | undefined
  global: Collection | undefined
}

/** The proposals that are new, as many as may wait beside those that do. */
function choose(
  proposals: readonly Proposal[],
  { known, own, global, mostWaiting = MOST_WAITING }: Known,
) {
  const titles = new Set<string>()
  const fresh = proposals
    .map(proposal => ({ ...proposal, id: hashText(`git\n${proposal.commit}`, 12) }))
    .filter(({ id, commit, title, content }) => {
      if (known[commit] !== undefined || titles.has(title)) return false
      titles.add(title)
      if (own?.has(id) === true || own?.findTitle(title) || global?.findTitle(title)) return false
      return own === undefined || !saysWrong(own.store, [own.folder.key], content)
    })
  const waiting = [...(own?.memories.values() ?? [])].filter(({ document }) => {
    return isOfGit(document)
  })
  const proposed = fresh.slice(0, Math.max(0, mostWaiting - waiting.length))
  return { proposed, left: fresh.length - proposed.length }
}

/** True for a proposal that nobody has accepted yet. */
function isOfGit(document: MemoryDocument): boolean {
  return document.source.runtime === GIT_RUNTIME && isWaiting(document)
}

/** The memory that a proposal becomes. */
function toDocument({ id, commit, at, title, content }: LearnedProposal): MemoryDocument {
  const source = { runtime: GIT_RUNTIME, commit, waits: true as const }
  const createdAt = new Date(at).toISOString()
  return {
    ...{ id, kind: 'constraint', title, content, source, createdAt },
    ...{ tags: [], aliases: [], pinned: false, extra: {} },
  }
}

/** Their ids follow from their commits: a run that is cut off and comes again makes nothing twice. */
function write(writing: WriteTransaction, known: Proposed, proposed: readonly LearnedProposal[]) {
  if (proposed.length === 0) return
  const { store, folder } = writing.collection
  const ids = proposed.map(({ commit, id }) => [commit, id] as const)
  for (const proposal of proposed) writing.put(toDocument(proposal))
  writeProposed(store, folder.key, { ...known, ...Object.fromEntries(ids) })
}

/** Buries proposals that nobody has looked at and that a later commit took back; their ids. */
function withdraw(
  writing: WriteTransaction,
  known: Proposed,
  takenBack: ReadonlySet<string>,
): string[] {
  const ids = Object.entries(known).flatMap(([commit, id]) => (takenBack.has(commit) ? [id] : []))
  return ids.filter(id => {
    const memory = writing.collection.memories.get(id)
    if (memory === undefined || !isOfGit(memory.document)) return false
    writing.bury(memory, toRetracted)
    return true
  })
}

/** Titles that an event names. */
const MOST_NAMED = 50

function tell({ collection: { store, folder }, at }: WriteTransaction, done: LearnedProposal[]) {
  if (done.length === 0) return
  const items = done.slice(0, MOST_NAMED).map(one => toEventItem(toDocument(one), 'added'))
  logEvent(store, createEvent('remember', folder.scope, at, { added: done.length, items }))
}
