import { listScopes } from '../../store/projects/projects.js'
import type { Store } from '../../store/store.js'
import type { SettledSettings } from '../config.js'
import { listHosts, listQueues, listSettings } from '../health/standing.js'
import type { OverviewContext } from '../overview/context.js'
import { countFacets } from '../overview/facets.js'
import { listLearned } from '../overview/learned.js'
import { MetricsBook } from '../overview/metrics.js'
import { SessionBook, type PastSummary } from '../overview/sessions.js'
import type { HostLook, Overview } from '../overview/types.js'
import { PastList } from '../past/listed.js'

/** Past sessions with their scopes, where the store still knows these. */
function listPast(store: Store, past: PastList): PastSummary[] {
  const sessions = past.read()
  if (sessions.length === 0) return []
  const scopes = new Map(listScopes(store).map(({ key, scope }) => [key, scope]))
  return sessions.map(({ key, ...session }) => ({ ...session, scope: scopes.get(key) }))
}

/** The program's settings, and its view of hosts if it has one. */
export interface Program {
  settled: SettledSettings
  hosts: HostLook | undefined
}

/** Creates the views for a person beside the memories themselves, read anew at each call. */
export function createOverview(context: OverviewContext, { settled, hosts }: Program): Overview {
  const { store, now } = context
  const past = new PastList(store)
  const book = new SessionBook(context, () => listPast(store, past))
  const figures = new MetricsBook(context)
  return {
    facets: filter => countFacets(context, filter),
    learned: filter => listLearned(context, filter),
    sessions: filter => book.list(filter),
    session: id => book.find(id),
    metrics: filter => figures.read(filter),
    settings: async () => listSettings(settled),
    hosts: () => listHosts(store, hosts),
    queues: async () => listQueues(store, now()),
  }
}
