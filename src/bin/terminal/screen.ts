import { toTerminal } from '../../text.js'

/** Ways to set text off. Each returns the text as it is where colours are off. */
export interface Styles {
  dim: (text: string) => string
  strong: (text: string) => string
  good: (text: string) => string
  warn: (text: string) => string
  bad: (text: string) => string
}

/** Colour codes for a terminal, or (off) none at all. */
export function createStyles(on: boolean): Styles {
  const style = (open: number, close: number) => (text: string) =>
    on && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    dim: style(2, 22),
    strong: style(1, 22),
    good: style(32, 39),
    warn: style(33, 39),
    bad: style(31, 39),
  }
}

/** Width, styles and time that an answer is rendered for. */
export interface Screen {
  /** Columns of the terminal; Infinity into a pipe or a file, where nothing is cut. */
  readonly columns: number
  readonly styles: Styles
  readonly now: number
}

/** The two streams: stdout for the answer itself, stderr for remarks. */
export interface Terminal extends Screen {
  /**
   * Writes lines to stdout, nothing for '' and [], and resolves when the reader has caught up.
   * Stored text in them must have gone through `oneLine` or `toTerminal`.
   */
  print(lines: string | readonly string[]): Promise<void>
  /** False once the reader of stdout has gone. */
  isHeard: () => boolean
  /** One line to stderr. */
  note: (line: string) => void
  /** Rewrites one line on stderr; does nothing where that is not a terminal. '' wipes it. */
  progress: (line: string) => void
}

/** The streams and the clock of this process. */
export interface TerminalOptions {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  env: Record<string, string | undefined>
  now: number
}

/** The terminal of this process. A reader that goes away (`| head`) ends output without an error. */
export function createTerminal({ stdout, stderr, env, now }: TerminalOptions): Terminal {
  const colours = stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'
  let gone = false
  const isHeard = () => !gone
  stderr.on('error', () => undefined)
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    gone = true
    if (error.code === 'EPIPE') return
    stderr.write(`svc: the answer cannot be written (${toTerminal(error.message)})\n`)
    process.exit(1)
  })
  return {
    columns: stdout.isTTY ? stdout.columns || 80 : Infinity,
    styles: createStyles(colours),
    now,
    print: async lines => {
      const text = typeof lines === 'string' ? lines : lines.join('\n')
      if (text === '' || !isHeard()) return
      const isTaken = stdout.write(`${colours ? text : toTerminal(text)}\n`)
      if (!isTaken && isHeard()) await waitForReader(stdout)
    },
    isHeard,
    note: line => void stderr.write(`${toTerminal(line)}\n`),
    progress: line => {
      if (stderr.isTTY) stderr.write(`\r\u001b[K${toTerminal(line)}`)
    },
  }
}

/** Resolves when the reader has caught up or is gone. */
function waitForReader(stdout: NodeJS.WriteStream): Promise<void> {
  const ends = ['drain', 'error', 'close']
  return new Promise(resolve => {
    const settle = () => {
      for (const end of ends) stdout.off(end, settle)
      resolve()
    }
    for (const end of ends) stdout.on(end, settle)
  })
}
