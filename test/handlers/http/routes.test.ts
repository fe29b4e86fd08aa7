import t from 'tap'
import { ENDPOINTS, renderEndpointTable } from '../../../handlers/http/routes.js'

t.test('the reference has one row an endpoint', async t => {
  const rows = renderEndpointTable().split('\n')
  t.equal(rows.length, ENDPOINTS.length + 2)
  t.ok(rows.includes('| GET | `/svc/events` | the activity log, newest first | `limit` |'))
  t.ok(rows.every(row => row.split('|').length === 6))
})

t.test('no endpoint is there twice', async t => {
  const names = ENDPOINTS.map(({ method, path }) => `${method} ${path}`)
  t.equal(new Set(names).size, names.length)
})
