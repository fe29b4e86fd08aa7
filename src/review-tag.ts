/** The tag of a memory that a person should look at. */
export const REVIEW_TAG = 'needs-review'

/** The tags with the mark for review, the same where they have it. */
export function withReviewTag(tags: readonly string[]): string[] {
  const isTagged = tags.some(tag => tag.toLowerCase() === REVIEW_TAG)
  return isTagged ? [...tags] : [...tags, REVIEW_TAG]
}
