import t from 'tap'
import { intentTerms } from '../../../src/search/intent.js'
import { parseQuery } from '../../../src/search/query.js'
import { processorMs } from '../../processor-time.js'

t.test('the form of a prompt is told: what it quotes, and the paths in it', async t => {
  const told = (text: string) => intentTerms(parseQuery(text))
  t.ok(told('reword “the night run waits for all of its workers”').has('""'))
  t.ok(told('was heißt „die Nachtschicht wartet auf alle Arbeiter“').has('""'))
  t.notOk(told('rename it to “night”').has('""'))
  t.ok(told('look at src/app-one/main.ts').has('.ts'))
  t.ok(told('look at ../app_/main.ts').has('.ts'))
  t.notOk(told('look at /main.ts and at and/or').has('.ts'))
})

t.test('no prompt takes long: the time grows as its length does', async t => {
  // With quadratic patterns each of these takes minutes.
  for (const part of ['„', '«', 'a-', '. ', '?  ', '\n', "' "]) {
    const query = { ...parseQuery(''), text: part.repeat(200_000) }
    const took = await processorMs(() => intentTerms(query))
    t.ok(took < 3_000, `${JSON.stringify(part)}: ${took} ms of processor time`)
  }
})
