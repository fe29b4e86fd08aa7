import t from 'tap'
import { parseAnswerText } from '../../../src/provider/answer.js'
import { processorMs } from '../../processor-time.js'
import { ANSWER, FAILED, SKILL } from './answers.js'

const JSON_TEXT = JSON.stringify(ANSWER)

t.test('the JSON of an answer, however it is wrapped', t => {
  const body = 'Run:\n```sh\nnpm test\n```\nDone.'
  const fenced = { ...ANSWER, skills: [{ ...SKILL, body }] }
  const texts: [string, string, unknown][] = [
    ['bare', JSON_TEXT, ANSWER],
    ['white space', `\n\n  ${JSON_TEXT}\n`, ANSWER],
    ['indented', JSON.stringify(ANSWER, null, 2), ANSWER],
    ['fence', '```json\n' + JSON_TEXT + '\n```', ANSWER],
    ['fence without a language', '```\n' + JSON_TEXT + '\n```', ANSWER],
    ['sentence before', `Here is what I found: ${JSON_TEXT}`, ANSWER],
    ['sentence after', `${JSON_TEXT}\n\nLet me know!`, ANSWER],
    ['sentences and fence', 'Sure!\n```json\n' + JSON_TEXT + '\n```\nThat is all.', ANSWER],
    ['fences inside texts', '```json\n' + JSON.stringify(fenced, null, 2) + '\n```', fenced],
    ['fence that is not closed', '```json\n' + JSON_TEXT, ANSWER],
    ['braces in a sentence', `I use {memories} and {"}: ${JSON_TEXT} {ok}`, ANSWER],
    ['braces and quotes in texts', `So: ${JSON.stringify({ a: '} "{" \\' })}.`, { a: '} "{" \\' }],
    ['thoughts', `<think>Maybe {"memories": [1]}?</think>\n${JSON_TEXT}`, ANSWER],
    ['a list', '[]', []],
    ['an empty object', 'Nothing: {}', {}],
  ]
  for (const [name, text, value] of texts) t.same(parseAnswerText(text), value, name)
  t.end()
})

t.test('text without JSON is refused and not quoted', t => {
  const texts = ['', 'wombat', '{wombat', '{"wombat": ', '```json\nwombat\n```', 'wombat [1, 2]']
  for (const text of [...texts, '{'.repeat(1000), '{"'.repeat(1000)]) {
    const error = errorOf(() => parseAnswerText(text))
    t.match(error, FAILED, text.slice(0, 20))
    t.notOk(`${error.message}${error.stack}${String(error.cause)}`.includes('wombat'))
  }
  t.end()
})

t.test('long answers take linear time, and one of 10 MB is refused', async t => {
  const hostile = [
    '{"'.repeat(900_000),
    '{ "a": {'.repeat(200_000),
    '{' + ' '.repeat(1_900_000),
    '{'.repeat(1_900_000),
    '['.repeat(1_900_000),
    '```'.repeat(600_000),
    '{"a":"' + '\\'.repeat(1_900_000),
    ('{' + ' '.repeat(190)).repeat(9_000),
  ]
  hostile.push(`{"a":"${'x'.repeat(10_000_000)}"}`)
  const took = await processorMs(() => {
    for (const text of hostile) t.throws(() => parseAnswerText(text), FAILED)
  })
  t.ok(took < 5_000, `${took} ms of processor time`)
})

function errorOf(action: () => unknown): Error {
  try {
    action()
  } catch (error) {
    return error as Error
  }
  throw new Error('did not throw')
}
