import t from 'tap'
import { readQuery } from '../../../handlers/http/params.js'
import { PAGE } from '../../../src/memories/fields.js'

t.test('a limit above 1000 is taken as 1000', async t => {
  const asked = (limit: string) => readQuery(new URLSearchParams({ limit }), PAGE).limit
  t.same(['1', '1000', '1001', '9'.repeat(20)].map(asked), [1, 1000, 1000, 1000])
  t.same(readQuery(new URLSearchParams(), PAGE), {}, 'the service says what it is without one')
})
