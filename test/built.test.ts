import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { bare } from './bare.js'
import { ROOT } from './root.js'
import { OF_PAGE } from './rules.mjs'
import { temporaryFolder } from './store/fixture.js'

/** What runs a program, loads a built module or looks at the package waits until it is of the sources. */
const NAMES_BUILT = /['"`/]dist\/|\bDIST\b/
const WAITS = /^import [^;]*?'[./]*\/(?:built\.mjs|stage\.mjs|bin\/shell\.js|hooks\/host\.js)'/m
/** They speak of such a path, or are given one. */
const SPEAK_OF_IT = [
  'built.d.mts',
  'built.mjs',
  'built.test.ts',
  'compile.mjs',
  'concurrency/writers.mjs',
  'src/hosts/install/launcher.test.ts',
  'src/hosts/install/parts/hooks.test.ts',
  'store/files/embedder.mjs',
]

t.test('whoever runs what is built waits until it is of these sources', async t => {
  const paths = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  const naming = paths
    .filter(path => /\.[cm]?ts$|\.mjs$/.test(path) && !/fixtures|node_modules/.test(path))
    .map(path => ({ path, text: readFileSync(join(ROOT, 'test', path), 'utf8') }))
    .filter(({ path, text }) => NAMES_BUILT.test(text) && !SPEAK_OF_IT.includes(path))
  t.ok(naming.length >= 15, `${naming.length} are seen`)
  t.same(
    naming.filter(({ text }) => !WAITS.test(text)).map(({ path }) => path),
    [],
    "import { SVC } from 'test/built.mjs'",
  )
})

t.test('a part is stale as soon as one of its sources differs, and no other', async t => {
  const { write, stale, note } = makeTree(t)
  const all = ['programs', 'declarations', 'panel']
  t.same(stale(), all, 'nothing was built')
  note()
  t.same(stale(), [])
  for (const path of OF_PAGE) {
    write(path, 'export type A = 1')
    t.same(stale(), all, path)
    note()
  }
  write('src/panel/main.tsx', 'export {}')
  t.same(stale(), ['panel'])
  write('dist/.sources.json', '{"programs":')
  t.same(stale(), all, 'a note that was cut off says nothing')
})

/** A tree with a file for each place where sources lie: what is stale there, and noting it as built. */
function makeTree(t: Test) {
  const root = temporaryFolder(t)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  cpSync(join(ROOT, '.build'), join(root, '.build'), { recursive: true })
  for (const path of ['package.json', 'package-lock.json', 'tsconfig.json']) write(path, '{}')
  for (const path of ['src/a.ts', 'src/panel/main.tsx', 'handlers/a.ts', ...OF_PAGE])
    write(path, '')
  const script = `import('${root}/.build/sources.mjs').then(({ findStale }) =>
    console.log(JSON.stringify(Object.fromEntries(findStale()))))`
  const ask = () => {
    const command = bare({ PATH: process.env.PATH }, [process.execPath, '-e', script])
    return spawnSync(...command, { encoding: 'utf8' }).stdout
  }
  const stale = () => Object.keys(JSON.parse(ask()) as Record<string, string>)
  return { write, stale, note: () => write('dist/.sources.json', ask()) }
}
