import t from 'tap'
import { hashText } from '../../store/names.js'

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
