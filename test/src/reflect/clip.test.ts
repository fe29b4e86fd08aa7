import t from 'tap'
import { findAsked } from '../../../src/provider/builtin/asked.js'
import { weighSentences } from '../../../src/provider/builtin/lasting.js'
import { toSentences } from '../../../src/provider/builtin/sentences.js'
import { clipLasting } from '../../../src/reflect/clip.js'

const clipPrompt = (text: string, most: number) =>
  clipLasting(text, most, one => weighSentences(one, 'user'))
const askedIn = (text: string) =>
  [...findAsked(toSentences(text, 0))].map(([{ text: said }, from]) => said.slice(from))

/** Weighs lines by a number in front of them; `!` asks. */
const weighLines = (text: string) =>
  text.split('\n').map(line => ({
    text: line,
    isAsked: line.startsWith('!'),
    weight: Number(/^\d+/.exec(line)?.[0] ?? 0),
  }))

t.test('a text that fits is left as it is, and nobody is asked', t => {
  const never = () => t.fail('asked')
  t.equal(clipLasting('short\n\n', 7, never as never), 'short\n\n')
  t.equal(clipLasting('', 0, never as never), '')
  t.end()
})

t.test('what is asked for stays whole, what looks lasting comes before the beginning', t => {
  const line = (mark: string) => `${mark} ${'word '.repeat(10)}end`
  const text = [line('a'), line('1'), line('b'), line('9'), line('c'), line('!'), line('d')]
  const clipped = clipLasting(text.join('\n'), 130, weighLines)
  t.ok(clipped.includes(line('9')) && clipped.includes(line('!')))
  t.notOk(clipped.includes(line('1')))
  t.ok(clipped.indexOf(line('9')) < clipped.indexOf(line('!')), 'in the order of the text')
  t.match(clipped, '[…]')
  const wide = clipLasting(text.join('\n'), 330, weighLines)
  t.ok(wide.startsWith(line('a')) && wide.includes(line('1')))
  const none = clipLasting(['a', 'b', 'c', 'd'].map(line).join('\n'), 100, weighLines)
  t.ok(none.length <= 100 && none.startsWith('a word') && none.endsWith('end'))
  t.end()
})

t.test('what is asked for is not cut however much it is', t => {
  const requests = Array.from({ length: 10 }, (_, at) => `remember: port 41${at} is for team ${at}`)
  const filler = Array.from({ length: 40 }, (_, at) => `I tried option ${at} and it was fine.`)
  const text = requests
    .flatMap((line, at) => [...filler.slice(at * 4, at * 4 + 4), line])
    .join('\n')
  const clipped = clipPrompt(text, 400)
  t.same(askedIn(clipped), askedIn(text))
  t.equal(askedIn(clipped).length, 10)
  t.ok(clipped.length < 800, `${clipped.length}`)
  t.end()
})

t.test('lists, lines and what is pointed to stay what they were', t => {
  const log = Array.from({ length: 120 }, (_, at) => `2026-01-02 10:00:${at} INFO job ${at}`)
  const paste = `here is the output:\n${log.join('\n')}`
  const code = `look at this\n\`\`\`ts\n${'const a = 1\n'.repeat(200)}\`\`\`\n`
  const requests = [
    'Remember these:\n- staging is on 4000\n- prod is on 4100\n\nNow fix the test.',
    'Mira owns payments. Lars owns search. Remember both.',
    'the orders table is partitioned by month, please remember',
    'for future reference:\nmain is protected\nthe e2e suite needs a VPN',
  ]
  for (const before of [`${paste}\n\n`, `${paste}\n`, code])
    for (const request of requests) {
      const text = `${before}${request}\n\n${'Something else was said here. '.repeat(60)}`
      const own = before === `${paste}\n` ? askedIn(text) : askedIn(request)
      t.same(askedIn(clipPrompt(text, 400)), own, text.slice(-2100, -1700))
    }
  t.end()
})

t.test('a statement in the middle is kept rather than the beginning', t => {
  const talk = 'I looked at the page for a while and then went for lunch with Tim. '
  const text = `${talk.repeat(12)}We never push to main on Fridays because nobody is on call. ${talk.repeat(12)}`
  const clipped = clipPrompt(text, 400)
  t.match(clipped, 'We never push to main on Fridays because nobody is on call.')
  t.ok(clipped.startsWith('I looked') && clipped.length <= 420)
  t.end()
})

t.test('no text is so odd that it fails, and none grows without bound', t => {
  const odd = ['- '.repeat(5_000), '\n'.repeat(9_000), '字'.repeat(9_000), '```\n'.repeat(3_000)]
  for (const text of [...odd, '😀'.repeat(5_000), 'a. '.repeat(6_000), '[…] '.repeat(3_000)]) {
    const clipped = clipPrompt(text, 400)
    t.ok(clipped.length <= 450, `${clipped.length}`)
    t.doesNotThrow(() => encodeURIComponent(clipped), 'no half character')
  }
  for (const most of [0, 1, 5, 20])
    t.ok(clipPrompt('Never do that. '.repeat(50), most).length <= 40)
  t.end()
})

t.test('what a long text takes back or replaces is not cut', t => {
  const filler = 'The header is off by a pixel on the second page, have a look. '.repeat(20)
  for (const said of [
    'Forget what I said about prettier, we use biome now.',
    'Staging is on port 4100 now, not 4000.',
  ])
    t.match(clipPrompt(`${filler}${said} ${filler}`, 400), said)
  t.end()
})
