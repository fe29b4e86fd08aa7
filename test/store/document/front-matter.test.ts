import t from 'tap'
import {
  parseFrontMatter,
  splitFrontMatter,
  toEntries,
} from '../../../store/document/front-matter.js'
import { processorMs } from '../../processor-time.js'

t.test('front matter is split off by its fences alone', async t => {
  t.same(splitFrontMatter('---\na: 1\n---\nbody\n'), { block: 'a: 1', body: 'body\n' })
  t.same(splitFrontMatter('\ufeff---\r\na: 1\r\nb: 2\r\n---\r\nbody\r\n'), {
    block: 'a: 1\nb: 2',
    body: 'body\r\n',
  })
  t.same(splitFrontMatter('---\na: 1\n---'), { block: 'a: 1', body: '' })
  t.same(splitFrontMatter('---\n---\nbody'), { block: '', body: 'body' })
  t.same(splitFrontMatter('---\n# comment\n"quoted key": 1\n---\nbody'), {
    block: '# comment\n"quoted key": 1',
    body: 'body',
  })
})

t.test('a key is known by what its quotes hold, also where JSON has no such escape', async t => {
  const block = ['"a b": 1', "'c d': 2", String.raw`"e\qf": 3`, String.raw`"g\u0041": 4`].join('\n')
  t.same(
    toEntries(block).entries.map(({ key }) => key),
    ['a b', 'c d', String.raw`e\qf`, 'gA'],
  )
})

t.test('what is not front matter stays body', async t => {
  const bodies = [
    '',
    'plain',
    '---',
    '---\n',
    '---js\nmodule.exports = 1\n---\nbody',
    '--- js\na: 1\n---\nbody',
    '---yaml\na: 1\n---\nbody',
    '----\na: 1\n---\n',
    ' ---\na: 1\n---\n',
    '---\na: 1\nno closing fence',
    '---\na: 1\n----\n',
    '---\nA thematic break, then prose.\n---\nmore',
    '---\n\nNote: a break, then prose.\nIt goes on.\n\n---\nmore',
    '---\n\n# A heading\n\n---\nmore',
    '---\n- a list\n---\n',
    `---\na: ${'x'.repeat(17_000)}\n---\nbody`,
  ]
  for (const text of bodies) t.same(splitFrontMatter(text), { body: text })
})

t.test('YAML is read, dates as strings', async t => {
  const text =
    '---\na: 1\nb: [x, y]\nc: {d: true}\ne: 2026-11-20\nf: 2026-11-20T10:00:00Z\n---\nbody'
  t.same(await parseFrontMatter(text), {
    data: { a: 1, b: ['x', 'y'], c: { d: true }, e: '2026-11-20', f: '2026-11-20T10:00:00.000Z' },
    body: 'body',
    raw: 'a: 1\nb: [x, y]\nc: {d: true}\ne: 2026-11-20\nf: 2026-11-20T10:00:00Z',
  })
  t.same(await parseFrontMatter('body'), { data: {}, body: 'body', raw: '' })
  t.same(await parseFrontMatter('---\n# only a comment\n---\nbody'), {
    data: {},
    body: 'body',
    raw: '# only a comment',
  })
})

t.test('agent files that are not YAML are read line by line', async t => {
  const raw =
    'description: Use when: x\nglobs: **/*.ts\nalwaysApply: true\nlist:\n  - a\n  - "b"\ntools: [Read, Grep]\nempty:'
  const front = await parseFrontMatter(`---\n${raw}\n---\nbody`)
  t.same(front.data, {
    description: 'Use when: x',
    globs: '**/*.ts',
    alwaysApply: true,
    list: ['a', 'b'],
    tools: ['Read', 'Grep'],
    empty: '',
  })
  t.match(front, { raw, body: 'body', problem: /./ })
})

t.test('a failure is answered the same way each time', async t => {
  const text = '---\na: "open\n---\nbody'
  const first = await parseFrontMatter(text)
  t.ok(first.problem)
  t.same(await parseFrontMatter(text), first)
})

t.test('no code runs', async t => {
  const traps = [
    '---js\nglobalThis.pwned = 1\n---\n',
    '---javascript\nglobalThis.pwned = 1\n---\n',
    '---\njs\n---\nglobalThis.pwned = 1\n---\n',
    '---\na: !!js/function "function () { globalThis.pwned = 1 }"\n---\n',
    '---\nlanguage: js\nengines: {javascript: 1}\n---\nglobalThis.pwned = 1',
    '---\n---js\nglobalThis.pwned = 1\n---\n',
  ]
  for (const trap of traps) await parseFrontMatter(trap)
  t.notOk('pwned' in globalThis)
})

t.test('prototypes are left alone', async t => {
  const front = await parseFrontMatter('---\n__proto__: {polluted: 1}\na: 1\n---\nbody')
  t.match(front, { problem: /__proto__/, data: { a: 1 }, body: 'body' })
  t.match(await parseFrontMatter('---\na: {__proto__: {polluted: 1}}\n---\n'), {
    problem: /__proto__/,
  })
  t.equal((front.data as { polluted?: unknown }).polluted, undefined)
  t.equal(({} as { polluted?: unknown }).polluted, undefined)
})

t.test('hostile blocks take bounded time', async t => {
  const bomb = [
    'a: &a [x, x, x]',
    ...'bcdefghij'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefghi'[index]},`.repeat(9)}]`),
  ]
  const texts = [
    `---\n${bomb.join('\n')}\n---\n`,
    `---\na: 1\n${'\n'.repeat(16_000)}---\n`,
    `---\na: 1\n${' \n'.repeat(8_000)}---\n`,
    '\n'.repeat(200_000),
    `---\n${'\n'.repeat(200_000)}`,
    `---\na: ${'['.repeat(16_000)}\n---\n`,
    `---\na: ${'{a: '.repeat(4_000)}\n---\n`,
    `---\n${'a: 1\n'.repeat(3_000)}---\n`,
    `---\n${'? '.repeat(8_000)}\n---\n`,
    `---\n${'#\n'.repeat(8_000)}---\n`,
    `---\n${'a'.repeat(16_000)}\n---\n`,
    `---\na: "${'\\'.repeat(16_000)}\n---\n`,
    '---\n'.repeat(100_000),
  ]
  for (const text of texts) {
    const ms = await processorMs(() => parseFrontMatter(text))
    t.ok(ms < 5000, `${JSON.stringify(text.slice(0, 24))} ${ms.toFixed()} ms`)
  }
  t.match(await parseFrontMatter(texts[0] as string), { problem: /aliases/ })
})
