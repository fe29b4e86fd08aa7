import t from 'tap'
import {
  cutToWidth,
  padToWidth,
  widestOf,
  widthOf,
  wrapText,
} from '../../../../src/bin/terminal/layout.js'

t.test('the columns a text takes', async t => {
  const widths: [string, number][] = [
    ['', 0],
    ['plain', 5],
    ['größer', 6],
    ['日本語', 6],
    ['ｆｕｌｌ', 8],
    ['한국어', 6],
    ['e\u0301', 1],
    ['a\u200bb', 2],
    ['👍', 2],
    ['👨‍👩‍👧', 2],
    ['❤️', 2],
    ['🇩🇪', 2],
    ['→ …', 3],
  ]
  for (const [text, width] of widths) t.equal(widthOf(text), width, text)
  t.equal(widestOf(['a', '日本', 'abc']), 4)
  t.equal(widestOf([]), 0)
})

t.test('cutting never exceeds the width nor halves a character', async t => {
  t.equal(cutToWidth('short', 5), 'short')
  t.equal(cutToWidth('longer', 5), 'long…')
  t.equal(cutToWidth('two words', 5), 'two…')
  t.equal(cutToWidth('日本語', 5), '日本…')
  t.equal(cutToWidth('日本語', 4), '日…')
  t.equal(cutToWidth('👨‍👩‍👧👍x', 4), '👨‍👩‍👧…')
  t.equal(cutToWidth('x', 0), '')
  t.equal(cutToWidth('endless', Infinity), 'endless')
})

t.test('padding counts columns', async t => {
  t.equal(padToWidth('日', 4), '日  ')
  t.equal(padToWidth('7', 3, 'start'), '  7')
  t.equal(padToWidth('long', 2), 'long')
})

t.test('wrapping breaks between words and fits', async t => {
  t.same(wrapText('one two three four', 10), ['one two', 'three four'])
  t.same(wrapText('', 10), [])
  t.same(wrapText('a'.repeat(25), 10), ['aaaaaaaaaa', 'aaaaaaaaaa', 'aaaaa'])
  t.same(wrapText('日本語'.repeat(3), 10), ['日本語日本', '語日本語'])
  t.same(wrapText('one two three four five', 10, 2), ['one two', 'three fou…'])
  t.equal(wrapText('x '.repeat(100), Infinity)[0]?.length, 79, '80 where nothing limits it')
})
