import t from 'tap'
import { idOfFileName, memoryFileName, slugOf } from '../../store/names.js'

t.test('names are readable', async t => {
  t.equal(
    memoryFileName('Never push on Fridays!', 'kqq2m7xw'),
    'never-push-on-fridays--kqq2m7xw.md',
  )
  t.equal(slugOf('  C:\\Users/me -- "x" '), 'c-users-me-x')
  t.equal(slugOf('Für Élise'), 'für-élise')
  t.equal(slugOf('日本語 の メモ'), '日本語-の-メモ')
  t.equal(slugOf('e\u0301'), '\u00e9', 'NFC')
})

t.test('names are safe on every system', async t => {
  for (const name of ['CON', 'nul', 'com1', 'LPT9', 'aux'])
    t.equal(slugOf(name), `x-${name.toLowerCase()}`)
  for (const text of ['', '...', '../..', '😀', '\0', '\u202e', '---'])
    t.equal(slugOf(text), 'untitled')
  t.equal(slugOf('!', 'project'), 'project')
  t.equal(slugOf('trailing dots...'), 'trailing-dots')
  t.equal(slugOf('.hidden'), 'hidden')
})

t.test('names have at most 60 bytes and whole characters', async t => {
  for (const text of [
    'word '.repeat(50),
    'x'.repeat(500),
    '日'.repeat(100),
    '𝒳'.repeat(100),
    'ü'.repeat(99),
    'x'.repeat(5e6),
  ]) {
    const slug = slugOf(text)
    t.ok(Buffer.byteLength(slug) <= 60 && Buffer.byteLength(slug) > 30, slug)
    t.notMatch(slug, /^-|-$|\ufffd/)
  }
})

t.test('the id is read back', async t => {
  t.equal(idOfFileName(memoryFileName('a--b', 'kqq2m7xw')), 'kqq2m7xw')
  for (const name of [
    'notes.md',
    'a--short.md',
    'a--12345678.md',
    'a--KQQ2M7XW.md',
    'a--kqq2m7xw.txt',
  ]) {
    t.equal(idOfFileName(name), undefined, name)
  }
})
