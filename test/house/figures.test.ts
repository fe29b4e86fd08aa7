import t from 'tap'
import ts from 'typescript'
import type { Source } from '../sources.js'
import { importsOf } from '../syntax.mjs'
import { clausesIn, type Figure, linesOfFunctions, measureHouse, measurePlaces } from './figures.js'

function toSource(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  return { path, text, tree, imports: importsOf(path, tree) }
}

const LONG_BODY = 'one()\n'.repeat(41)
const SOURCES = [
  toSource('src/a/one.ts', `import '../b/two.js'\nfunction long() {\n${LONG_BODY}}\n`),
  toSource('src/a/other.ts', "import '../b/two.js'\nimport './one.js'\n"),
  toSource('src/b/two.ts', "/** codex is only in a comment. */\nconst host = 'cursor'\n"),
  toSource('src/b/words.ts', "const WORDS = ['immer']\n"),
]

function valueOf(figures: Figure[], name: string): number | undefined {
  return figures.find(([one]) => one === name)?.[1]
}

t.test('the house is measured with its tables apart', async t => {
  const figures = measureHouse({
    sources: SOURCES,
    isTable: path => path.endsWith('words.ts'),
    roomOf: path => path.split('/', 2).join('/'),
  })
  const values = Object.fromEntries(figures)
  t.match(values, {
    'files, tables apart': 3,
    'lines, tables apart': 48,
    'tables: lines': 1,
    'functions above 40 lines': 1,
    'functions above 60 lines': 0,
    rooms: 2,
    'arrows between rooms': 1,
    'arrows between files': 3,
    'files with one importer': 1,
    'circles of files': 0,
  })
})

t.test('a host, a language or a filter stands where code names it', async t => {
  const figures = measurePlaces(SOURCES)
  t.equal(valueOf(figures, 'files that name codex'), 0, 'a comment is no place')
  t.equal(valueOf(figures, 'files that name cursor'), 1)
  t.equal(valueOf(figures, 'files with words of de'), 1)
  t.equal(valueOf(figures, 'files with words of fr'), 0)
})

t.test('a comment that begins with a clause is counted once, however long it is', async t => {
  const text = [
    '/** Whether it is so. */',
    'const a = 1 // Tells nothing.',
    '// What stands here',
    '// where it goes on.',
    'const b = 2',
    '/**',
    ' * How it is.',
    ' */',
    'const c = () => {}',
  ].join('\n')
  t.equal(clausesIn(toSource('src/a.ts', text)).length, 3)
  t.same(linesOfFunctions(toSource('src/a.ts', text)), [1])
})
