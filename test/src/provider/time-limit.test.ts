import t from 'tap'
import { withDeadline } from '../../../src/provider/time-limit.js'

const never = new AbortController().signal

t.test('what ends in time is answered, and its failure is handed on', async t => {
  t.equal(await withDeadline(never, 10_000, async () => 7), 7)
  const failing = withDeadline(never, 10_000, () => Promise.reject(new TypeError('x')))
  await t.rejects(failing, { name: 'TypeError' })
})

t.test('what heeds its signal says itself how it ended', async t => {
  const heeding = withDeadline(
    never,
    10,
    signal =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new RangeError('late')))
      }),
  )
  await t.rejects(heeding, { name: 'RangeError' })
})

t.test('what heeds nothing is left, after its time or when the caller gives up', async t => {
  const endless = () => new Promise(() => undefined)
  await t.rejects(withDeadline(never, 10, endless), { code: 'PROVIDER_FAILED' })
  const caller = new AbortController()
  const running = withDeadline(caller.signal, 60_000, endless)
  caller.abort()
  await t.rejects(running, { code: 'PROVIDER_FAILED' })
  await t.rejects(withDeadline(caller.signal, 60_000, endless), { code: 'PROVIDER_FAILED' })
})
