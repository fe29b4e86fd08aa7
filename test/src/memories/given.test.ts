import t from 'tap'
import { parsePatch, parseRecallQuery, parseRememberInput } from '../../../src/memories/given.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'

const INPUT = { scope: { type: 'global' }, title: 'A title', content: 'A content' }

t.test('what remember takes', t => {
  t.same(parseRememberInput(INPUT), { ...INPUT, scope: GLOBAL_SCOPE })
  t.same(
    parseRememberInput({
      ...INPUT,
      kind: 'house-rule',
      tags: ['Git', ' git ', 'a,b', ''],
      id: 'ignored',
    }),
    { ...INPUT, scope: GLOBAL_SCOPE, kind: 'house-rule', tags: ['Git', 'a', 'b'] },
  )
  t.end()
})

t.test('a title is one line', t => {
  const title = (text: string) => parseRememberInput({ ...INPUT, title: text }).title
  t.equal(title('  two\nlines\t and\0more '), 'two lines and more')
  t.equal(title('zero\u200bwidth\u202e'), 'zerowidth')
  t.equal(title('x'.repeat(300)).length, 300)
  t.equal(title('\u{1f600}'.repeat(300)).length, 600, 'characters count, not code units')
  t.end()
})

t.test('aliases are a few short lines, each once', t => {
  const aliases = (...given: string[]) => parseRememberInput({ ...INPUT, aliases: given }).aliases
  t.same(aliases(' renew\u200b a\nsecret', '', 'Renew a Secret', 'a, b', '\u202e'), [
    'renew a secret',
    'a, b',
  ])
  t.same(aliases('\u{1f600}'.repeat(100)), ['\u{1f600}'.repeat(100)], 'characters count')
  t.same(parsePatch({ aliases: [] }), { aliases: [] })
  const many = Array.from({ length: 12 }, (_, number) => `phrase ${number}`)
  t.same(aliases(...many, ...many), many)
  for (const bad of ['a phrase', [7], [...many, 'one more'], ['x'.repeat(101)]]) {
    const refused = { code: 'INVALID_REQUEST', message: /^aliases must be/ }
    t.throws(() => parseRememberInput({ ...INPUT, aliases: bad }), refused)
    t.throws(() => parsePatch({ aliases: bad }), refused)
  }
  t.end()
})

t.test('content stays as its author broke it', t => {
  const content = (text: string) => parseRememberInput({ ...INPUT, content: text }).content
  t.equal(content('a\r\nb\rc\n'), 'a\nb\nc')
  t.equal(content('\n\n    indented code\n\n  more  \n\n'), '    indented code\n\n  more')
  t.equal(content('nul\0'), 'nul')
  t.end()
})

t.test('secrets do not reach the store', t => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`
  const { title, content, tags, aliases } = parseRememberInput({
    ...INPUT,
    title: `key ${secret}`,
    content: `the key is ${secret} there`,
    tags: [secret],
    aliases: [`where ${secret} is`],
  })
  t.notMatch(JSON.stringify([title, content, tags, aliases]), secret)
  t.match(content, /^the key is .* there$/)
  t.end()
})

t.test('what remember refuses, naming the field', t => {
  const bad: [unknown, RegExp][] = [
    [undefined, /the memory must be an object/],
    [null, /object/],
    ['text', /object/],
    [[], /object/],
    [{ ...INPUT, scope: undefined }, /^scope is required/],
    [{ ...INPUT, scope: 'global' }, /^scope must be an object/],
    [{ ...INPUT, scope: { type: 'project', id: 'x' } }, /^scope\.id/],
    [{ ...INPUT, title: undefined }, /^title is required/],
    [{ ...INPUT, title: 7 }, /^title must be a text/],
    [{ ...INPUT, title: '' }, /^title must not be blank/],
    [{ ...INPUT, title: ' \n\u200b ' }, /^title must not be blank/],
    [{ ...INPUT, title: 'x'.repeat(301) }, /^title must be at most 300/],
    [{ ...INPUT, content: undefined }, /^content is required/],
    [{ ...INPUT, content: ['x'] }, /^content must be a text/],
    [{ ...INPUT, content: ' \n ' }, /^content must not be blank/],
    [{ ...INPUT, content: '\0' }, /^content must not be blank/],
    [{ ...INPUT, content: 'x'.repeat(256 * 1024 + 1) }, /^content must be at most/],
    [{ ...INPUT, kind: '' }, /^kind/],
    [{ ...INPUT, kind: 'Fact' }, /^kind/],
    [{ ...INPUT, kind: 'two words' }, /^kind/],
    [{ ...INPUT, kind: '1st' }, /^kind/],
    [{ ...INPUT, kind: 'a'.repeat(33) }, /^kind/],
    [{ ...INPUT, kind: null }, /^kind/],
    [{ ...INPUT, tags: 'git' }, /^tags must be an array/],
    [{ ...INPUT, tags: [7] }, /^tags must be a text/],
    [{ ...INPUT, tags: ['x'.repeat(101)] }, /^tags must be at most 100/],
    [{ ...INPUT, tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, /^tags must be at most 50/],
  ]
  for (const [value, message] of bad) {
    t.throws(() => parseRememberInput(value), { code: 'INVALID_REQUEST', message }, String(message))
  }
  t.end()
})

t.test('what a change takes and refuses', t => {
  t.same(parsePatch({ pinned: true }), { pinned: true })
  t.same(parsePatch({ tags: [] }), { tags: [] })
  t.same(parsePatch({ title: ' New ', kind: 'fact', content: 'c', pinned: false }), {
    title: 'New',
    kind: 'fact',
    content: 'c',
    pinned: false,
  })
  const bad: unknown[] = [{}, { other: 1 }, null, 'x', { pinned: 'yes' }, { pinned: null }]
  bad.push({ title: '' }, { content: ' ' }, { kind: null }, { tags: null }, { title: null })
  for (const value of bad) t.throws(() => parsePatch(value), { code: 'INVALID_REQUEST' })
  t.end()
})

t.test('what a recall takes and refuses', t => {
  t.same(parseRecallQuery({}), {})
  const query = { scopes: [GLOBAL_SCOPE], kinds: ['fact'], text: 'x', limit: 3 }
  t.same(parseRecallQuery(query), query)
  const bad: unknown[] = [null, 'x', { text: 7 }, { limit: 0 }, { limit: 1.5 }, { limit: '3' }]
  bad.push({ limit: NaN }, { kinds: 'fact' }, { kinds: ['Fact'] }, { scopes: 'global' })
  bad.push({ scopes: [{ type: 'user' }] }, { scopes: ['global'] })
  for (const value of bad) {
    t.throws(() => parseRecallQuery(value), { code: 'INVALID_REQUEST' }, JSON.stringify(value))
  }
  t.end()
})
