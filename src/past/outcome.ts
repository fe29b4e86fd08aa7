import { clip } from '../text.js'
import { workOf } from './command.js'
import { commandsOf, filesOf, type PastCommand, type PastTurn } from './turns.js'

/** State of a turn in its session. */
export interface Standing {
  /** A command failed in it, and none worked after it in the turn. */
  isFailing: boolean
  /** A command works in it that failed before, in this turn or an earlier one. */
  isMending: boolean
  /** It changed files. */
  isChanging: boolean
  /** Turns of its session that follow. */
  following: number
}

/** Tells of the turns of a session how they stand, each by its place in the list, which is in their order. */
export function standingsOf(session: readonly PastTurn[]): Standing[] {
  const broken = new Set<string>()
  return session.map((turn, at) => {
    let isMending = false
    for (const { command, isFailed } of commandsOf(turn)) {
      const name = workOf(command)
      if (isFailed === true) broken.add(name)
      else if (isFailed === false && broken.delete(name)) isMending = true
    }
    const isFailing = commandsOf(turn).at(-1)?.isFailed === true
    const isChanging = filesOf(turn).length > 0
    return { isFailing, isMending, isChanging, following: session.length - 1 - at }
  })
}

const COMMAND_CHARS = 60
const SENTENCE_CHARS = 160

/**
 * A line that tells what came of a turn: whether the command that failed in it worked later in the
 * session, and what was answered last; undefined where there is nothing to tell. `session`: the turns
 * of its session in their order, itself among them.
 */
export function outcomeOf(turn: PastTurn, session: readonly PastTurn[]): string | undefined {
  const later = session.filter(other => other.turn > turn.turn)
  const failed = brokenIn(turn)
  if (failed !== undefined) {
    const command = `\`${clip(toOneLine(failed.command), COMMAND_CHARS)}\``
    const mended = later.find(other => worksIn(other, failed))
    if (mended !== undefined) return `${command} failed here and works from turn ${mended.turn} on`
    const isLeft = [...later]
      .reverse()
      .flatMap(commandsOf)
      .some(other => isSame(other, failed))
    return isLeft
      ? `${command} failed to the session's end`
      : `${command} failed and was not run again`
  }
  const repaired = repairedIn(turn, session)
  if (repaired !== undefined)
    return `\`${clip(toOneLine(repaired.command), COMMAND_CHARS)}\` works since this turn`
  const last = later.at(-1)
  if (last === undefined) return undefined
  const sentence = firstSentence(last.answered)
  return sentence === '' ? undefined : `answered last (turn ${last.turn}): ${sentence}`
}

/** The last command that failed in a turn and did not work later in it. */
function brokenIn(turn: PastTurn): PastCommand | undefined {
  const commands = commandsOf(turn)
  return commands.findLast(
    (one, at) =>
      one.isFailed === true &&
      !commands.slice(at + 1).some(other => other.isFailed === false && isSame(other, one)),
  )
}

/** A command that works in a turn and failed before it. */
function repairedIn(turn: PastTurn, session: readonly PastTurn[]): PastCommand | undefined {
  const before = session.filter(other => other.turn < turn.turn).flatMap(commandsOf)
  const own = commandsOf(turn)
  return own.findLast(
    (one, at) =>
      one.isFailed === false &&
      [...before, ...own.slice(0, at)].some(other => other.isFailed === true && isSame(other, one)),
  )
}

function worksIn(turn: PastTurn, failed: PastCommand): boolean {
  return commandsOf(turn).some(one => one.isFailed === false && isSame(one, failed))
}

function isSame(one: PastCommand, other: PastCommand): boolean {
  return one.command === other.command || workOf(one.command) === workOf(other.command)
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The classes of all letters are compiled where a line needs them. */
function saysSomething(line: string): boolean {
  if (/^[^#|]*[A-Za-z0-9]/.test(line)) return true
  return /[^\x00-\x7f]/.test(line) && /^[^#|]*[\p{L}\p{N}]/u.test(line)
}

const FENCED = /```[\s\S]*?(?:```|$)/g

/** The first sentence of an answer, on one line, code and headings left out; '' of an empty one. */
function firstSentence(text: string): string {
  const lines = text.replace(FENCED, '').split('\n')
  const line = toOneLine(lines.find(saysSomething) ?? '')
  const [sentence] = /^.*?[.!?。](?=\s|$)/u.exec(line) ?? [line]
  return clip(sentence, SENTENCE_CHARS)
}
