import { GIT_RUNTIME, isProposal, LEARNED_RUNTIME } from '../../../store/types.js'
import type { ReviewItem } from '../../types.js'
import { cutToRoom } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { count, oneLine } from '../terminal/words.js'

/** The sources of proposals, by the word that means all of one. */
const GROUPS: Readonly<Record<string, { runtime: string; from: string }>> = {
  transcripts: { runtime: LEARNED_RUNTIME, from: 'old sessions' },
  git: { runtime: GIT_RUNTIME, from: 'commits' },
}

/** The items that a word means: proposals of one source, or all; undefined where it is no such word. */
export function pickGroup(word: string, items: readonly ReviewItem[]): ReviewItem[] | undefined {
  if (word === 'all') return [...items]
  const group = Object.hasOwn(GROUPS, word) ? GROUPS[word] : undefined
  return (
    group &&
    items.filter(({ memory }) => isProposal(memory) && memory.source.runtime === group.runtime)
  )
}

/** The words that mean something of these items. */
export function listGroups(items: readonly ReviewItem[]): string[] {
  return Object.keys(GROUPS).filter(word => pickGroup(word, items)!.length > 0)
}

/** Proposals of one source, by their titles, with what they contradict. */
export function renderGroup(
  word: string,
  group: readonly ReviewItem[],
  { styles, columns }: Screen,
): string[] {
  const head = `${count(group.length, 'proposal')} from ${GROUPS[word]!.from}`
  const titles = group.flatMap(({ memory, contradicts }) => [
    cutToRoom(`  ${oneLine(memory.title)}`, columns),
    ...contradicts.map(({ id, title }) =>
      styles.warn(cutToRoom(`    contradicts ${id} ${oneLine(title)}`, columns)),
    ),
  ])
  return ['', styles.strong(head), ...titles, '']
}

/** The keys that there are for proposals of one source, in one line. */
export function renderGroupKeys(proposals: number): string {
  return `a accept all ${proposals}  o one by one  s skip  q quit `
}
