import t from 'tap'
import { splitConflict } from '../../../src/merge/text.js'

const text = (...lines: string[]) => lines.join('\n') + '\n'

t.test('whole versions come out of each of the styles', async t => {
  t.same(splitConflict(text('x', '<<<<<<< HEAD', 'a', '=======', 'b', '>>>>>>> topic', 'y')), {
    base: undefined,
    ours: 'x\na\ny\n',
    theirs: 'x\nb\ny\n',
  })
  const zdiff3 = text(
    '<<<<<<< HEAD',
    'a',
    '||||||| 12ab',
    'o',
    '=======',
    'b',
    '>>>>>>> topic',
    'y',
  )
  t.same(splitConflict(zdiff3), { base: 'o\ny\n', ours: 'a\ny\n', theirs: 'b\ny\n' })
  t.same(splitConflict(zdiff3.replaceAll('\n', '\r\n')), {
    base: 'o\r\ny\r\n',
    ours: 'a\r\ny\r\n',
    theirs: 'b\r\ny\r\n',
  })
})

t.test('several conflicts in one file, and an empty side', async t => {
  const one = ['<<<<<<< a', '=======', 'b', '>>>>>>> b']
  t.same(splitConflict(text('1', ...one, '2', '<<<<<<< a', 'c', '=======', '>>>>>>> b')), {
    base: undefined,
    ours: '1\n2\nc\n',
    theirs: '1\nb\n2\n',
  })
})

t.test('a heading underlined with equals signs is no marker outside of a conflict', async t => {
  const split = splitConflict(
    text('Title', '=======', '<<<<<<< a', '1', '=======', '2', '>>>>>>> b'),
  )
  t.match(split, { ours: 'Title\n=======\n1\n' })
})

t.test('what could be a marker or not is not guessed at', async t => {
  const nested = ['<<<<<<< a', '<<<<<<< b', '=======', '>>>>>>> b', '=======', '>>>>>>> a']
  const underlined = ['<<<<<<< a', 'Title', '=======', 'x', '=======', 'y', '>>>>>>> b']
  for (const lines of [nested, underlined]) {
    t.same(splitConflict(text(...lines)), {
      problem: 'has conflict markers within conflict markers',
    })
  }
  t.same(splitConflict(text('<<<<<<< a', 'x', '=======')), {
    problem: 'has conflict markers that do not close',
  })
})
