import t from 'tap'
import { callRoute } from '../../../handlers/http/router.js'
import { STATUS_BY_CODE, toErrorAnswer } from '../../../handlers/http/errors.js'
import { SvcError, type ErrorCode } from '../../../store/errors.js'
import { scriptedService } from './scripted-service.js'

const CODES = Object.entries(STATUS_BY_CODE) as [ErrorCode, number][]

t.test('every code has its status, whoever throws it', async t => {
  for (const [code, status] of CODES) {
    const consolidate = () => Promise.reject(new SvcError(code, `what went wrong: ${code}`))
    const call = { method: 'POST', url: '/svc/consolidate', body: { scope: { type: 'global' } } }
    const reply = await callRoute(scriptedService({ consolidate }), call)
    t.equal(reply.status, status, code)
    if (code !== 'INTERNAL') t.same(reply.body, { error: `what went wrong: ${code}`, code })
  }
})

t.test('the statuses of the contract', async t => {
  const codesOf = (status: number) => CODES.filter(each => each[1] === status).map(each => each[0])
  t.same(codesOf(403), ['HOST_NOT_ALLOWED', 'ORIGIN_NOT_ALLOWED', 'USER_NOT_ALLOWED'])
  t.same(codesOf(404).length, 6)
  t.same(codesOf(409), ['SCOPE_BUSY', 'READ_ONLY_ITEM', 'CONFLICT'])
  t.same(codesOf(500), ['INTERNAL', 'STORE_CORRUPT'])
  t.match(STATUS_BY_CODE, { NOT_AVAILABLE: 501, PROVIDER_FAILED: 502, STORE_LOCKED: 503 })
})

t.test('anything but an SvcError is withheld and logged', async t => {
  for (const thrown of [new TypeError('/home/me/secret'), 'text', undefined, null, { code: 'X' }]) {
    const logged: unknown[][] = []
    const answer = toErrorAnswer(thrown, (...entry) => logged.push(entry))
    t.equal(answer.status, 500)
    t.match(answer.body, { code: 'INTERNAL', error: /^Internal error/ })
    t.same(logged, [['request failed: INTERNAL', thrown]])
  }
})

t.test('what is wrong with the disk is told, with its path', t => {
  const told: Record<string, string> = {
    ENOSPC: '/store/x.md: the disk is full; make room, then try again (ENOSPC)',
    EDQUOT: '/store/x.md: your share of the disk is used up; make room, then try again (EDQUOT)',
    EIO: '/store/x.md: the disk failed; see the log of the system (dmesg), then try again (EIO)',
    EMFILE: '/store/x.md: too many files are open; raise ulimit -n, then try again (EMFILE)',
  }
  for (const [code, error] of Object.entries(told)) {
    const path = '/store/.x.md.123-1a2b.tmp'
    const thrown = Object.assign(new Error('/home/me/secret'), { code, path })
    const logged: unknown[] = []
    const answer = toErrorAnswer(thrown, (_, cause) => logged.push(cause))
    t.match(answer, { status: 500, body: { code: 'STORE_CORRUPT', error } })
    t.same(logged, [thrown])
  }
  const other = Object.assign(new Error('/home/me/secret'), { code: 'ECONNREFUSED' })
  t.match(toErrorAnswer(other, () => undefined).body, { code: 'INTERNAL' })
  t.end()
})

t.test('an SvcError INTERNAL is withheld as well', async t => {
  const answer = toErrorAnswer(new SvcError('INTERNAL', '/secret'), () => undefined)
  t.notMatch(JSON.stringify(answer), 'secret')
})

t.test('what the caller did wrong is not logged', async t => {
  const log = () => t.fail('logged')
  t.equal(toErrorAnswer(new SvcError('INVALID_REQUEST', 'x'), log).status, 400)
  t.equal(toErrorAnswer(new SvcError('NOT_AVAILABLE', 'x'), log).status, 501)
})

t.test('a locked store says when to come back', async t => {
  const answer = toErrorAnswer(new SvcError('STORE_LOCKED', 'x'), () => undefined)
  t.same(answer.headers, { 'retry-after': '1' })
})
