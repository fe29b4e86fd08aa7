import type { ScopeFilter } from '../../store/types.js'
import type * as Api from '../api.js'
import { REVIEW_FILTER } from '../memories/fields.js'
import { parseDecisions, parseFilter } from '../memories/given.js'
import type { Written } from '../memories/write.js'
import type { ServiceParts } from './parts.js'

/** The review of what a service has learned, loaded where somebody asks. */
export class ServiceReview implements Api.ReviewCalls {
  constructor(private readonly parts: ServiceParts) {}

  async list(filter: Api.ReviewFilter = {}): Promise<Api.Review> {
    const { listReview } = await import('../review/index.js')
    return listReview(this.reviewing(), parseFilter(filter, REVIEW_FILTER))
  }

  async settle(decisions: Api.ReviewDecisions, filter: ScopeFilter = {}) {
    const { settleReview } = await import('../review/index.js')
    return settleReview(this.reviewing(), parseDecisions(decisions), parseFilter(filter))
  }

  private reviewing() {
    const { collections, now, usage } = this.parts
    const onWrite = (written: Written) => this.parts.changed(written)
    return { collections, now, uses: usage.refresh(), onWrite }
  }
}
