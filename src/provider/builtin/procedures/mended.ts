import { pattern, whole, all, spaced, unspaced } from '../../../languages/combined.js'
import type { Turn, TurnCommand } from '../../types.js'
import { toProse } from '../prose.js'
import { splitSentences, toLower } from '../sentences.js'
import { isGeneral, isRisky, parseCommand, type Command } from './command.js'
import type { Draft } from './draft.js'
import { commandsIn } from './shown.js'
import { findTopic } from './topic.js'

interface Run {
  command: Command
  isFailed: boolean | undefined
  error: string
  turn: number
}

/** Most turns from a failed command to its answer. */
const TURNS_BETWEEN = 2

/**
 * Commands that failed in a batch, each with what then worked: another command for the same, which
 * has a flag, a setting or a way of running that the first lacked, or the same one after something
 * was prepared. Reply or error must say that this was it; what works again once the code is mended
 * is left out. `root` is the folder of the project.
 */
export function findMended(turns: readonly Turn[], root: string): Draft[] {
  const runs = turns.flatMap((turn, index) => toRuns(turn, index, root))
  const mended = runs.flatMap((run, at) =>
    run.isFailed === true ? (mendedBy(run, runs.slice(at + 1), turns) ?? []) : [],
  )
  // Somebody will try the first of several attempts again.
  const named = mended.map(({ steps }) => steps.join('\n'))
  return mended.filter((_, at) => named.indexOf(named[at]!) === at)
}

/** The runs of a turn, from its transcript, else from its reply. */
function toRuns({ commands, reply }: Turn, turn: number, root: string): Run[] {
  return (commands ?? toldCommands(reply)).flatMap(({ command: text, isFailed, error = '' }) => {
    const command = parseCommand(text, root)
    return command === undefined ? [] : [{ command, isFailed, error, turn }]
  })
}

function mendedBy(run: Run, later: readonly Run[], turns: readonly Turn[]): Draft | undefined {
  const failed = run.command
  const again = later.findIndex(({ command }) => command.text === failed.text)
  const between = again < 0 ? later : later.slice(0, again)
  if (again >= 0 && later[again]?.isFailed === true) return undefined
  if (again >= 0) return preparedBy(run, between, turns)
  const next = later.find(one => one.isFailed === false && haveOnePurpose(failed, one.command))
  if (next === undefined || next.turn - run.turn > TURNS_BETWEEN) return undefined
  if (isGeneral(next.command) || isRisky(next.command)) return undefined
  return isTold(run, next, turns) ? toDraft(run, next, [next.command.text], turns) : undefined
}

const NEEDS = pattern('iu')`${whole.commands.needs}`

/** The same command works after another one of the project that the reply says it needs. */
function preparedBy(run: Run, between: readonly Run[], turns: readonly Turn[]): Draft | undefined {
  const reply = turns[run.turn]?.reply ?? ''
  const next = between.find(
    ({ command, isFailed, turn }) =>
      turn === run.turn &&
      isFailed === false &&
      !isGeneral(command) &&
      !isRisky(command) &&
      mentions(reply, `\`${command.text}\``),
  )
  if (next === undefined || isCodeAtFault(run.error) || !NEEDS.test(reply)) return undefined
  return toDraft(run, next, [next.command.text, run.command.text], turns)
}

function toDraft(run: Run, next: Run, steps: string[], turns: readonly Turn[]): Draft {
  const { prompt = '', reply: first = '' } = turns[run.turn] ?? {}
  const last = turns[next.turn]?.reply ?? ''
  const reply = next.turn === run.turn ? first : `${first}\n${last}`
  return {
    steps,
    topic: findTopic(prompt),
    failed: { command: run.command.text, error: run.error },
    reply,
    turn: next.turn,
    said: `${prompt.slice(0, 200)} … ${last.slice(0, 280)}`,
  }
}

/** The code was at fault, not the way of running it. */
const CODE_FAULT =
  /assert|expect(?:ed|ing|ation)|\bTS\d{4}|error\[E\d+\]|:\d+(?::\d+)?: (?:fatal )?error|undefined (?:reference|method|local)|unresolved import|could not compile|snapshot|\b\d+ (?:tests? )?fail(?:ed|ures?|ing)|✗|✕|compil\w+ (?:error|failed)|cannot find symbol|Missing script|\blint|style issues|unused|smoke test/i
/** Errors that a program throws, but for want of something around it, and red tests. */
const THROWN =
  /[A-Z]\w*(?<!ModuleNotFound|Connection|FileNotFound|Permission|OS|IO|Timeout|OutOfMemory)Error:|(?<!Bind|Connect|UnknownHost|IO|Timeout|NoRouteToHost)Exception:|\bFAIL(?:ED|URES?)?[:\s]+\S/
const isCodeAtFault = (error: string) => CODE_FAULT.test(error) || THROWN.test(error)
/** The way of running it was at fault, or what it runs on. */
const SURROUNDINGS =
  /refused|not found|no such (?:host|device|file)|permission|denied|in use|time(?:d)? ?out|unknown|unrecogni[sz]ed|unsupported|resolve|memory|heap|certificate|display|libEGL|No module named|invalid|credential|unauthori[sz]ed|forbidden|engine|toolchain|version|SDK|locale|required|missing|multiple|unavailable|unreachable|cannot connect|could not (?:find|connect|open)|abort|limit|quota/i

/** Nobody writes it but for the command. */
const TECHNICAL = /[-_=./:]|\p{Lu}{2}/u

/** True where reply or error say that the difference was what mattered. */
function isTold({ command: failed, error }: Run, next: Run, turns: readonly Turn[]): boolean {
  const worked = next.command
  const telling = findTelling(failed, worked)
  const reply = turns[next.turn]?.reply ?? ''
  const isHinted = telling.some(
    word => word.startsWith('-') && mentions(error, word.split('=')[0] ?? word),
  )
  if (telling.length === 0 || isHinted || isCodeAtFault(error)) return isHinted
  const codes = (reply.match(/`[^`\n]+`/g) ?? []).join('\n')
  const isNamed =
    mentions(codes, worked.text) ||
    telling.some(word => mentions(TECHNICAL.test(word) ? reply : codes, word))
  return isNamed || SURROUNDINGS.test(error)
}

function mentions(text: string, words: string): boolean {
  return words.length > 1 && text.toLowerCase().includes(words.toLowerCase())
}

/** Words that say nothing of what a command is for. */
const COMMON =
  /^(?:bin|scripts?|tools|run|exec|src|app|sh|bash|py|js|ts|mjs|rb|pl|php|dev|local|all|main|index|docker|compose|make|node|python3?|npm|npx|pnpm|yarn|bun|rails|rake|task|just|cargo|go|mvn|gradle|gradlew|kubectl|helm|sudo|manage|manager?|cli|www|the|to|in|of)$/

/** True where both were run to the same end: one program and task, or one task by another way. */
function haveOnePurpose(one: Command, other: Command): boolean {
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
 * Lists words of the command that worked which the failed one lacks: flags, settings, another
 * program. Empty if none of them tells of the project.
 */
function findTelling(failed: Command, worked: Command): string[] {
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

/** True for what any developer tries: another name of the program, more rights, the local copy. */
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

const FAILS = pattern('giu')`${whole.commands.fails}`
const WORKS = pattern('iu')`${whole.commands.succeeds}`

/** The commands that a reply shows, in its order, with its verdict: failed or worked. */
export function toldCommands(reply: string): TurnCommand[] {
  return toProse(reply)
    .split('\n')
    .flatMap(line => splitSentences(line).flatMap(({ text }) => toldInSentence(text)))
}

function toldInSentence(sentence: string): TurnCommand[] {
  const whole = verdictOf(sentence)
  return toClauses(sentence).flatMap(clause => {
    const isFailed = verdictOf(clause) ?? whole
    const isBefore = PREPARES.test(clause)
    return commandsIn(clause).map(command => ({
      command,
      isFailed: isBefore ? undefined : isFailed,
    }))
  })
}

/** Stands before a command that only prepares the one that works. */
const PREPARES = pattern('iu')`
  (?<!\p{L})${spaced.commands.prepares}(?: \p{L}+)? \x60
  |\x60\s*${unspaced.commands.prepares}`
const CODE = /`[^`\n]*`/g

/** Stands before a clause of its own. */
const CONTRAST = pattern('g')`[,;，；、]\s?|\s(?=${all.commands.contrasts}\s)`

/** Parts of a sentence between commas and contrasts, none of them cut inside of code. */
function toClauses(sentence: string): string[] {
  const masked = sentence.replace(CODE, code => '`'.repeat(code.length))
  const cuts = Array.from(masked.matchAll(CONTRAST), ({ index }) => index + 1)
  return [0, ...cuts].map((from, at) => sentence.slice(from, cuts[at]))
}

/**
 * True where it says that something failed, false where it worked, undefined for neither or both.
 */
function verdictOf(text: string): boolean | undefined {
  const lower = toLower(text.replace(CODE, '`'))
  const rest = lower.replace(FAILS, ' ')
  const isFailing = rest !== lower
  return isFailing === WORKS.test(rest) ? undefined : isFailing
}
