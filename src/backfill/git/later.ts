import { titleKey } from '../../text.js'
import type { Judged } from './judge.js'
import { CHOSEN, UNDOES } from './words.js'

/** Least digits by which a message names a commit. */
const LEAST_DIGITS = 7

/**
 * The ids of those of `rules` that a later commit takes back: it reverts it, names it and says that it
 * stands no longer, chooses something else against what it had chosen, or says the same of another
 * value. `history` holds all commits that were read; both are the newest first.
 */
export function findTakenBack(
  rules: readonly Judged[],
  history: readonly Judged[],
): ReadonlySet<string> {
  const gone = new Set<string>()
  const order = new Map(history.map(({ commit }, at) => [commit.id, at]))
  const isLater = (a: Judged, b: Judged) =>
    (order.get(a.commit.id) ?? 0) < (order.get(b.commit.id) ?? 0)
  const byStart = groupBy(rules, ({ commit }) => commit.id.slice(0, LEAST_DIGITS))
  const bySubject = groupBy(rules, ({ message }) => titleKey(message.subject))
  for (const later of history) {
    const meant = [...findNamed(later, byStart), ...findReverted(later, bySubject)]
    for (const rule of meant) if (isLater(later, rule)) gone.add(rule.commit.id)
  }
  const standing = rules.filter(({ commit }) => !gone.has(commit.id))
  for (const rule of findReplaced(standing)) gone.add(rule.commit.id)
  return gone
}

function groupBy(rules: readonly Judged[], keyOf: (one: Judged) => string) {
  const groups = new Map<string, Judged[]>()
  for (const one of rules) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

function findNamed({ message }: Judged, byStart: ReadonlyMap<string, Judged[]>): Judged[] {
  const named = message.names.flatMap(name => {
    const near = byStart.get(name.slice(0, LEAST_DIGITS)) ?? []
    return near.filter(({ commit }) => commit.id.startsWith(name))
  })
  if (named.length === 0) return []
  const text = [message.subject, ...message.body.map(one => one.text)].join('\n')
  return message.isRevert || text.search(UNDOES) !== -1 ? named : []
}

function findReverted({ message }: Judged, bySubject: ReadonlyMap<string, Judged[]>): Judged[] {
  const { reverted } = message
  return reverted === undefined ? [] : (bySubject.get(titleKey(reverted)) ?? [])
}

/** Rules that a later rule stands in place of; the newest first. */
function findReplaced(rules: readonly Judged[]): Judged[] {
  const seen = new Set<string>()
  const against: string[] = []
  return rules.filter(({ message: { subject } }) => {
    const key = titleKey(subject).replace(/\d[\d.,]*/g, '0')
    const [chosen, given] = readChoice(subject)
    const isGone = seen.has(key) || against.some(word => hasWord(chosen, word))
    seen.add(key)
    if (given !== undefined && !isGone) against.push(given)
    return isGone
  })
}

/** The words that a subject speaks for, and the name that it gives up; the subject alone where it gives none up. */
function readChoice(subject: string): [chosen: string, given?: string] {
  for (const form of CHOSEN) {
    const found = form.exec(subject)
    if (found === null) continue
    const [, first = '', second = ''] = found
    const [chosen, given] = found.groups?.from === undefined ? [first, second] : [second, first]
    const name = /[\p{L}\d][\p{L}\d._-]*/u.exec(given)?.[0] ?? ''
    return name.length >= LEAST_NAME ? [chosen, name.toLowerCase()] : [chosen]
  }
  return [subject]
}

const LEAST_NAME = 3

function hasWord(text: string, word: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\d._-]+/u)
    .includes(word)
}
