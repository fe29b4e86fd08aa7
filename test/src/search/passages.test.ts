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
