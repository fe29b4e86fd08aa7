import type { Sentence } from './sentences.js'

const LEAD =
  /^(?:(?:please|ok(?:ay)?|also|and)[, ]+)*(?:remember(?: that|:)|keep in mind(?: that|:)|note to self\b[:,]?|for future reference\b[:,]?|from now on\b,?)\s*/

/**
 * The sentences of one prompt that the person asked in so many words to keep, each with the index
 * in its text at which the statement begins; empty where nothing was asked. The request itself is
 * no statement: where it stands alone ("remember these:"), what it points to is in the answer.
 */
export function findAsked(sentences: readonly Sentence[]): Map<Sentence, number> {
  const asked = new Map<Sentence, number>()
  for (const sentence of sentences) {
    const start = LEAD.exec(sentence.masked)?.[0].length ?? 0
    if (start > 0 && start < sentence.text.length) asked.set(sentence, start)
  }
  return asked
}
