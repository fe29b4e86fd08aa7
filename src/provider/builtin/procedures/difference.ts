import type { Command } from './command.js'

/** Words that say nothing of what a command is for. */
const COMMON =
  /^(?:bin|scripts?|tools|run|exec|src|app|sh|bash|py|js|ts|mjs|rb|pl|php|dev|local|all|main|index|docker|compose|make|node|python3?|npm|npx|pnpm|yarn|bun|rails|rake|task|just|cargo|go|mvn|gradle|gradlew|kubectl|helm|sudo|manage|manager?|cli|www|the|to|in|of)$/

/** True where both were run to the same end: one program and task, or one task by another way. */
export function haveOnePurpose(one: Command, other: Command): boolean {
  const shared = [...tasksOf(one)].some(task => tasksOf(other).has(task))
  if (one.program !== other.program) return shared
  const [task, otherTask] = [one.words[0], other.words[0]]
  return task === otherTask || shared || task === undefined || otherTask === undefined
}

/** The names in program and first words: `db`, `seed` of `rails db:seed` and of `bin/db-seed`. */
function tasksOf({ program, words }: Command): Set<string> {
  const names = [program, ...words.slice(0, 2)].flatMap(word =>
    word.toLowerCase().split(/[^\p{L}\p{N}]+/u),
  )
  return new Set(names.filter(name => name.length > 2 && !COMMON.test(name)))
}

/** Flags that only make it show more, or less, or do what a check complained of. */
const UNTELLING =
  /^(?:-[vqxshkd]{1,3}|--(?:verbose|quiet|silent|debug|trace|dry-run|help|watch|color|no-color|fix|write|apply|update|updateSnapshot|update-snapshots?|snapshot-update|unsafe-fixes|stacktrace|info|json|lf|last-failed|tb=\S+|maxfail\S*|bail|version|check|list|force|headed|ui|detach|build))$|^-u$/
/** The usual one is taken at the moment. */
const PORT = /^(?:PORT=|--?p(?:ort)?(?:=|$))|^\d{4,5}$/
const SETTING = /^[A-Za-z_][\w.-]*=\S/
/** A path or a name of something that is looked at: another one next time. */
const isObject = (word: string) => /[/.:*]/.test(word) && !SETTING.test(word)

/**
 * What the command that worked has and the failed one has not: flags, settings, another program.
 * Empty where nothing of it tells of the project.
 */
export function findTelling(failed: Command, worked: Command): string[] {
  if (failed.text === worked.text || isUsual(failed, worked)) return []
  const known = new Set(failed.text.split(' '))
  return [
    ...worked.env.filter(setting => !known.has(setting)),
    ...(worked.wrapper === failed.wrapper ? [] : [worked.wrapper]),
    ...(worked.program === failed.program ? [] : [worked.program]),
    ...worked.flags.filter(flag => !known.has(flag) && !UNTELLING.test(flag)),
    ...worked.words.filter(word => !known.has(word) && !isObject(word)),
  ].filter(word => word !== '' && !PORT.test(word))
}

/** What every developer tries: another name of the same program, more rights, the local copy. */
function isUsual(failed: Command, worked: Command): boolean {
  const norm = ({ text }: Command) =>
    (text.split(/\s*&&\s*/).at(-1) ?? '')
      .replace(/^(?:sudo|npx|time|bash|sh|zsh) /, '')
      .replace(/^\.\//, '')
      .replace(/\bpython3\b/g, 'python')
      .replace(/\bpip3\b/g, 'pip')
      .replace(/\bpython -m (?=pytest|pip)/g, '')
      .replace(/\bdocker-compose\b/g, 'docker compose')
  return norm(failed) === norm(worked) || isTypo(failed, worked)
}

/** One word of two is another, by a letter or two, and the shorter one is no program of its own. */
function isTypo(failed: Command, worked: Command): boolean {
  const [one, other] = [failed.text.split(' '), worked.text.split(' ')]
  const at = one.findIndex((word, index) => word !== other[index])
  const [wrong = '', right = ''] = [one[at], other[at]]
  if (one.length !== other.length || one.slice(at + 1).join(' ') !== other.slice(at + 1).join(' '))
    return false
  const isWord = /^[\w:-]{3,}$/.test(wrong) && !/\d/.test(wrong + right)
  return isWord && !/^(?:npm|pnpm|yarn|bun)$/.test(wrong) && distance(wrong, right) <= 2
}

/** Letters to add, drop or change from one word to another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
