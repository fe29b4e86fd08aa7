import { PassThrough, Writable } from 'node:stream'
import { once } from 'node:events'
import t from 'tap'
import { StreamTransport } from '../../../handlers/mcp/stdio.js'

/** A pipe that takes what is written only when it is told to. */
class SlowPipe extends Writable {
  taken = ''
  private proceed = () => {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.proceed = () => {
      this.taken += chunk.toString()
      done()
    }
    this.emit('written')
  }

  take(): void {
    this.proceed()
  }
}

t.test('it closes only once the last answer is on its way, not before', async t => {
  const [input, output] = [new PassThrough(), new SlowPipe()]
  const transport = new StreamTransport(input, output)
  let isClosed = false
  transport.onclose = () => (isClosed = true)
  const asked = new Promise(resolve => (transport.onmessage = resolve))
  await transport.start()
  input.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
  await asked
  await once(input, 'end')
  const written = once(output, 'written')
  const sent = transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  await written
  await new Promise(resolve => setImmediate(resolve))
  t.notOk(isClosed, 'the host has not taken it yet')
  output.take()
  await sent
  t.ok(isClosed)
  t.same(JSON.parse(output.taken), { jsonrpc: '2.0', id: 1, result: {} })
})
