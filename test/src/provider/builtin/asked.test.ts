import t from 'tap'
import { asksForEarlier, findAsked } from '../../../../src/provider/builtin/asked.js'
import { withoutRequest } from '../../../../src/provider/builtin/request.js'
import { toSentences } from '../../../../src/provider/builtin/sentences.js'
import { isHeldOut, readAskedCases, type AskedCase } from './asked-cases.js'

const askedIn = (prompt: string) =>
  [...findAsked(toSentences(prompt, 0))].map(([{ text }, from]) => text.slice(from))

function isRight({ prompt, statements }: AskedCase): boolean {
  const found = askedIn(prompt)
  return (
    found.length === statements.length &&
    statements.every((statement, at) => found[at]!.startsWith(statement))
  )
}

const cases = readAskedCases()

t.test('what somebody asks to keep is found, and what only looks like it is not', t => {
  for (const one of cases.filter((one, at) => !isHeldOut(one, at))) {
    t.ok(isRight(one), `${one.language}: ${one.prompt}`, { found: askedIn(one.prompt) })
  }
  t.end()
})

t.test('of the cases that were set aside nineteen in twenty are read right', t => {
  const heldOut = cases.filter(isHeldOut)
  const [asked, near] = [heldOut.filter(isAsking), heldOut.filter(one => !isAsking(one))]
  t.ok(asked.length >= 50 && near.length >= 33)
  for (const list of [asked, near]) t.ok(list.filter(isRight).length / list.length >= 0.95)
  t.end()
})

function isAsking({ statements }: AskedCase): boolean {
  return statements.length > 0
}

t.test('a request points back to one statement, to both, or to all of them', t => {
  const said = ['The build uses make.', 'Tests run with vitest.', 'Deploys happen on Tuesdays.']
  const back = (request: string) => askedIn(`${said.join(' ')} ${request}`)
  t.same(back('Please remember that.'), said.slice(2))
  t.same(back('Remember both.'), said.slice(1))
  t.same(back('Please remember all of that.'), said)
  t.end()
})

t.test('a request behind three hundred pasted lines is heard', t => {
  const pasted = Array.from(
    { length: 300 },
    (_, at) => `row ${at}; left ${at * 7}; right ${at % 3}`,
  )
  const log = Array.from({ length: 300 }, (_, at) => `worker ${at} took the job and gave it back.`)
  for (const lines of [pasted, log]) {
    const text = lines.join('\n')
    t.same(askedIn(`${text}\nremember: batches are at most 500 rows`), [
      'batches are at most 500 rows',
    ])
    t.same(askedIn(`here is the log:\n${text}\nplease remember that job 7 is flaky`), [
      'job 7 is flaky',
    ])
  }
  t.same(askedIn(`this is the mail:\nhello all,\n> remember: use tabs\nbye`), [])
  t.same(askedIn(`${'x'.repeat(19_000)}\n\nnote to self: the parser is slow`), [
    'the parser is slow',
  ])
  t.end()
})

t.test('what stands behind a fence that was announced is heard', t => {
  const log = 'Here is the log:\n```\nERROR worker 3 refused\n```\n'
  for (const asked of [
    'Remember that ids are ULIDs.',
    'Odd. Remember that ids are ULIDs. And now?',
  ])
    t.same(askedIn(`${log}${asked}`), ['ids are ULIDs.'], asked)
  t.same(askedIn('Here is the log:\nOdd. Remember that ids are ULIDs. And now?'), [])
  t.end()
})

t.test('words between a request and its statement are none of it', t => {
  const said: [string, string][] = [
    ['Merke dir außerdem, dass die Ids ULIDs sind.', 'die Ids ULIDs sind.'],
    ['Für die Zukunft: Ids sind immer ULIDs.', 'Ids sind immer ULIDs.'],
    ['Actually remember: ids are ULIDs now.', 'ids are ULIDs now.'],
  ]
  for (const [text, statement] of said) t.same(askedIn(text), [statement])
  t.end()
})

t.test('a sentence that is long is asked for all the same', t => {
  const long = `the order of the columns is ${'id, name, '.repeat(80)}and the total`
  t.same(askedIn(`remember: ${long}`), [long])
  t.end()
})

t.test('a prompt that only asks for what was said before says so', t => {
  const asks = (prompt: string) => asksForEarlier(toSentences(prompt, 0))
  for (const prompt of ['remember that', 'perfect, remember this for next time', 'Merk dir das.'])
    t.ok(asks(prompt), prompt)
  for (const prompt of ['pnpm here. remember that', 'remember: pnpm here', 'thanks', ''])
    t.notOk(asks(prompt), prompt)
  t.end()
})

t.test('a statement loses the request behind it', t => {
  const cut = (prompt: string) => withoutRequest(toSentences(prompt, 0)[0]!)
  t.equal(cut('We deploy on Tuesdays only — remember that.'), 'We deploy on Tuesdays only')
  t.equal(cut('ids are ULIDs everywhere (please remember)'), 'ids are ULIDs everywhere')
  t.equal(
    cut('Der Buildserver hat kein Internet, bitte merken.'),
    'Der Buildserver hat kein Internet',
  )
  t.equal(cut('测试账号每周一会重置,记住。'), '测试账号每周一会重置')
  t.equal(cut('remember: ids are ULIDs'), 'remember: ids are ULIDs')
  t.equal(cut('We deploy on Tuesdays.'), 'We deploy on Tuesdays.')
  t.end()
})
