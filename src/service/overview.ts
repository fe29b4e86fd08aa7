import type { OverviewContext } from './context.js'
import { countFacets } from './facets.js'
import { listHosts } from './hosts.js'
import { listLearned } from './learned.js'
import { MetricsBook } from './metrics.js'
import { listQueues } from './queues.js'
import { SessionBook } from './sessions.js'
import { listSettings } from './settings.js'
import type { Overview } from './types.js'

/** What a person looks at beside the memories themselves, read anew at each call. */
export function createOverview(context: OverviewContext): Overview {
  const book = new SessionBook(context)
  const figures = new MetricsBook(context)
  return {
    facets: filter => countFacets(context, filter),
    learned: filter => listLearned(context, filter),
    sessions: filter => book.list(filter),
    session: id => book.find(id),
    metrics: filter => figures.read(filter),
    settings: async () => listSettings(context.settled),
    hosts: () => listHosts(context),
    queues: async () => listQueues(context),
  }
}
