import { redactText } from '../../redact/index.js'
import { clip } from '../../text.js'
import { tellingLine } from '../output.js'
import type { TurnStep } from './steps.js'

/** A shell command that the model ran, redacted. */
export interface RunCommand {
  /** At most 500 characters. */
  command: string
  /** Undefined where the transcript does not tell: it ran on, or a pipe hid how it ended. */
  isFailed: boolean | undefined
  /** The telling line of what a failed one printed, at most 200 characters. */
  error?: string
}

/** The most commands that are told of one turn: its last ones. */
const MOST_COMMANDS = 30
const COMMAND_CHARS = 500

/** The commands among the steps of a turn, redacted, in their order; the last 30 where more ran. */
export function toRunCommands(steps: readonly TurnStep[]): RunCommand[] {
  const commands = steps.flatMap(step => ('command' in step ? step : []))
  return commands.slice(-MOST_COMMANDS).map(({ command, isFailed, output }) => {
    const error = output === undefined ? '' : tellingLine(output)
    return {
      command: clip(redactText(command), COMMAND_CHARS),
      isFailed,
      ...(error !== '' && { error }),
    }
  })
}
