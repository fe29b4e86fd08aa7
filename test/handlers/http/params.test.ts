import t from 'tap'
import { parseLimit, parseListFilter } from '../../../handlers/http/params.js'

t.test('a limit above 1000 is taken as 1000', async t => {
  const asked = (limit: string) => parseLimit(new URLSearchParams({ limit }), 50)
  t.same(['1', '1000', '1001', '9'.repeat(20)].map(asked), [1, 1000, 1000, 1000])
  t.equal(parseLimit(new URLSearchParams(), 50), 50)
  t.match(parseListFilter(new URLSearchParams('limit=5000')), { limit: 1000 })
})
