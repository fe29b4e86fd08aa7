import t from 'tap'
import { selectPassages } from '../../../src/search/passages.js'

const filler = 'Lorem ipsum dolor sit amet. '.repeat(8).trim()
const parts = Array.from({ length: 12 }, (_, at) => `Part ${at}. ${filler}`)
parts[7] = 'Part 7. The deployment is blue-green with canary checks.'
parts[10] = 'Part 10. Canary alerts go to the on-call channel.'
const text = parts.join('\n\n')

t.test('a text that fits is left as it is', async t => {
  t.equal(selectPassages('short\n\n text ', 'anything', 100), 'short\n\n text ')
})

t.test('the passages that answer are taken, in text order, with marked gaps', async t => {
  const passages = selectPassages(text, 'how do we deploy canaries', 300)
  t.match(passages, /^…Part 7.*\n…Part 10/s)
  t.ok(passages.endsWith('…'))
})

t.test('without a query, or without a match, it is the beginning', async t => {
  for (const query of [undefined, '', 'zebra']) {
    const beginning = selectPassages(text, query, 50)
    t.ok(beginning.startsWith('Part 0. Lorem ipsum'))
    t.ok(beginning.endsWith('…'))
  }
})

t.test('it is never longer than asked for and never splits a character', async t => {
  const emoji = `${'😀'.repeat(700)} deploy ${'😀'.repeat(700)}`
  for (let limit = 0; limit < 1200; limit++) {
    for (const content of [text, emoji]) {
      const passages = selectPassages(content, 'deploy canary', limit)
      if (passages.length > limit) t.fail(`${passages.length} for ${limit}`)
      if (passages.includes('\uFFFD') || Buffer.from(passages).includes('\uFFFD'))
        t.fail(`half a character at ${limit}`)
    }
  }
  t.equal(selectPassages(text, 'deploy', 0), '')
})

t.test('a cut is at the end of a sentence or a line, e.g. not behind “e.g.”', async t => {
  const steps = Array.from(
    { length: 30 },
    (_, at) =>
      `Step ${at} of the deployment wants a green canary, e.g. one of an hour (see note ${at}).`,
  )
  const lines = steps.map(step => step.replace(/\.$/, ''))
  for (const content of [steps.join(' '), lines.join('\n'), lines.join('。'), lines.join('\n- ')])
    for (const query of ['deploy canary note 17', 'note 17', undefined])
      for (let limit = 130; limit < 1200; limit += 7) {
        const passages = selectPassages(content, query, limit)
        const parts = passages.split('…').map(part => part.trim())
        for (const part of parts.filter(Boolean))
          if (!/^(- )?Step.*note \d+\)[.。]?$/s.test(part)) t.fail(`${limit}: ${part}`)
      }
})

t.test('the beginning does not end with a heading of what was cut off', t => {
  const text = `# Guide\n\nFirst the rules.\n\n## Seeds\n\n### Local\n\n${'More. '.repeat(40)}`
  for (const chars of [40, 45, 55])
    t.equal(selectPassages(text, undefined, chars), '# Guide\n\nFirst the rules.…')
  t.equal(selectPassages(`# Guide\n\n${'word '.repeat(40)}`, undefined, 12), '# Guide…')
  t.end()
})

t.test('where a sentence is longer than the room, it is cut behind a word', async t => {
  const content = 'word '.repeat(400)
  for (let limit = 10; limit < 900; limit += 11)
    for (const query of ['word', undefined])
      t.same(
        selectPassages(content, query, limit)
          .split(/[\s…]+/)
          .filter(word => !['word', ''].includes(word)),
        [],
      )
})
