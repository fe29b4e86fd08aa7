import t from 'tap'
import { runAtOnce } from '../../../store/files/steps.js'
import { SortedLines, sumBlock, sumBlocks, sumByTable } from '../../../store/index/blocks.js'
import { createRandom } from './sample.js'

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

/** Sorted words of a few letters, some long, some of other scripts, none twice. */
function makeWords(count: number): string[] {
  const random = createRandom(count)
  const letters = ['a', 'b', 'c', 'é', '数', '\u{20bb7}', '\ufe0f']
  const pick = () => letters[Math.floor(random() ** 2 * letters.length)]!
  const word = () => Array.from({ length: 1 + Math.floor(random() * 9) }, pick).join('')
  const words = Array.from({ length: count }, (_, at) =>
    at % 97 === 5 ? word().repeat(300) : word(),
  )
  return [...new Set(words)].sort()
}

t.test('sorted lines are found by their beginning, wherever they lie in blocks', async t => {
  for (const count of [0, 1, 40, 3_000]) {
    const words = makeWords(count)
    const bytes = Buffer.from(['', ...words, ''].join('\n'))
    for (const offset of [0, 1, 500, 1_023]) {
      const read = (from: number, length: number) => bytes.subarray(from, from + length)
      const lines = new SortedLines(offset, bytes.length, read)
      const beginnings = ['a', 'ab', 'abc', 'bb', 'ca', 'é', 'a数', '\u{20bb7}', '\ufe0f', 'x', 'A']
      for (const beginning of [...beginnings, ...words.slice(0, 20)]) {
        const should = words.filter(word => word.startsWith(beginning))
        t.same(lines.from(beginning).sort(), should, `${beginning} of ${count}`)
      }
    }
  }
})

t.test('a few blocks are read of many, and none twice', async t => {
  const words = Array.from({ length: 40_000 }, (_, at) => `w${String(at).padStart(6, '0')}`)
  const bytes = Buffer.from(['', ...words, ''].join('\n'))
  const reads: number[] = []
  const lines = new SortedLines(100, bytes.length, (from, length) => {
    reads.push(from)
    return bytes.subarray(from, from + length)
  })
  for (const beginning of ['w01234', 'w01234', 'w03999', 'w00000'])
    t.equal(lines.from(beginning).length, 10)
  t.equal(new Set(reads).size, reads.length)
  t.ok(reads.length < 40, `${reads.length} blocks of ${Math.ceil(bytes.length / 1024)}`)
})
