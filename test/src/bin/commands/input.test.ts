import t from 'tap'
import { findNearest } from '../../../../src/bin/cli/find.js'
import { MOST_LINE_BYTES, readInput, readLines } from '../../../../src/bin/commands/input.js'

async function* chunk(text: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(text: string, size: number, most?: number) {
  const overlong: number[] = []
  const lines: string[] = []
  for await (const line of readLines(chunk(text, size), number => overlong.push(number), most)) {
    lines.push(line)
  }
  return { lines, overlong }
}

t.test('lines are the same however the stream is cut', async t => {
  const text = '\ufeffgrößer\r\n\n日本語\nlast'
  for (let size = 1; size <= Buffer.byteLength(text); size++) {
    t.same(await collect(text, size), { lines: ['größer', '', '日本語', 'last'], overlong: [] })
  }
  t.same((await collect('', 1)).lines, [])
  t.same((await collect('one\n', 2)).lines, ['one'])
})

t.test('a line that is too long is skipped, not kept', async t => {
  const { lines, overlong } = await collect(`a\n${'x'.repeat(100)}\nb\n${'y'.repeat(11)}`, 7, 10)
  t.same(overlong, [2, 4])
  t.same([lines[0], lines[2]], ['a', 'b'])
  t.throws(() => JSON.parse(lines[1] ?? '""') as unknown, 'and what stands for it is no item')
  t.equal(MOST_LINE_BYTES, 2 * 1024 * 1024)
})

t.test('standard input loses one final newline at most', async t => {
  t.equal(await readInput(chunk('a\n\n', 1)), 'a\n')
  t.equal(await readInput(chunk('é\r\n', 1)), 'é')
  t.equal(await readInput(chunk('', 1)), '')
  await t.rejects(readInput(chunk(Buffer.from([0xc3]), 1)), { code: 'INVALID_REQUEST' })
  const large = chunk(Buffer.alloc(1024 * 1024 + 1), 65_536)
  await t.rejects(readInput(large), { code: 'BODY_TOO_LARGE' })
})

t.test('the command that was meant', async t => {
  const names = ['serve', 'remember', 'recall', 'list', 'load', 'export']
  t.equal(findNearest('lsit', names), 'list')
  t.equal(findNearest('remeber', names), 'remember')
  t.equal(findNearest('exp', names), 'export')
  t.equal(findNearest('git', names), undefined)
  t.equal(findNearest('constantinople', names), undefined)
})
