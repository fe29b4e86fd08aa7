import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { linesFromEnd, parseRecord, withTranscript } from '../../../../src/hosts/transcript/read.js'
import { temporaryFolder } from '../../../store/fixture.js'

const BLOCK = 64 * 1024

t.test('lines are read from the end, wherever a block begins', async t => {
  const path = join(temporaryFolder(t), 'transcript.jsonl')
  for (const length of [BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 1]) {
    const lines = ['first', 'x'.repeat(length)]
    writeFileSync(path, lines.join('\n'))
    const read = withTranscript(path, file => [...linesFromEnd(file, 4 * BLOCK)])
    t.same(read?.map(({ text }) => text).reverse(), lines, `${length}`)
  }
})

t.test('the beginning of a line gives what was whole, unless it nests deeper than any host', t => {
  const nested = (depth: number) => ({ text: '{"a":'.repeat(depth) + '"b", "c": 1', isCut: true })
  t.match(parseRecord({ text: '{"a": {"b": 1, "c": [1, 2', isCut: true }), { a: { b: 1 } })
  t.match(parseRecord(nested(50)), { a: { a: {} } })
  t.equal(parseRecord(nested(150)), undefined)
  t.end()
})
