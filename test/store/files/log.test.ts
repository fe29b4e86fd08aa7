import t from 'tap'
import { appendFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  appendLine,
  appendToLog,
  logEnd,
  parseLines,
  readLines,
  readLog,
  readLogFrom,
} from '../../../store/files/log.js'
import { runProcess } from '../../process.js'
import { temporaryFolder } from '../fixture.js'

const SMALL = { segmentBytes: 40, segmentsKept: 3 }

t.test('the newest come first, whatever segment they are in', t => {
  const log = { directory: join(temporaryFolder(t), 'log'), ...SMALL }
  t.same(readLog(log, 10), [])
  for (let n = 1; n <= 6; n++) appendToLog(log, { value: n })
  t.same(
    readLog<{ value: number }>(log, 4).map(({ value }) => value),
    [6, 5, 4, 3],
  )
  t.equal(statSync(join(log.directory, '000001.jsonl')).mode & 0o777, 0o600)
  t.end()
})

t.test('old segments go, and the numbers go on', t => {
  const log = { directory: join(temporaryFolder(t), 'log'), ...SMALL }
  for (let n = 1; n <= 100; n++) appendToLog(log, { value: n })
  const segments = readdirSync(log.directory).sort()
  t.equal(segments.length, 3)
  t.ok(segments[0]! > '000020.jsonl', `${segments[0]}`)
  const values = readLog<{ value: number }>(log, 1000).map(({ value }) => value)
  t.equal(values[0], 100)
  t.same(
    values,
    values.map((_, at) => 100 - at),
    'none is missing in between',
  )
  t.end()
})

t.test('a line that is broken or cut off costs no other', t => {
  const folder = temporaryFolder(t)
  const log = { directory: folder, segmentBytes: 1e6, segmentsKept: 2 }
  appendToLog(log, 1)
  appendFileSync(join(folder, '000001.jsonl'), '{"cut":\n\n')
  appendToLog(log, 2)
  t.same(readLog(log, 10), [2, 1])
  appendFileSync(join(folder, '000001.jsonl'), '{"cut off by a power cut')
  appendToLog(log, 3)
  appendToLog(log, 4)
  t.same(readLog(log, 10), [4, 3, 2, 1], 'a line cut off does not swallow the one behind it')
  t.same(parseLines('1\n{\n2'), [1, 2])
  writeFileSync(join(folder, 'notes.txt'), 'not a segment')
  t.same(readLog(log, 1), [4])
  t.end()
})

t.test('a reader takes up where it stopped', t => {
  const log = { directory: join(temporaryFolder(t), 'log'), ...SMALL }
  const start = logEnd(log)
  appendToLog(log, { value: 1 })
  const first = readLogFrom(log, start)
  t.same(first.values, [{ value: 1 }])
  t.same(readLogFrom(log, first.cursor).values, [])
  for (let n = 2; n <= 8; n++) appendToLog(log, { value: n })
  const next = readLogFrom<{ value: number }>(log, first.cursor)
  t.same(
    next.values.map(({ value }) => value),
    [2, 3, 4, 5, 6, 7, 8],
  )
  t.same(next.cursor, logEnd(log))
  t.same(readLogFrom(log, logEnd(log)).values, [])
  t.end()
})

t.test('a reader waits for the end of a line', t => {
  const folder = temporaryFolder(t)
  const log = { directory: folder, segmentBytes: 1e6, segmentsKept: 2 }
  const path = join(folder, '000001.jsonl')
  appendFileSync(path, '{"a":')
  const half = readLogFrom(log, { segment: '000001.jsonl', bytes: 0 })
  t.same(half.values, [])
  appendFileSync(path, '1}\n')
  t.same(readLogFrom(log, half.cursor).values, [{ a: 1 }])
  t.end()
})

t.test('a log that is taken away under a reader is an empty one', t => {
  const log = { directory: join(temporaryFolder(t), 'log'), ...SMALL }
  for (let n = 1; n <= 5; n++) appendToLog(log, { value: n })
  const cursor = logEnd(log)
  rmSync(log.directory, { recursive: true })
  t.same(readLogFrom(log, cursor), { values: [], cursor })
  t.same(readLog(log, 9), [])
  t.end()
})

t.test('lines of a file', t => {
  const path = join(temporaryFolder(t), 'deep', 'lines.jsonl')
  t.same(readLines(path), [])
  appendLine(path, { text: 'a\nb' })
  appendLine(path, 'ü')
  t.same(readLines(path), [{ text: 'a\nb' }, 'ü'])
  t.end()
})

t.test('processes that append at once lose no line', async t => {
  const log = { directory: join(temporaryFolder(t), 'log'), segmentBytes: 20_000, segmentsKept: 99 }
  const script = `const { appendToLog } = await load('store/files/log.js')
    for (let n = 0; n < 500; n++) appendToLog(args[0], { writer: args[1], n, filling: 'x'.repeat(50) })`
  await Promise.all(['a', 'b', 'c'].map(writer => runProcess(t, script, log, writer)))
  const lines = readLog<{ writer: string; n: number }>(log, 10_000)
  t.equal(new Set(lines.map(({ writer, n }) => writer + n)).size, 1_500)
  t.equal(lines.length, 1_500)
})

t.test('a newline is put before a line only where one was cut off', t => {
  const path = join(temporaryFolder(t), 'torn.jsonl')
  writeFileSync(path, '{"n":1')
  appendLine(path, { n: 2 })
  appendLine(path, { n: 3 })
  t.same(readLines(path), [{ n: 2 }, { n: 3 }])
  t.equal(statSync(path).size, '{"n":1\n{"n":2}\n{"n":3}\n'.length)
  writeFileSync(path, '')
  appendLine(path, { n: 5 })
  t.equal(statSync(path).size, '{"n":5}\n'.length)
  t.end()
})
