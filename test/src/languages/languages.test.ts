import t from 'tap'
import { combine } from '../../../src/languages/combined.js'
import { LANGUAGES } from '../../../src/languages/index.js'
import { listOf, words } from '../../../src/languages/words.js'

t.test('the words of every language are alternatives of a regular expression', async t => {
  for (const { code, ...parts } of LANGUAGES) {
    for (const [part, roles] of Object.entries(parts)) {
      if (typeof roles !== 'object' || roles instanceof RegExp) continue
      for (const [role, words] of Object.entries(roles as object)) {
        if (typeof words !== 'string' || part === 'concepts') continue
        const isWhole = words === '' || !new RegExp(`^(?:${words})$`, 'u').test('')
        t.ok(isWhole, `${code} ${part}.${role} meets nothing in nothing`)
      }
    }
  }
})

t.test('a language has one row, and a list of each of its words', async t => {
  const codes = LANGUAGES.map(({ code }) => code)
  t.equal(new Set(codes).size, codes.length)
  for (const { code, concepts } of LANGUAGES)
    for (const [concept, words] of Object.entries(concepts))
      t.notOk(listOf(words).includes(''), `${code} ${concept}`)
})

t.test('words may stand on several lines', async t => {
  t.equal(
    words`one|two
      |three`,
    'one|two|three',
  )
  t.same(listOf(''), [])
})

t.test(
  'the words of a role stand in the order of the rows; without any nothing is met',
  async t => {
    const two = LANGUAGES.filter(({ code }) => code === 'fr' || code === 'de')
    t.equal(combine(two).shapes.and, '(?:und|et)')
    t.equal(combine(two).requests.learned, '(?!)')
  },
)
