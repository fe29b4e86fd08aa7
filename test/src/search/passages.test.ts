import t from 'tap'
import { selectPassages, selectRules } from '../../../src/search/passages.js'
import { processorMs } from '../../processor-time.js'

const filler = 'Lorem ipsum dolor sit amet. '.repeat(8).trim()
const parts = Array.from({ length: 12 }, (_, at) => `Part ${at}. ${filler}`)
parts[7] = 'Part 7. The deployment is blue-green with canary checks.'
parts[10] = 'Part 10. Canary alerts go to the on-call channel.'
const text = parts.join('\n\n')

t.test('a text that fits is left as it is', async t => {
  t.equal(selectPassages('short\n\n text ', 'anything', 100), 'short\n\n text ')
})

t.test('the passages that answer are taken, in text order, with marked gaps', async t => {
  const passages = selectPassages(text, 'how do we deploy canaries', 300)
  t.match(passages, /^…Part 7.*\n…Part 10/s)
  t.ok(passages.endsWith('…'))
})

t.test('without a query, or without a match, it is the beginning', async t => {
  for (const query of [undefined, '', 'zebra']) {
    const beginning = selectPassages(text, query, 50)
    t.ok(beginning.startsWith('Part 0. Lorem ipsum'))
    t.ok(beginning.endsWith('…'))
  }
})

t.test('it is never longer than asked for and never splits a character', async t => {
  const emoji = `${'😀'.repeat(700)} deploy ${'😀'.repeat(700)}`
  for (let limit = 0; limit < 1200; limit++) {
    for (const content of [text, emoji]) {
      const passages = selectPassages(content, 'deploy canary', limit)
      if (passages.length > limit) t.fail(`${passages.length} for ${limit}`)
      if (passages.includes('\uFFFD') || Buffer.from(passages).includes('\uFFFD'))
        t.fail(`half a character at ${limit}`)
    }
  }
  t.equal(selectPassages(text, 'deploy', 0), '')
})

t.test('a cut is at the end of a sentence or a line, e.g. not behind “e.g.”', async t => {
  const steps = Array.from(
    { length: 30 },
    (_, at) =>
      `Step ${at} of the deployment wants a green canary, e.g. one of an hour (see note ${at}).`,
  )
  const lines = steps.map(step => step.replace(/\.$/, ''))
  for (const content of [steps.join(' '), lines.join('\n'), lines.join('。'), lines.join('\n- ')])
    for (const query of ['deploy canary note 17', 'note 17', undefined])
      for (let limit = 130; limit < 1200; limit += 7) {
        const passages = selectPassages(content, query, limit)
        const parts = passages.split('…').map(part => part.trim())
        for (const part of parts.filter(Boolean))
          if (!/^(- )?Step.*note \d+\)[.。]?$/s.test(part)) t.fail(`${limit}: ${part}`)
      }
})

t.test('the beginning does not end with a heading of what was cut off', t => {
  const text = `# Guide\n\nFirst the rules.\n\n## Seeds\n\n### Local\n\n${'More. '.repeat(40)}`
  for (const chars of [40, 45, 55])
    t.equal(selectPassages(text, undefined, chars), '# Guide\n\nFirst the rules.…')
  t.equal(selectPassages(`# Guide\n\n${'word '.repeat(40)}`, undefined, 12), '# Guide…')
  t.end()
})

t.test('where a sentence is longer than the room, it is cut behind a word', async t => {
  const content = 'word '.repeat(400)
  for (let limit = 10; limit < 900; limit += 11)
    for (const query of ['word', undefined])
      t.same(
        selectPassages(content, query, limit)
          .split(/[\s…]+/)
          .filter(word => !['word', ''].includes(word)),
        [],
      )
})

t.test('what a text concludes is given besides what the query asks for', t => {
  const talk = Array.from({ length: 9 }, (_, at) => `Point ${at} on uploads: somebody had a view.`)
  const text = [...talk, 'So uploads stop at 50 MB.', ...talk].join('\n\n')
  for (const query of ['which point was on uploads, 3?', undefined, 'zebra'])
    t.match(selectPassages(text, query, 200), /…So uploads stop at 50 MB\.\n*…/, query ?? 'none')
  const twice = ['We tried 20 MB, so we measured.', ...talk, 'Daher gilt: 80 MB.'].join('\n\n')
  t.match(selectPassages(twice, 'point 3', 120), 'Daher gilt: 80 MB.')
  t.end()
})

t.test('items of a list stay whole, and a heading stands before its own text', t => {
  const item = (at: number) =>
    `- Rule ${at} has a sentence. It has another one, too,\n  on two lines.`
  const list = Array.from({ length: 20 }, (_, at) => item(at)).join('\n')
  const text = `# Rules\n\nRead them.\n\n## Style\n\n${list}\n\n## Release\n\n${list}`
  const whole = /^\s*(?:(?:#.*\n+)*(?:Read them\.|- Rule \d+ has .*,\n {2}on two lines\.)\s*)*$/
  for (let chars = 200; chars < 1_500; chars += 13)
    for (const query of ['rule 7', 'style', 'release of rule 19', undefined]) {
      const passages = selectPassages(text, query, chars)
      for (const part of passages.split('…'))
        if (!whole.test(part)) t.fail(`${chars} ${query}: ${passages}`)
      t.notMatch(passages, /…[-#]/)
      if (passages.length < chars - 150) t.fail(`${chars} ${query}: ${passages.length} of ${chars}`)
    }
  t.end()
})

const handbook = [
  '# Walrus service',
  `The walrus service keeps a register of every walrus. ${'It is written in Go and has a page. '.repeat(5)}`,
  `## Layout\n\n${'- `cmd/` holds the programs of the service\n'.repeat(6)}`,
  '## Rules\n\n- Never push to main.\n- Always run `make heron` first.\n- Errors must be wrapped.',
  `## History\n\n${'The first version was a script on one machine. '.repeat(6)}`,
  'We compared two queues, so jobs go through Postgres.',
].join('\n\n')

t.test('of an agent file the rules come before its introduction', async t => {
  for (const chars of [200, 250, 300]) {
    const part = selectRules(handbook, chars)
    t.match(part, /\n## Rules\n\n- Never push to main\.\n.*\n- Errors must be wrapped\./)
    t.match(part, 'so jobs go through Postgres.', 'and what it concludes')
    t.notMatch(part, 'keeps a register')
    t.ok(part.length <= chars, `${part.length} of ${chars}`)
  }
  t.match(selectRules(handbook, 900), 'keeps a register', 'which has what room is left')
  t.equal(selectRules(handbook, 5_000), handbook)
})

t.test('an agent file without rules gives its beginning', async t => {
  t.equal(selectRules(text, 120), selectPassages(text, undefined, 120))
})

t.test('no text takes long, whatever repeats in it', async t => {
  const units = [
    '# ',
    '#\t',
    '# a\n',
    '\n',
    '\n ',
    '\n \n# x',
    '#',
    ' ',
    '- ',
    '. ',
    'so',
    'müssen',
    '必',
  ]
  for (const unit of units)
    for (const end of ['', '\nfoo bar\n\n', '\n# never', '!'])
      for (const times of [24, 100_000]) {
        const line = unit.repeat(times).slice(0, 100_000) + end
        const hostile = line.repeat(100_000 / line.length)
        const spent = await processorMs(() => {
          selectRules(hostile, 9_000)
          selectPassages(hostile, 'foo so', 9_000)
        })
        t.ok(spent < 2_000, `${times} × ${JSON.stringify(unit + end)}: ${spent} ms`)
      }
})

t.test('headings alone stand before what follows, blank lines between them or not', async t => {
  const rule = `Never push to main. ${'Nobody may. '.repeat(20)}`
  for (const headings of ['# A', ' ## A\n\n### B', '# A\n## B\n\n\n', '# # # A\n\n#### #'])
    t.match(
      selectRules(`${filler}\n\n${headings}\n\n${rule}\n\n${filler}`, 400),
      `${headings.trim()}\n\n`,
      headings,
    )
})
