import t from 'tap'
import { join, normalize } from 'node:path'
import {
  createId,
  hashText,
  pathIn,
  idOfFileName,
  isId,
  memoryFileName,
  slugOf,
} from '../../store/names.js'

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

t.test('ids are random, and YAML reads them as strings', async t => {
  const ids = new Set(Array.from({ length: 2000 }, () => createId()))
  t.equal(ids.size, 2000)
  for (const id of ids) if (!/^[a-z][a-z2-7]{7}$/.test(id)) t.fail(id)
  t.equal(
    createId(() => 0),
    'aaaaaaaa',
  )
  t.equal(
    createId(() => 0.999999),
    'z7777777',
  )
  for (const id of [
    'abcdefg',
    '1abcdefg',
    'Abcdefgh',
    'abcdefg-',
    12345678,
    undefined,
    `a${'b'.repeat(32)}`,
  ]) {
    t.equal(isId(id), false, String(id))
  }
  t.equal(isId(`a${'0'.repeat(31)}`), true)
})

t.test('a path in a folder is the one that joining gives', t => {
  for (const folder of ['/', '/a', '/a/b.c', 'a', 'a/'].map(path => normalize(path))) {
    for (const names of [['b'], ['b', 'c.json'], ['.git', 'HEAD', 'x y']]) {
      t.equal(pathIn(folder, ...names), join(folder, ...names))
    }
  }
  t.end()
})

t.test('the name of a text never changes', t => {
  // State of earlier versions is found by these names.
  t.equal(hashText(''), 'oet7ydx6bse536cx')
  t.equal(hashText('/home/ada/project'), 'i76pdm2jyvtybipy')
  t.equal(hashText('/home/ada/project', 20), 'i76pdm2jyvtybipykv7b')
  t.equal(hashText('github.com/acme/tool', 10), 'mp4bif5ybo')
  t.equal(hashText('x', 10).length, 10)
  t.equal(hashText('x', 20), hashText('x', 99), '20 at most')
  t.end()
})

t.test('texts that differ a little have names that differ a lot', t => {
  const names = new Set<string>()
  const letters = new Map<string, number>()
  for (let n = 0; n < 50_000; n++) {
    const name = hashText(`/home/user/projects/project-${n}`, 10)
    names.add(name)
    letters.set(name[5]!, (letters.get(name[5]!) ?? 0) + 1)
  }
  t.equal(names.size, 50_000, 'no two of 50,000 paths share a name of 10')
  t.equal(letters.size, 32)
  const counts = [...letters.values()]
  t.ok(Math.max(...counts) < 2 * Math.min(...counts), 'every letter is about as frequent')
  t.end()
})

t.test('order, length and repetition count', t => {
  const texts = ['ab', 'ba', 'a', 'aa', 'aaa', 'a\0', '\0a', '\0', '\0\0', 'é', 'e\u0301']
  t.equal(new Set(texts.map(text => hashText(text))).size, texts.length)
  t.end()
})
