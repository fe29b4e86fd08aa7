import t from 'tap'
import { MAX_BODY_BYTES, readJsonObject } from '../../../handlers/http/body.js'

const read = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  readJsonObject(
    new Request('http://localhost/', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit),
  )

t.test('reads a JSON object, whatever its content type says', async t => {
  t.same(await read('{"a":1}'), { a: 1 })
  t.same(await read('{"a":"ü"}', { 'content-type': 'text/plain' }), { a: 'ü' })
  t.same(await read('\ufeff{"a":1}'), { a: 1 }, 'a byte order mark')
})

t.test('anything else is INVALID_REQUEST', async t => {
  const texts = ['', ' ', '{', '[]', 'null', '7', '"x"', '{} {}', '{"a":01}', "{'a':1}"]
  for (const text of texts) await t.rejects(read(text), { code: 'INVALID_REQUEST' }, text)
  await t.rejects(read(null), { code: 'INVALID_REQUEST' }, 'no body')
  const latin = new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])
  await t.rejects(read(latin), { code: 'INVALID_REQUEST' }, 'not UTF-8')
})

t.test('a page must say that it sends JSON', async t => {
  const origin = 'http://localhost'
  t.same(await read('{}', { origin, 'content-type': 'application/json' }), {})
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    await t.rejects(read('{}', { origin, 'content-type': type }), { code: 'INVALID_REQUEST' })
  }
})

t.test('counts what comes in, and lets the rest run out', async t => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= 4 * MAX_BODY_BYTES) return controller.close()
      sent += 64 * 1024
      controller.enqueue(new Uint8Array(64 * 1024).fill(32))
    },
  })
  await t.rejects(read(body), { code: 'BODY_TOO_LARGE' })
  t.ok(sent < 2 * MAX_BODY_BYTES, 'the answer does not wait for the end')
})

t.test('a length that is too large is refused unread', async t => {
  const headers = { get: (name: string) => (name === 'content-length' ? '1048577' : null) }
  await t.rejects(readJsonObject({ headers, body: null }), { code: 'BODY_TOO_LARGE' })
})

t.test('a body that breaks off is INVALID_REQUEST', async t => {
  const body = new ReadableStream({ pull: controller => controller.error(new Error('gone')) })
  await t.rejects(read(body), { code: 'INVALID_REQUEST', message: /ended early/ })
})

t.test('deep nesting does no harm', async t => {
  const depth = 100_000
  t.type(await read(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`), 'object')
})
