import t from 'tap'
import { findOpenings } from '../../../../src/provider/builtin/reading.js'

t.test('the openings of an anchored pattern are read from its source', async t => {
  t.strictSame(findOpenings('^we (?:use|run) '), ['we '])
  t.strictSame(findOpenings('^(?:the|our) .{2,60}'), ['the', 'our'])
  t.strictSame(findOpenings("^(?:do not|don'?t) ever "), ['do not', 'don'])
  t.strictSame(findOpenings("^(?:we(?:'ll| will)|let's) go"), ['we', "let's"])
})

t.test('there are none where a match may begin otherwise', async t => {
  for (const source of [
    'never',
    '^(?:please )?avoid ',
    '^(?:[a-z]+|the) ',
    '^(?!the )a',
    '^.{3,60} is',
    '^a|b',
    '^(?:a|b)c|d',
    '^(?:x?|y) ',
  ])
    t.equal(findOpenings(source), undefined, source)
})
