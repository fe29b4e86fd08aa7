import { mock } from 'node:test'
import t from 'tap'
import { timeLeft, withTimeLimit } from '../../../src/provider/time-limit.js'
import { ProviderFailure, type Provider } from '../../../src/provider/types.js'
import { reflectionRequest } from './fixture.js'

const never = new AbortController().signal
const usage = { inputTokens: 1, outputTokens: 1 }

/** Asks a provider that answers what an action does, within so many milliseconds. */
function askWithin(given: AbortSignal, ms: number, action: (signal: AbortSignal) => unknown) {
  const answer = async (signal: AbortSignal) => ({ value: await action(signal), usage })
  const provider: Provider = {
    name: 'scripted',
    model: 'm',
    reflect: (_, signal) => answer(signal),
    ask: (_, signal) => answer(signal),
  }
  return withTimeLimit(provider, ms).reflect(reflectionRequest(), given)
}

/** Runs an action while the clock stands still but for what the action lets pass. */
async function withClock(action: (pass: (ms: number) => Promise<void>) => Promise<void>) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  try {
    await action(async ms => {
      mock.timers.tick(ms)
      await new Promise(resolve => setImmediate(resolve))
    })
  } finally {
    mock.timers.reset()
  }
}

t.test('what ends in time is answered, and its failure is handed on', async t => {
  t.equal((await askWithin(never, 10_000, async () => 7)).value, 7)
  const failing = askWithin(never, 10_000, () => Promise.reject(new TypeError('x')))
  await t.rejects(failing, { name: 'TypeError' })
})

t.test('what heeds its signal says itself how it ended', async t => {
  const heeding = askWithin(
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
  const late = { code: 'PROVIDER_FAILED', message: 'scripted did not answer within 60 s' }
  const caller = new AbortController()
  await withClock(async pass => {
    const left = [askWithin(never, 60_000, endless), askWithin(caller.signal, 60_000, endless)]
    const ended: number[] = []
    left.forEach((call, at) => void call.catch(() => ended.push(at)))
    caller.abort()
    await pass(1_999)
    t.same(ended, [], 'it may still say itself how it ended')
    await pass(1)
    t.same(ended, [1])
    await pass(58_000)
    await pass(1_999)
    t.same(ended, [1])
    await pass(1)
    t.same(ended, [1, 0])
    await t.rejects(left[0]!, late)
    await t.rejects(left[1]!, { code: 'PROVIDER_FAILED', message: 'scripted was interrupted' })
  })
  await t.rejects(askWithin(caller.signal, 60_000, endless), { code: 'PROVIDER_FAILED' })
})

t.test('the reason of its signal says what the call may have cost', async t => {
  let left = 0
  const heed = (signal: AbortSignal) =>
    new Promise((_resolve, reject) => {
      left = timeLeft(signal)
      signal.addEventListener('abort', () => reject(signal.reason as ProviderFailure))
    })
  await withClock(async pass => {
    const heeding = askWithin(never, 10, heed).catch((thrown: unknown) => thrown)
    await pass(10)
    const error = await heeding
    t.ok(error instanceof ProviderFailure && error.spent.inputTokens > 500, 'the question')
  })
  t.equal(left, 10)
  t.equal(timeLeft(never), Infinity)
})

t.test('a provider that cannot write text cannot be asked within a limit either', async t => {
  const provider = { name: 'x', model: 'm', reflect: async () => ({ value: {}, usage }) }
  t.notOk('ask' in withTimeLimit(provider, 10))
})
