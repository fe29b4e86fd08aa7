import { onlyLooks, SAME_PROGRAM, SAME_VERB, samenessOf } from './command.js'
import type { PastCommand, PastStep, PastTurn } from './turns.js'

/** Steps that were taken after a command had failed, until it worked. */
export interface Mending {
  /** In this turn it worked. */
  turn: PastTurn
  /** Commands that were run in between and worked, in their order; not those that only look. */
  commands: string[]
  /** Files that were changed in between, those of the turn in which it worked first. */
  files: string[]
  /** The command that worked. */
  worked: string
  /** The same command was run again. Else another one worked after files had been changed. */
  isProven: boolean
}

/** The place where an error was met: before the first step of a turn where a person told it. */
export interface Place {
  /** Its turn, from 0 in the list of the session's turns. */
  turn: number
  /** The failed command among the turn's steps; -1 where the person told of it. */
  step: number
}

/** Later turns of a session are about something else. */
const MOST_TURNS = 12
/** Without the same command having worked, the answer is nearer. */
const MOST_TURNS_UNPROVEN = 5
const MOST_LISTED = 8

interface Run {
  /** Its turn, from the one in which the error was met. */
  at: number
  step: PastStep
}

/**
 * Finds what mended the error that was met at `place`; undefined where nothing shows that it was. `session`:
 * its turns in their order. `isAgain` tells of a later failure whether it is the same error.
 */
export function findMending(
  session: readonly PastTurn[],
  place: Place,
  isAgain: (failed: PastCommand) => boolean,
): Mending | undefined {
  const later = session
    .slice(place.turn, place.turn + MOST_TURNS)
    .flatMap(({ did }, at) =>
      did.map((step, number): Run & { number: number } => ({ at, step, number })),
    )
    .filter(({ at, number }) => at > 0 || number > place.step)
  const failed = failedAt(session[place.turn]!, place)
  const end = findEnd(later, failed?.command)
  if (end === undefined) return undefined
  const again = later
    .slice(0, end.index)
    .findLastIndex(({ step }) => isFailure(step) && isAgain(step))
  const between = later.slice(again + 1, end.index)
  const last = later[end.index]!
  const worked = (last.step as PastCommand).command
  return {
    turn: session[place.turn + last.at]!,
    ...listSteps(between, last.at),
    worked,
    isProven: end.isProven,
  }
}

/** The command that failed; where a person told of the error, the first one that then failed. */
function failedAt({ did }: PastTurn, { step }: Place): PastCommand | undefined {
  const at = did[step]
  return at !== undefined && 'command' in at ? at : did.find(isFailure)
}

function isFailure(step: PastStep): step is PastCommand {
  return 'command' in step && step.isFailed === true
}

function worked(step: PastStep): step is PastCommand {
  return 'command' in step && step.isFailed === false
}

/** The run by which one knows that it works: of the same command, of the same program, of any. */
function findEnd(
  later: readonly Run[],
  failed: string | undefined,
): { index: number; isProven: boolean } | undefined {
  const find = (isEnd: (command: string, index: number) => boolean) =>
    later.findIndex(({ step }, index) => worked(step) && isEnd(step.command, index))
  if (failed !== undefined) {
    const same = find(command => samenessOf(failed, command) >= SAME_VERB)
    if (same >= 0) return { index: same, isProven: true }
    const near = find(
      command => samenessOf(failed, command) === SAME_PROGRAM && !onlyLooks(command),
    )
    if (near >= 0) return { index: near, isProven: false }
  }
  const changed = later.findIndex(({ step }) => 'file' in step)
  const any = find((command, index) => changed >= 0 && index > changed && !onlyLooks(command))
  if (any < 0 || later[any]!.at > MOST_TURNS_UNPROVEN) return undefined
  return { index: any, isProven: false }
}

function listSteps(between: readonly Run[], last: number): Pick<Mending, 'commands' | 'files'> {
  const commands = between.flatMap(({ step }) =>
    worked(step) && !onlyLooks(step.command) ? step.command : [],
  )
  // A change of the turn in which it worked is likelier to have been it.
  const near = between.filter(({ at }) => at === last)
  const files = [...near, ...between].flatMap(({ step }) => ('file' in step ? step.file : []))
  return {
    commands: [...new Set(commands)].slice(-MOST_LISTED),
    files: [...new Set(files)].slice(0, MOST_LISTED),
  }
}
