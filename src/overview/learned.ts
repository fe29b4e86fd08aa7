import type { Scope, ScopeFilter } from '../../store/types.js'
import { readLearned, type LearnedLine } from '../activity/learned.js'
import { ledgerName } from '../activity/sessions.js'
import { PAGE, type Page } from '../memories/fields.js'
import { parseFilter } from '../memories/given.js'
import type { OverviewContext } from './context.js'
import { pageOf } from './filters.js'
import type { LearnedFrom } from './types.js'

type Reading = Pick<OverviewContext, 'store' | 'collections' | 'now'>

/** Lists a page of the lessons of some scopes, newest first, and counts all of them. */
export async function listLearned(
  context: Reading,
  filter: ScopeFilter & Page = {},
): Promise<{ items: LearnedFrom[]; total: number }> {
  const parsed = parseFilter(filter, PAGE)
  const learned = (await readAll(context, parsed)).reverse()
  return { items: pageOf(learned, parsed), total: learned.length }
}

/** Groups all lessons by the ledger's name of their session, the oldest first. */
export async function learnedBySession(context: Reading): Promise<Map<string, LearnedFrom[]>> {
  const bySession = new Map<string, LearnedFrom[]>()
  for (const one of await readAll(context, {})) {
    const name = ledgerName(one.session)
    bySession.set(name, [...(bySession.get(name) ?? []), one])
  }
  return bySession
}

async function readAll(
  { store, collections, now }: Reading,
  filter: ScopeFilter,
): Promise<LearnedFrom[]> {
  const found = await collections.matching(filter)
  const scopes = new Map(found.map(({ folder: { key, scope } }) => [key, scope]))
  return readLearned(store, now()).lines.flatMap(line => {
    const scope = scopes.get(line.key)
    return scope === undefined ? [] : [toLearnedFrom(line, scope)]
  })
}

/** A line of what was learned in a scope, as people see it. */
export function toLearnedFrom(line: LearnedLine, scope: Scope): LearnedFrom {
  const { at, id, title, change, session, turn, said } = line
  return { at, scope, id, title, change, session, turn, ...(said !== undefined && { said }) }
}
