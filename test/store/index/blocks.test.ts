import t from 'tap'
import { runAtOnce } from '../../../store/files/steps.js'
import { sumBlock, sumBlocks, sumByTable } from '../../../store/index/blocks.js'

t.test('a checksum is CRC-32, with the help of Node and without', async t => {
  const check = Buffer.from('123456789')
  t.equal(sumBlock(check), 0xcbf43926)
  t.equal(sumByTable(check), 0xcbf43926)
  const bytes = Buffer.from(Array.from({ length: 2_500 }, (_, at) => (at * 31 + (at >> 3)) & 0xff))
  const sums = runAtOnce(sumBlocks(bytes))
  t.same(
    [...sums],
    [0, 1024, 2048].map(at => sumByTable(bytes.subarray(at, at + 1024))),
  )
})
