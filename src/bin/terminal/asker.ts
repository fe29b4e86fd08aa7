import { createInterface, type Interface } from 'node:readline/promises'
import { SvcError } from '../../../store/errors.js'
import { UsageError, type Call } from '../cli/command.js'

/** Asks a person on the terminal: the questions on stderr, one after another. */
export class Asker {
  private terminal: Interface | undefined
  private lines: AsyncIterator<string> | undefined

  /** False where nobody sits at a terminal. */
  get isHeard(): boolean {
    return Boolean(process.stdin.isTTY && process.stderr.isTTY)
  }

  /** The answer of a person, '' for nothing; undefined if nobody is there or the terminal closes. */
  async ask(question: string): Promise<string | undefined> {
    if (!this.isHeard) return undefined
    const { stdin: input, stderr: output } = process
    this.terminal ??= createInterface({ input, output })
    // One reader for all answers: what is typed ahead is not lost.
    this.lines ??= this.terminal[Symbol.asyncIterator]()
    // The terminal redraws one line: the last one of the question.
    const end = question.lastIndexOf('\n') + 1
    output.write(question.slice(0, end))
    this.terminal.setPrompt(question.slice(end))
    this.terminal.prompt()
    const next = await this.lines.next()
    return next.done === true ? undefined : next.value.trim()
  }

  /** True for yes, false for no and nothing; undefined as for `ask`. */
  async confirm(question: string): Promise<boolean | undefined> {
    const said = await this.ask(`${question} [y/N] `)
    return said === undefined ? undefined : /^y(es)?$/i.test(said)
  }

  close(): void {
    this.terminal?.close()
  }
}

/** Lends an asker to some work and lets go of the terminal after it. */
export async function withAsker<Result>(work: (asker: Asker) => Promise<Result>): Promise<Result> {
  const asker = new Asker()
  try {
    return await work(asker)
  } finally {
    asker.close()
  }
}

/** A question to a person, and what is said where they do not agree. */
interface Agreement {
  question: string
  nothing: string
  advice?: string
}

/**
 * Asks a person whether a command may do its work, which --yes answers. Throws UsageError, with `advice`,
 * where nobody sits at a terminal, NOT_AVAILABLE after a no; `nothing` says what was not done.
 */
export async function agree(
  call: Call,
  asker: Asker,
  { question, nothing, advice = '--yes does it, --dry-run only shows' }: Agreement,
): Promise<void> {
  if (call.on('yes')) return
  if (!asker.isHeard || call.on('json'))
    throw new UsageError(`${nothing}, there is no terminal to ask on: ${advice}`, call.command)
  if ((await asker.confirm(question)) !== true) throw new SvcError('NOT_AVAILABLE', nothing)
}

/** A stream of keys; a terminal can hand them on one by one. */
type KeySource = Pick<
  NodeJS.ReadStream,
  'setRawMode' | 'resume' | 'pause' | 'once' | 'off' | 'setEncoding'
>

/** Reads keys from a terminal as they are pressed. */
export interface Keys {
  /** The next key; `q` where a person ends it with Ctrl-C or Ctrl-D, or the terminal goes. */
  next(): Promise<string>
}

/** Ctrl-C and Ctrl-D, which a raw terminal hands on like any other key. */
const ENDS = ['\u0003', '\u0004']

/**
 * Opens the keys of a terminal. It is raw only while a key is waited for, so that an editor that is
 * started in between finds it as it was.
 */
export function openKeys(terminal: KeySource): Keys {
  const waiting: string[] = []
  return {
    async next() {
      if (waiting.length === 0) waiting.push(...splitKeys(await readChunk(terminal)))
      const key = waiting.shift() ?? 'q'
      return ENDS.includes(key) ? 'q' : key
    },
  }
}

/** Splits a chunk into keys; the sequence of an arrow or a function key is one key. */
function splitKeys(chunk: string): string[] {
  return chunk.startsWith('\u001b') ? [chunk] : Array.from(chunk)
}

/** Waits for the next chunk that is typed; '' at the end. */
function readChunk(terminal: KeySource): Promise<string> {
  return new Promise(resolve => {
    const settle = (chunk: string | undefined) => {
      for (const [event, listener] of listeners) terminal.off(event, listener)
      terminal.pause()
      terminal.setRawMode(false)
      resolve(chunk ?? '')
    }
    const end = () => settle(undefined)
    const listeners = [
      ['data', settle],
      ['end', end],
      ['close', end],
      ['error', end],
    ] as const
    terminal.setEncoding('utf8')
    for (const [event, listener] of listeners) terminal.once(event, listener)
    terminal.setRawMode(true)
    terminal.resume()
  })
}
