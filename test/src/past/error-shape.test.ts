import t from 'tap'
import { readErrorLines } from '../../../src/past/error-shape.js'

const wordsOf = (text: string) =>
  readErrorLines(text).map(({ words }) => words.map(({ word }) => word).join(' '))

/** Two prints of one error, of which all that differs is taken out. */
const ALIKE: readonly (readonly [string, string])[] = [
  [
    'Error: listen EADDRINUSE: address already in use :::3000',
    'Error: listen EADDRINUSE: address already in use :::8081',
  ],
  [
    'dial tcp 10.0.3.4:8443: connect: connection refused',
    'dial tcp 192.168.7.1:9000: connect: connection refused',
  ],
  [
    '2026-01-02T03:04:05.678Z ERROR worker: pool timed out',
    '[2024-11-30 23:59:59,001] ERROR worker: pool timed out',
  ],
  [
    'request 5d0c8d3e-7c52-4d0e-9f39-5b0a7d2f4c11 failed after 30001ms',
    'request c1b9a0f2-2b0d-4e44-87aa-0f61f6f1a9d0 failed after 12ms',
  ],
  ['cannot read /home/a/app/config.json:12:5', 'cannot read C:\\work\\app\\config.json:7'],
  ['crash at 0x7ffe12 in deadbeef42', 'crash at 0x0011 in 0badc0ffee1'],
  ['openssl-sys v0.9.109 failed to build', 'openssl-sys v0.9.1 failed to build'],
  [
    '\u001b[1;31merror\u001b[0m: \u001b]8;;file:///x\u0007broken pipe\u001b]8;;\u0007',
    'error: broken pipe',
  ],
  ['  0%\r 50%\r100%\rError: checksum mismatch', 'Error: checksum mismatch'],
  ['│ Error: Unsupported argument', 'Error: Unsupported argument'],
  ['npm ERR! code ERESOLVE', 'npm error code ERESOLVE'],
]

t.test(
  'paths, numbers, ids, times, addresses, ports, versions and colours are taken out',
  async t => {
    for (const [one, other] of ALIKE) t.same(wordsOf(one), wordsOf(other), one)
  },
)

t.test('codes, classes and what the error is about stay', async t => {
  t.match(
    wordsOf('error[E0502]: cannot borrow `*self` as mutable')[0],
    /e0502.*\*self mutable|e0502/,
  )
  t.match(
    wordsOf('java.lang.NullPointerException: Cannot invoke "String.strip()"')[0],
    /nullpointer.*string\.strip\(\)/,
  )
  t.match(
    wordsOf("ModuleNotFoundError: No module named 'yaml.cyaml'")[0],
    /modulenotfound.*yaml\.cyaml/,
  )
  t.match(wordsOf('error: RPC failed; HTTP 413 curl 22')[0], /http 413 curl 22/)
  t.match(
    wordsOf('npm error peer @storybook/blocks@"^7.0.0" from addon@6.3.1')[0],
    /@storybook\/blocks/,
  )
  t.match(wordsOf('connect ECONNREFUSED 127.0.0.1:6379')[0], /econnrefused :redis/)
  t.match(wordsOf('错误：找不到模块')[0], /找不到模块/)
})

t.test('progress, prompts and summaries are no lines of an error, frames weigh least', async t => {
  const text = [
    'user@host:~/app$ npm test',
    'Writing objects: 100% (212/212), 301.77 MiB | 11.02 MiB/s, done.',
    'Traceback (most recent call last):',
    '  File "/srv/a.py", line 3, in <module>',
    '    import yaml',
    'ValueError: bad value',
    'hint: see the manual',
    '=== 1 failed, 3 passed in 0.12s ===',
    '^^^^^^^^',
    '',
  ].join('\n')
  const lines = readErrorLines(text)
  t.same(
    lines.map(line => line.text),
    [
      'File "/srv/a.py", line 3, in <module>',
      'import yaml',
      'ValueError: bad value',
      'hint: see the manual',
    ],
  )
  const [frame, source, error, hint] = lines.map(({ weight }) => weight)
  t.ok(frame === source && frame! < hint! && hint! < error!)
})

t.test('of a long log the lines that tell most are read, in their order', async t => {
  const noise = Array.from({ length: 5_000 }, (_, at) => `step number ${at} went on quietly`)
  const text = [...noise, 'Error: first', ...noise.slice(0, 400), 'Error: second', ''].join('\n')
  const told = readErrorLines(text).filter(({ weight }) => weight === 1)
  t.same(
    told.map(line => line.text),
    ['Error: first', 'Error: second'],
  )
  t.ok(readErrorLines(text).length <= 48)
  t.same(readErrorLines(''), [])
  t.same(readErrorLines('\n---\n...'), [])
})
