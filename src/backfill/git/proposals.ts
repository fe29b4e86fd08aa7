import { cutTitle } from '../../provider/builtin/titles.js'
import { cleanContent, cleanTitle } from '../../memories/given.js'
import { titleKey } from '../../text.js'
import { judge, type Judged } from './judge.js'
import { findTakenBack } from './later.js'
import type { Commit } from './message.js'
import { countText } from './signs.js'

/** A rule that a commit states, in its own words, without secrets. */
export interface Proposal {
  /** The whole hash of the commit. */
  commit: string
  /** The date of the commit, ISO 8601. */
  at: string
  title: string
  /** The statement with its reason, scope and exceptions: all that the message tells of it. */
  content: string
}

/**
 * Least log odds of a proposal: a person looks at each, so one that is missed costs more than one that
 * is refused.
 */
const LEAST_SCORE = -0.4
/** Characters of a content. */
const MOST_CHARS = 2_400

/** Reads commits one after another (the newest first), and then proposes what they settle. */
export class History {
  private readonly read: Judged[] = []

  /** The number of commits that were read. */
  get size(): number {
    return this.read.length
  }

  add(commit: Commit): void {
    this.read.push(judge(commit))
  }

  /**
   * Proposes the rules that stand, the newest first; `takenBack`: ids of commits whose rule does not
   * stand any more.
   */
  propose(): { proposals: Proposal[]; takenBack: ReadonlySet<string> } {
    const rules = this.read.filter(({ score }) => score >= LEAST_SCORE)
    const takenBack = findTakenBack(rules, this.read)
    const proposals = rules.filter(({ commit }) => !takenBack.has(commit.id)).flatMap(toProposal)
    return { proposals, takenBack }
  }
}

/** The words of a rule; [] where nothing is left of them without secrets. */
function toProposal({ commit, message: { subject, body } }: Judged): Proposal[] {
  const parts = fit(body)
  const told = parts.map(({ text, isItem }, at) => {
    const isListed = isItem && parts[at - 1]?.isItem === true
    return `${at === 0 ? '' : isListed ? '\n' : '\n\n'}${isItem ? '- ' : ''}${text}`
  })
  const isSaid = told.length > 0 && titleKey(told[0]!) === titleKey(subject)
  const content = [isSaid ? '' : subject, told.join('')].filter(text => text !== '').join('\n\n')
  const title = cleanTitle(cutTitle(subject))
  return [{ commit: commit.id, at: commit.at, title, content: cleanContent(content, Infinity) }]
}

/** Leaves out the shortest list items, then paragraphs from the end, until the rest is short enough. */
function fit(body: Judged['message']['body']): Judged['message']['body'] {
  const parts = body.map((part, at) => ({ ...part, at, size: part.text.length + 4 }))
  const worth = [...parts].sort(
    (a, b) =>
      Number(a.isItem) - Number(b.isItem) ||
      Number(b.isItem) * (countText(b.text) - countText(a.text)) ||
      a.at - b.at,
  )
  let left = MOST_CHARS
  const kept = worth.filter(({ size }) => (left -= size) >= 0)
  return kept.sort((a, b) => a.at - b.at)
}
