import { isForReview, REVIEW_TAG } from '../review-tag.js'
import type { Check } from './check.js'
import { remark } from './findings.js'

/** Memories that a merge left for a person to look at. */
export const needsReview: Check = {
  name: 'needs-review',
  run: ({ store, collections }) => {
    const count = collections
      .flatMap(({ memories }) => [...memories.values()])
      .filter(({ document }) => isForReview(document.tags)).length
    if (count === 0) return []
    const what = count === 1 ? '1 memory is' : `${count} memories are`
    const way = `svc list --tags ${REVIEW_TAG} shows those of a project, svc edit takes the tag off`
    return [remark(store.root, `${what} tagged ${REVIEW_TAG}: ${way}`)]
  },
}
