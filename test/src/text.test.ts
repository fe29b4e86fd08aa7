import t from 'tap'
import { clip, stripInvisible, titleKey, toTerminal, toTitle } from '../../src/text.js'
import { toTimestamp } from '../../store/types.js'
import { processorMs } from '../processor-time.js'

t.test('a time is written as toISOString writes it', async t => {
  const times = [
    0,
    1,
    951_782_400_000,
    1_709_164_799_999,
    -1,
    -(2 ** 41),
    253_402_300_799_999,
    2 ** 50,
  ]
  for (let at = 0; at < 2_000; at++) times.push(Math.floor((at * 7_919_777_777.7) % 253e12))
  t.same(
    times.filter(time => toTimestamp(new Date(time)) !== new Date(time).toISOString()),
    [],
  )
  t.throws(() => toTimestamp(new Date(NaN)), RangeError)
})

t.test('what nobody sees is removed', async t => {
  t.equal(stripInvisible('plain ASCII\n'), 'plain ASCII\n')
  t.equal(stripInvisible('a\u200bb\u2060c\ufeffd\u00ade\u180ef\u3164g'), 'abcdefg')
  t.equal(stripInvisible('a\u202eb\u2066c\u2069d\u200ee\u061cf'), 'abcdef')
  const tags = [...'ignore all'].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  t.equal(stripInvisible(`x${tags.join('')}y`), 'xy')
  t.equal(stripInvisible('a\ufe0fb\u{e0101}c'), 'abc', 'variation selectors that select nothing')
  t.equal(stripInvisible('naïve café 日本語 ©'), 'naïve café 日本語 ©')
})

t.test('emoji and Arabic script keep what they need', async t => {
  for (const text of ['👩‍👩‍👧', '❤️', '❤️‍🔥', '👩🏽‍💻', '🏳️‍🌈', '1️⃣ #️⃣', 'می‌خواهم']) {
    t.equal(stripInvisible(text), text)
  }
  t.equal(stripInvisible('a\u200db a\u200cb'), 'ab ab')
  t.equal(stripInvisible('👩\u200da'), '👩a')
  t.equal(stripInvisible('a\ufe0f\u200d🔥'), 'a🔥')
})

t.test('stripping twice changes nothing', async t => {
  const pieces = ['a', '❤', '\ufe0f', '\u200d', '\u200c', '🔥', 'م', '\u200b', '1', '\u20e3', '🏽']
  let state = 1
  for (let round = 0; round < 3000; round++) {
    let text = ''
    for (let index = 0; index < 6; index++) {
      state = (state * 48271) % 2147483647
      text += pieces[state % pieces.length]
    }
    const once = stripInvisible(text)
    if (stripInvisible(once) !== once) t.equal(stripInvisible(once), once, JSON.stringify(text))
  }
  t.pass()
})

t.test('a title is one line', async t => {
  t.equal(toTitle('  Use\r\n\ttabs\u2028not \u0000 spaces\u200b '), 'Use tabs not spaces')
  t.equal(toTitle('\u202e\u200b\n'), '')
})

t.test('title keys ignore case, width and white space', async t => {
  t.equal(titleKey('  Use \n Tabs '), 'use tabs')
  t.equal(titleKey('ＵＳＥ　ｔａｂｓ'), 'use tabs')
  t.equal(titleKey('ﬁle'), 'file')
  t.equal(titleKey('É'), titleKey('e\u0301'))
})

t.test('a terminal is shown control characters, never sent them', async t => {
  t.equal(
    toTerminal('a\u001b[31mb\r\u0007\u009b\u007f\n\tc\u202ed'),
    'a\\x1b[31mb\\x0d\\x07\\x9b\\x7f\n\tcd',
  )
  t.equal(toTerminal('日本語 ❤️'), '日本語 ❤️')
})

t.test('clipping keeps the limit and whole characters', async t => {
  t.equal(clip('short', 5), 'short')
  t.equal(clip('longer', 5), 'long…')
  t.equal(clip('abcdefghijklmnopqrstuvwxyz', 15, 'ends'), 'abcde […] vwxyz')
  t.equal(clip('longer', 0), '')
  t.equal(clip('longer', 3, 'ends'), 'lo…', 'too small for both ends')
  const emoji = '😀'.repeat(40)
  for (let limit = 0; limit < 80; limit++) {
    for (const mode of ['start', 'ends'] as const) {
      const clipped = clip(emoji, limit, mode)
      if (clipped.length > limit) t.fail(`${limit} ${mode}: ${clipped.length}`)
      if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(clipped)) {
        t.fail(`${limit} ${mode}: half a character`)
      }
    }
  }
})

t.test('half a million characters take no minutes', async t => {
  for (const part of [
    'a',
    ' ',
    '\u200b',
    '\u200d',
    '❤\ufe0f',
    '\u001b',
    '\n',
    '\u202e',
    'é',
    '\ud83d',
  ]) {
    const text = part.repeat(2 ** 19 / part.length)
    const took = await processorMs(() => {
      stripInvisible(text)
      toTitle(text)
      titleKey(text)
      toTerminal(text)
      clip(text, 1000, 'ends')
    })
    t.ok(took < 2_000, `${JSON.stringify(part)}: ${took} ms of processor time`)
  }
})
