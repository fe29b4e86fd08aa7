import { createInterface, type Interface } from 'node:readline/promises'

/** Asks a person on the terminal: the questions on stderr, one after another. */
export class Asker {
  private terminal: Interface | undefined
  private lines: AsyncIterator<string> | undefined

  /** False where nobody sits at a terminal. */
  get isHeard(): boolean {
    return Boolean(process.stdin.isTTY && process.stderr.isTTY)
  }

  /** The answer of a person, '' for nothing; undefined if the terminal was closed. */
  async ask(question: string): Promise<string | undefined> {
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

  /** True for yes, false for no and nothing; undefined where the terminal was closed. */
  async confirm(question: string): Promise<boolean | undefined> {
    const said = await this.ask(`${question} [y/N] `)
    return said === undefined ? undefined : /^y(es)?$/i.test(said)
  }

  close(): void {
    this.terminal?.close()
  }
}
