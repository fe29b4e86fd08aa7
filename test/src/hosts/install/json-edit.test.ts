import { parse, type ParseError } from 'jsonc-parser'
import t from 'tap'
import { insertValue, removeValue, replaceValue } from '../../../../src/hosts/install/json-edit.js'

const TEXT = `{
  // for the whole file
  "a": 1, // why a
  "b": [ 1, 2, ], // why b
  "c": {
    "x": 1 // why x
  },
  "d": [ // my list
    1,
  ], /* the end */
}
`

/** The comments that are part of a value. */
const INSIDE: Record<string, string[]> = { c: ['// why x'], d: ['// my list'] }

const read = (text: string) => {
  const errors: ParseError[] = []
  const value = parse(text, errors, { allowTrailingComma: true }) as unknown
  return errors.length === 0 ? value : errors
}
const commentsOf = (text: string) =>
  Array.from(text.matchAll(/\/\/.*|\/\*.*?\*\//g), ([comment]) => comment)

t.test('what is put in stands last, and comments stay on the lines of their values', async t => {
  t.equal(
    insertValue(TEXT, ['c'], 'y', [2]),
    TEXT.replace('"x": 1 // why x\n', '"x": 1, // why x\n    "y": [\n      2\n    ]\n'),
  )
  t.equal(insertValue(TEXT, ['d'], undefined, 2), TEXT.replace('    1,\n', '    1,\n    2\n'))
  t.equal(
    insertValue(TEXT, [], 'e', {}),
    TEXT.replace('/* the end */\n', '/* the end */\n  "e": {}\n'),
  )
  t.equal(insertValue('{ // none\n}', [], 'a', 1), '{ // none\n  "a": 1\n}')
  t.equal(insertValue('{"a":1 // c\n}', [], 'b', 1), '{"a":1, // c\n"b":1\n}')
})

t.test('whatever is put in or taken out, the text can be read and keeps its comments', async t => {
  const whole = read(TEXT) as Record<string, unknown>
  t.same(Object.keys(whole), ['a', 'b', 'c', 'd'])
  for (const name of Object.keys(whole)) {
    const { [name]: _, ...others } = whole
    const removed = removeValue(TEXT, [name])
    t.same(read(removed), others, removed)
    const within = INSIDE[name] ?? []
    t.same(
      commentsOf(removed),
      commentsOf(TEXT).filter(comment => !within.includes(comment)),
    )
    t.same(read(insertValue(TEXT, [], 'new', name)), { ...whole, new: name })
    t.same(read(replaceValue(TEXT, [name], name)), { ...whole, [name]: name })
  }
  for (const [path, left] of [
    [['b', 0], { b: [2] }],
    [['b', 1], { b: [1] }],
    [['c', 'x'], { c: {} }],
    [['d', 0], { d: [] }],
  ] as const) {
    const removed = removeValue(TEXT, path)
    t.same(read(removed), { ...whole, ...left }, removed)
    t.same(commentsOf(removed), commentsOf(TEXT))
  }
})

t.test('a comment never takes in what stood on the line below it', async t => {
  t.equal(removeValue('{ "a":1, // c\n "b":2 }', ['b']), '{ "a":1 // c\n  }')
  t.equal(removeValue('[ 1, // c\n 2, 3 ]', [1]), '[ 1, // c\n 3 ]')
})

t.test('of repeated keys the last counts, and what is not there is not removed', async t => {
  const twice = '{"a": [1], "a": [2]}'
  t.equal(insertValue(twice, ['a'], undefined, 3), '{"a": [1], "a": [2,3]}')
  t.equal(removeValue(twice, ['a', 0]), '{"a": [1], "a": []}')
  t.equal(removeValue(twice, ['b']), twice)
  t.throws(() => insertValue(twice, ['b'], 'c', 1), RangeError)
})
