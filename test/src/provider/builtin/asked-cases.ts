import { readFileSync } from 'node:fs'

/** A prompt, and the statements in it that the person asked to keep; none for a near miss. */
export interface AskedCase {
  language: string
  prompt: string
  statements: string[]
}

const FIXTURE = new URL('../../../fixtures/distill/asked.txt', import.meta.url)

/**
 * The labelled prompts of `asked.txt`: a blank line between two, `~` for a blank line in one, `# en`
 * before those of a language, `[[…]]` around each statement that is to be kept.
 */
export function readAskedCases(): AskedCase[] {
  let language = ''
  const blocks = readFileSync(FIXTURE, 'utf8').trim().split(/\n\n+/)
  return blocks.flatMap(block => {
    const heading = /^# (\w+)$/.exec(block)
    if (heading) {
      language = heading[1]!
      return []
    }
    const labelled = block.replace(/^~$/gm, '')
    const statements = [...labelled.matchAll(/\[\[(.*?)\]\]/g)].map(match => match[1]!)
    return [{ language, prompt: labelled.replace(/\[\[|\]\]/g, ''), statements }]
  })
}

/** Every third case of the list: nobody looks at them while the rules are written. */
export function isHeldOut(_: AskedCase, at: number): boolean {
  return at % 3 === 2
}
