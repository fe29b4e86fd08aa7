// Measures what is proposed from a set of commit messages.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SETS = join(import.meta.dirname, 'sets/git-history')

/** A set by its name, or by the path of a file of that form. */
export function readHistory(name) {
  const path = join(SETS, `${name}.json`)
  return JSON.parse(readFileSync(existsSync(path) ? path : name, 'utf8'))
}

/** True where a text has what a rule must have: a word, or `/a regular expression/i`. */
export function holds(text, must) {
  const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(must) ?? []
  if (source === undefined) return text.toLowerCase().includes(must.toLowerCase())
  return new RegExp(source, flags).test(text)
}

/**
 * What is proposed of the commits of each repository. `whole`: rules of which a proposal holds all
 * that it must; `falsely`: ordinary commits that are proposed, without those on the border.
 */
export async function measureHistory({ commits }) {
  const { History } = await import('../../src/backfill/git/proposals.ts')
  const proposed = new Map()
  for (const repo of new Set(commits.map(one => one.repo))) {
    const history = new History()
    const own = commits.filter(one => one.repo === repo).reverse()
    for (const { id, date, author, message } of own) history.add({ id, at: date, author, message })
    for (const proposal of history.propose().proposals) proposed.set(proposal.commit, proposal)
  }
  const of = kind => commits.filter(one => one.kind === kind && !one.borderline)
  const textOf = ({ id }) => {
    const { title = '', content = '' } = proposed.get(id) ?? {}
    return `${title} ${content}`.replace(/\s+/g, ' ')
  }
  const isWhole = one =>
    proposed.has(one.id) && one.rule.must.every(must => holds(textOf(one), must))
  const [rules, misleading, ordinary] = ['rule', 'misleading', 'ordinary'].map(of)
  const missed = rules.filter(one => !isWhole(one))
  const misled = misleading.filter(({ id }) => proposed.has(id))
  const falsely = ordinary.filter(({ id }) => proposed.has(id))
  const figures = {
    rules: rules.length,
    whole: rules.length - missed.length,
    misleading: misleading.length,
    misled: misled.length,
    ordinary: ordinary.length,
    falsely: falsely.length,
  }
  const show =
    sign =>
    ({ id, message }) =>
      `${sign} ${id.slice(0, 8)} ${message.replace(/\s+/g, ' ').slice(0, 160)}`
  return {
    figures,
    wrong: [
      ...missed.map(show('missed')),
      ...misled.map(show('misled')),
      ...falsely.map(show('false')),
    ],
  }
}
