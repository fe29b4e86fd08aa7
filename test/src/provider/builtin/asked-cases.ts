import { readFileSync } from 'node:fs'

/** A prompt, and the statements in it that the person asked to keep; none for a near miss. */
export interface AskedCase {
  language: string
  prompt: string
  statements: string[]
}

const FIXTURES = ['asked.txt', 'asked-more.txt'].map(
  name => new URL(`../../../fixtures/distill/${name}`, import.meta.url),
)

/**
 * The labelled prompts of `asked.txt` and `asked-more.txt`: a blank line between two, `~` for a blank line in one, `# en`
 * before those of a language, `[[…]]` around each statement that is to be kept.
 */
export function readAskedCases(): AskedCase[] {
  let language = ''
  const texts = FIXTURES.map(file => readFileSync(file, 'utf8').trim())
  const blocks = texts.join('\n\n').split(/\n\n+/)
  return blocks.flatMap(block => {
    const heading = /^# ([a-z]{2})$/.exec(block)
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
