/** The tag of a memory that a person should look at. */
export const REVIEW_TAG = 'needs-review'

/** True where the tags hold the mark for review. */
export function isForReview(tags: readonly string[]): boolean {
  return tags.some(tag => tag.toLowerCase() === REVIEW_TAG)
}

/** The tags with the mark for review, the same where they have it. */
export function withReviewTag(tags: readonly string[]): string[] {
  return isForReview(tags) ? [...tags] : [...tags, REVIEW_TAG]
}
