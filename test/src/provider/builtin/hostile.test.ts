import t from 'tap'
import { createBuiltinProvider } from '../../../../src/provider/builtin/index.js'
import { processorMs } from '../../../processor-time.js'
import { reflectOn } from './cases.js'

/** Milliseconds of processor time. */
const SECONDS = 10_000

const timeOf = (prompt: string, reply = 'OK.') => processorMs(() => reflectOn([[prompt, reply]]))

t.test('it costs nothing and cannot answer questions', async t => {
  const provider = createBuiltinProvider()
  t.equal(provider.name, 'builtin')
  t.notOk('ask' in provider)
  const request = {
    scope: { type: 'global' as const, id: null },
    turns: [],
    own: { memories: [], skills: [] },
    global: { memories: [], skills: [] },
    nearest: [],
    maxMemories: 1,
    maxSkills: 1,
  }
  t.strictSame(await provider.reflect(request, new AbortController().signal), {
    value: { memories: [], skills: [], retractions: [] },
    usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
  })
})

t.test('the same batch gives the same answer', async t => {
  const batch = ['From now on use pnpm.', 'Our CI runs on Buildkite.', 'I prefer tabs.']
  t.strictSame(await reflectOn(batch), await reflectOn(batch))
})

t.test('empty turns and odd characters are nothing', async t => {
  const odd = [
    '',
    ' \n\t',
    '?',
    '。',
    '```',
    '>',
    '\u0000',
    '\ud800',
    '"',
    '- ',
    '1. ',
    'ok',
    'İ'.repeat(40),
  ]
  t.strictSame(await reflectOn(odd), { memories: [], skills: [], retractions: [] })
})

t.test('two megabytes are read in bounded time', async t => {
  const texts = {
    word: 'a'.repeat(2_000_000),
    spaces: ' '.repeat(2_000_000),
    newlines: '\n'.repeat(2_000_000),
    rules: 'never push to main. '.repeat(100_000),
    commas: 'always, '.repeat(250_000),
    quotes: '"'.repeat(2_000_000),
    backticks: '`'.repeat(2_000_000),
    tags: '<a>'.repeat(600_000),
    open: '<system-reminder>'.repeat(100_000),
    cjk: '必ず'.repeat(1_000_000),
  }
  for (const [name, text] of Object.entries(texts))
    t.ok((await timeOf(text, text)) < SECONDS, `${name} as prompt and reply`)
})

t.test('sentences made to make patterns backtrack end soon', async t => {
  const openings = [
    'our ',
    'to run ',
    'never ',
    'whenever you ',
    'the api ',
    'wir ',
    'on ',
    'los ',
    'for ',
  ]
  for (const opening of openings)
    for (const part of [
      'a ',
      'x-',
      'the the ',
      'and, ',
      'is in ',
      'runs ',
      "don't ",
      'immer ',
      'é',
    ])
      t.ok((await timeOf(opening + part.repeat(480 / part.length))) < 250, opening + part)
})

t.test('a line of nothing but dots is read at once', async t => {
  for (const sign of ['.', '!', '…'])
    t.ok((await timeOf(`never${sign.repeat(19_000)}`)) < 500, sign)
})

t.test('a statement in a very long prompt is found at its beginning and end', async t => {
  const filler = 'Nothing to see in line of text.\n'.repeat(40_000)
  const { memories } = await reflectOn([`From now on use pnpm.\n${filler}`])
  t.match(memories, [{ title: 'Use pnpm' }])
})

t.test('what looks like a secret is never kept', async t => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  t.strictSame((await reflectOn([`Always use the token ${token} for releases.`])).memories, [])
})
