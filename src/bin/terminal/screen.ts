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

/** Where a command's answer goes: stdout for the answer, stderr for what is said beside it. */
export interface Screen {
  /** Columns of the terminal; Infinity into a pipe or a file, where nothing is cut. */
  readonly columns: number
  readonly styles: Styles
  readonly now: number
  /** Writes lines to stdout. Stored text in them must have gone through `oneLine` or `toTerminal`. */
  print(lines: string | readonly string[]): void
  /** As `print`, and resolves when the reader has caught up; false once the reader has gone. */
  stream(line: string): Promise<boolean>
  /** One line to stderr. */
  note(line: string): void
  /** Rewrites one line on stderr; does nothing where that is not a terminal. '' wipes it. */
  progress(line: string): void
}

/** The streams and the clock of this process. */
export interface ScreenOptions {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  env: Record<string, string | undefined>
  now: number
}

/** The screen of this process. A reader that goes away (`| head`) ends output without an error. */
export function createScreen({ stdout, stderr, env, now }: ScreenOptions): Screen {
  const colours = stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'
  let gone = false
  stderr.on('error', () => undefined)
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    gone = true
    if (error.code === 'EPIPE') return
    stderr.write(`svc: the answer cannot be written (${toTerminal(error.message)})\n`)
    process.exit(1)
  })
  const write = (text: string) => !gone && stdout.write(`${colours ? text : toTerminal(text)}\n`)
  return {
    columns: stdout.isTTY ? stdout.columns || 80 : Infinity,
    styles: createStyles(colours),
    now,
    print: lines => {
      const text = typeof lines === 'string' ? lines : lines.join('\n')
      if (text !== '') write(text)
    },
    stream: async line => {
      if (!write(line) && !gone) await waitForReader(stdout)
      return !gone
    },
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
