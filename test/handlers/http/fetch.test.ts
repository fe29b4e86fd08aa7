import t from 'tap'
import { createEventStreams, createHandler } from '../../../handlers/http/fetch.js'
import { eventHub, REFLECT_EVENT, scriptedService } from './scripted-service.js'

const open = (shutdown?: AbortSignal, signal = new AbortController().signal) => {
  const hub = eventHub()
  const reader = createEventStreams(shutdown)(send => hub.subscribe(send), signal).getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  return { hub, reader, read }
}

t.test('begins with a comment, then one data line an event', async t => {
  const { hub, reader, read } = open()
  t.equal(await read(), ': connected\n\n')
  hub.emit({ ...REFLECT_EVENT, error: 'line one\nline two' })
  const text = await read()
  t.match(text, /^data: [^\n]+\n\n$/)
  t.match(JSON.parse(text.slice(6)), { type: 'reflect', error: 'line one\nline two' })
  await reader.cancel()
  t.equal(hub.listeners.size, 0, 'unsubscribed')
})

t.test('says that it lives often enough for servers that end silent connections', async t => {
  const beats: { beat: () => void; ms: number }[] = []
  const { setInterval } = globalThis
  const clock = (beat: () => void, ms: number) => void beats.push({ beat, ms })
  globalThis.setInterval = clock as unknown as typeof setInterval
  t.teardown(() => (globalThis.setInterval = setInterval))
  const { read, reader } = open()
  await read()
  t.equal(beats.length, 1)
  t.ok(beats[0]!.ms <= 8_000, `every ${beats[0]?.ms} ms`)
  beats[0]?.beat()
  t.equal(await read(), ': alive\n\n')
  await reader.cancel()
})

t.test('ends when its request or the server ends', async t => {
  for (const which of ['shutdown', 'request'] as const) {
    const ends = { shutdown: new AbortController(), request: new AbortController() }
    const { hub, reader } = open(ends.shutdown.signal, ends.request.signal)
    ends[which].abort()
    await reader.read()
    t.ok((await reader.read()).done, which)
    t.equal(hub.listeners.size, 0)
    hub.emit(REFLECT_EVENT)
    for (const each of Object.values(ends)) each.abort()
  }
})

t.test('ends at once where either had ended before', async t => {
  for (const signals of [[AbortSignal.abort()], [undefined, AbortSignal.abort()]]) {
    const { hub, reader } = open(...signals)
    await reader.read()
    t.ok((await reader.read()).done)
    t.equal(hub.listeners.size, 0)
  }
})

t.test('many streams end together, without a warning of leaks', async t => {
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  t.teardown(() => process.off('warning', note))
  const shutdown = new AbortController()
  const openStream = createEventStreams(shutdown.signal)
  const hub = eventHub()
  for (let i = 0; i < 30; i++) openStream(hub.subscribe, new AbortController().signal)
  t.equal(hub.listeners.size, 30)
  shutdown.abort()
  t.equal(hub.listeners.size, 0)
  await new Promise(resolve => setImmediate(resolve))
  t.same(warnings, [])
})

t.test('leaves a reader behind that does not read', async t => {
  const { hub, reader } = open()
  for (let sent = 0; sent < 5000; sent++) hub.emit(REFLECT_EVENT)
  t.equal(hub.listeners.size, 0)
  let received = 0
  while (!(await reader.read()).done) received++
  t.ok(received > 900 && received < 1100, `${received} events were kept`)
})

t.test('leaves a reader behind that does not read long events', async t => {
  const { hub, reader } = open()
  const long = { ...REFLECT_EVENT, title: 'x'.repeat(10_000) }
  for (let sent = 0; sent < 100; sent++) hub.emit(long)
  t.equal(hub.listeners.size, 0)
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.byteLength
  }
  t.ok(bytes > 200_000 && bytes < 300_000, `${bytes} bytes were kept`)
})

t.test('an event that many streams are told of is encoded once', async t => {
  const hub = eventHub()
  const openStream = createEventStreams()
  const chunks = []
  for (let at = 0; at < 2; at++) {
    const ends = new AbortController()
    t.teardown(() => ends.abort())
    const reader = openStream(hub.subscribe, ends.signal).getReader()
    await reader.read()
    chunks.push(reader.read())
  }
  hub.emit(REFLECT_EVENT)
  const [one, other] = await Promise.all(chunks)
  t.equal(one!.value, other!.value)
})

t.test('has two hundred streams and refuses one more until one has ended', async t => {
  const hub = eventHub()
  const service = scriptedService({ subscribe: hub.subscribe })
  const ends = Array.from({ length: 200 }, () => new AbortController())
  t.teardown(() => ends.forEach(each => each.abort()))
  const handle = createHandler(service, { log: () => undefined })
  const ask = (signal = new AbortController().signal) =>
    handle(new Request('http://localhost/svc/stream', { signal }))
  for (const { signal } of ends) t.equal((await ask(signal)).status, 200)
  const refused = await ask()
  t.equal(refused.status, 503)
  t.equal(refused.headers.get('retry-after'), '10')
  t.match(await refused.json(), { code: 'TOO_MANY_STREAMS', error: /200 event streams/ })
  t.equal(hub.listeners.size, 200)
  ends[7]!.abort()
  t.equal((await ask(ends[7]!.signal)).status, 200, 'there is room for one')
})
