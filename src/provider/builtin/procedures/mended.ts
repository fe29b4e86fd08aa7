import { pattern, whole } from '../../../languages/combined.js'
import type { Turn } from '../../types.js'
import { isGeneral, isRisky, parseCommand, type Command } from './command.js'
import { findTelling, haveOnePurpose } from './difference.js'
import type { Draft } from './draft.js'
import { findTopic } from './topic.js'
import { toldCommands } from './verdicts.js'

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
  // Of several attempts the first one is what somebody will try again.
  return mended.filter(
    (one, at) => mended.findIndex(({ steps }) => isEqual(steps, one.steps)) === at,
  )
}

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.join('\n') === other.join('\n')

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
