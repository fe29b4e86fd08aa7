import type { OverviewContext } from './context.js'
import { countFacets } from './facets.js'
import type { Overview } from './types.js'

/** What a person looks at beside the memories themselves, read anew at each call. */
export function createOverview(context: OverviewContext): Pick<Overview, 'facets'> {
  return {
    facets: filter => countFacets(context, filter),
  }
}
