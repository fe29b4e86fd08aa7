import type { OverviewContext } from './context.js'
import { countFacets } from './facets.js'
import { listHosts } from './hosts.js'
import { listQueues } from './queues.js'
import { listSettings } from './settings.js'
import type { Overview } from './types.js'

/** What a person looks at beside the memories themselves, read anew at each call. */
export function createOverview(
  context: OverviewContext,
): Pick<Overview, 'facets' | 'settings' | 'hosts' | 'queues'> {
  return {
    facets: filter => countFacets(context, filter),
    settings: async () => listSettings(context.settled),
    hosts: () => listHosts(context),
    queues: async () => listQueues(context),
  }
}
