import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { ROOT } from '../root.js'
import type { Source } from '../sources.js'
import { chooseMutants, findMutants, type Mutant } from './choose.js'
import { relatedTests } from './related.js'

const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Record<string, string>[]

/** A source that stands nowhere but here. */
function toSource(text: string, path = 'src/made/up.ts', imports: string[] = []): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  const toImport = (target: string) => {
    const specifier = ts.factory.createStringLiteral(target)
    return { target, isType: false, isDynamic: false, specifier }
  }
  return { path, text, tree, imports: imports.map(toImport) }
}

const mutantsOf = (text: string) => findMutants([toSource(text)])
const changed = (text: string) =>
  mutantsOf(text).map(({ start, end, to }) => text.slice(0, start) + to + text.slice(end))

t.test('each promise is in the source once, and each survivor still is', async t => {
  const textOf = (file = '') => readFileSync(join(ROOT, file), 'utf8')
  for (const { name, file, from = '' } of read('promises.json'))
    t.equal(textOf(file).split(from).length, 2, `${name}`)
  for (const { file, around = '', reason } of read('survivors.json'))
    t.ok(textOf(file).includes(around) && reason, `${file}: ${around}`)
})

t.test('decisions are changed', async t => {
  t.same(changed('a < b'), ['a <= b'])
  t.same(changed('a === b && c'), ['(a === b) || (c)', 'a !== b && c'])
  t.same(changed('if (a) return b'), ['if (!(a)) return b', 'if (a) {}'])
  t.same(changed('await f()'), [';', 'void f()'])
  t.same(changed('g(a ?? b)'), [';', 'g(a)'])
  t.same(changed('x = l.sort(byName)'), ['x = l.sort((a, b) => (byName)(b, a))'])
  t.same(changed('x = { a: true, b: c[1] }'), [
    'x = { a: false, b: c[1] }',
    'x = { a: true, b: c[0] }',
  ])
})

t.test('what people read, types and what only saves work are not', async t => {
  for (const text of [
    'throw new Error(a === 1 ? b : c)',
    'x = `${a === 1 ? b : c}`',
    "x = a === 1 ? 'a file is' : `${a} files are`",
    'type A = true | 1',
    'x = Date.now() - at > LIMIT_MS',
    'x = a < b ? -1 : 1',
    'x = l[at] ?? 0',
    'timer.unref()',
  ])
    t.same(changed(text), [], text)
  t.same(changed('if (l.length === 0) return []'), [
    'if (l.length !== 0) return []',
    'if (l.length === 1) return []',
  ])
})

t.test('the same seed chooses the same, at least two of each room', async t => {
  const many = Array.from({ length: 50 }, (_, at) => `f${at}()\n`).join('')
  const all = findMutants([
    toSource(many),
    toSource(many, 'store/other.ts'),
    toSource('g()\nh()\ni()', 'src/small/one.ts'),
  ])
  const linesOf = (some: readonly Mutant[]) => some.map(({ file, line }) => `${file}:${line}`)
  const chosen = linesOf(chooseMutants(all, 20, 'a'))
  t.same(linesOf(chooseMutants(all, 20, 'a')), chosen)
  t.not(linesOf(chooseMutants(all, 20, 'b')).join(), chosen.join())
  const counts = ['src/made', 'store/other', 'src/small'].map(
    room => chosen.filter(one => one.startsWith(room)).length,
  )
  t.same(counts, [10, 10, 2])
})

t.test('the nearest test comes first, and no test comes that cannot notice', async t => {
  const own = toSource('check()', 'src/room/part.ts')
  const sources = [
    own,
    toSource('', 'src/room/whole.ts', ['src/room/part.ts']),
    toSource('', 'test/src/other/far.test.ts', ['src/room/part.ts']),
    toSource('', 'test/src/room/whole.test.ts', ['src/room/whole.ts']),
    toSource('', 'test/src/room/part.test.ts', ['src/room/part.ts']),
    toSource('', 'test/src/room/program.test.ts'),
    toSource('', 'test/src/other/program.test.ts'),
  ]
  t.same(relatedTests(sources, findMutants([own])[0]!), [
    'test/src/room/part.test.ts',
    'test/src/room/whole.test.ts',
    'test/src/other/far.test.ts',
    'test/src/room/program.test.ts',
  ])
})
