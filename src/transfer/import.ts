import { resolve } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { createId } from '../../store/names.js'
import type { ProjectScope, Scope } from '../../store/types.js'
import { KINDS } from '../import/kinds/index.js'
import { MOST_ITEMS } from '../import/kinds/item.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import { loadLines } from '../memories/load.js'
import { nameVersion } from '../memories/transaction.js'
import type { ForeignImport, ForeignOptions } from './types.js'
import { createPlaces, projectHolding } from './place.js'
import { createPlan, type Plan } from './plan.js'
import { dropOldest, readTaken, writeTaken, type Taken } from './taken.js'

/** Parts that an import works with. */
export interface ImportContext {
  collections: Collections
  home: string
  env: Readonly<Record<string, string | undefined>>
  now: () => Date
}

const BAD_SHOWN = 100

/**
 * Imports what another tool remembers: all of it is read and decided on before anything is written. What
 * came once is known again, what was forgotten here stays away. Throws INVALID_REQUEST where the kind is
 * none, or where what is to be read cannot be.
 */
export async function importForeign(
  { collections, home, env, now }: ImportContext,
  from: string,
  options: ForeignOptions = {},
): Promise<{ result: ForeignImport; scopes: ReadonlySet<Collection> }> {
  const kind = kindNamed(from)
  const { here, all = false, dryRun = false, waits = false, force = false, scope } = options
  const given = options.path === undefined ? undefined : resolve(options.path)
  const root = kind.isOfProject === true ? (given ?? '') : ''
  const stored = await collections.all()
  const known = projectsOf(stored, here)
  const places = createPlaces(known, options.projects ?? {}, projectHolding(root, known))
  const scopeOf = scope === undefined ? places : () => scope
  const taken = readTaken(collections.store)
  const context = { from, root, scopeOf, collections: stored, taken, now: now(), waits, force }
  const { plan, take } = createPlan(context)
  const projects = known.map(({ id }) => id)
  const around = { home, env, now: now(), projects, all, isGiven: given !== undefined }
  const path = given ?? kind.place?.(around)
  if (path === undefined)
    throw new SvcError('INVALID_REQUEST', `say where it is: svc import --from ${from} PATH`)
  let items = 0
  for await (const found of kind.read(path, around)) {
    if (++items > MOST_ITEMS)
      throw new SvcError('INVALID_REQUEST', `more than ${MOST_ITEMS} entries; nothing was imported`)
    take(found)
  }
  const record: Taken = {
    ...{ format: 1, id: createId(), at: now().toISOString(), from },
    ...(given !== undefined && { path: given }),
    items: plan.writes.map(({ taken }) => taken),
  }
  const isWritten = !dryRun && plan.writes.length > 0
  if (isWritten) dropOldest(collections.store, taken)
  const scopes = isWritten ? await write(collections, plan, record, now) : new Set<Collection>()
  return { result: describe(plan, record, isWritten), scopes }
}

function kindNamed(from: string) {
  if (Object.hasOwn(KINDS, from)) return KINDS[from]!
  const names = Object.keys(KINDS).join(', ')
  const message = `there is no kind ${JSON.stringify(from)}; the kinds: ${names}`
  const own = 'svc load restores what svc export --to jsonl has written'
  throw new SvcError('INVALID_REQUEST', `${message}; ${own}`)
}

function projectsOf(stored: readonly Collection[], here: Scope | undefined): ProjectScope[] {
  const all = [...stored.map(({ folder }) => folder.scope), ...(here ? [here] : [])]
  const projects = all.filter(scope => scope.type === 'project')
  return [...new Map(projects.map(scope => [scope.id, scope])).values()]
}

/** Notes first what is to come, so that an import that is cut off is known; then what came. */
async function write(collections: Collections, plan: Plan, record: Taken, now: () => Date) {
  const { store } = collections
  writeTaken(store, record)
  const { counts, scopes } = await loadLines(collections, linesOf(plan), now)
  const errors = new Map(counts.errors.map(({ line, error }) => [line - 1, error]))
  plan.writes = plan.writes.filter(({ at, taken }, index) => {
    const holder = [...scopes].find(one => one.memories.has(taken.id))
    const document = holder?.memories.get(taken.id)?.document
    // The errors of a load are the first of them only.
    const error = errors.get(index) ?? (document === undefined ? 'was not written' : undefined)
    if (error !== undefined) plan.errors.push({ at, error })
    else taken.revision = nameVersion(document!)
    return error === undefined
  })
  record.items = plan.writes.map(({ taken }) => taken)
  writeTaken(store, record)
  return scopes
}

async function* linesOf({ writes }: Plan): AsyncGenerator<string> {
  for (const { line } of writes) yield JSON.stringify(line)
}

function describe(plan: Plan, { id, from }: Taken, isWritten: boolean): ForeignImport {
  const { writes, errors, left, unplaced, ...counts } = plan
  const updated = writes.filter(({ taken }) => taken.before !== undefined).length
  return {
    ...{ ok: errors.length === 0, ...(isWritten && { id }), from },
    ...{ added: writes.length - updated, updated, ...counts, failed: errors.length },
    left: Object.fromEntries(left),
    unplaced: Object.fromEntries(unplaced),
    errors: errors.slice(0, BAD_SHOWN),
    items: writes.map(({ line: { id, scope, kind, title } }) => ({ id, scope, kind, title })),
  }
}
