// Compiles TypeScript for the tests, each file once: types become blanks, so that every place stays as
// it is and no process reads source maps. As a program (`npm test` begins with it) it compiles all of
// them; what a single test finds changed it compiles itself.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What tests may make again at any time. */
export const CACHE = fileURLToPath(new URL('../.tap/typescript/', import.meta.url))
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HERE = readFileSync(fileURLToPath(import.meta.url), 'utf8')
const OPTIONS = {
  loader: 'ts',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: true } },
}
/** Looks for what it starts beside itself: a program of the sources starts the built ones. */
const PROGRAM = join(ROOT, 'src/bin/cli/program.ts')
const PLACE = join(ROOT, 'dist/src/bin/cli')
const TESTS = join(ROOT, 'test/')
/** Hoisted: it stands behind the code, so that no line of that moves. */
const KEPT_IMPORT = 'function keptImport(name, load) { return (keptImport[name] ??= load()) }'
mkdirSync(CACHE, { recursive: true })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = ['src', 'handlers', 'store', 'test'].map(name => join(ROOT, name))
  const names = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true }).map(name => join(folder, name)),
  )
  const isOurs = path =>
    /(?<!\.d)\.ts$/.test(path) && !/[\\/](?:node_modules|fixtures)[\\/]/.test(path)
  for (const path of names.filter(isOurs)) await readCompiled(path)
}

/** The compiled text of a source; its last line says of what, and how, it was made. */
export async function readCompiled(path) {
  const source = readFileSync(path, 'utf8')
  // By its place in the tree: a copy of the tree compiles nothing anew.
  const name = relative(ROOT, path)
  const origin = `//${hash(HERE + (path === PROGRAM ? PLACE : '') + source)}\n`
  const cached = join(CACHE, `${hash(name)}.js`)
  const known = existsSync(cached) ? readFileSync(cached, 'utf8') : ''
  if (known.endsWith(origin)) return known
  const code = await compile(path, source)
  const compiled = (path.startsWith(TESTS) ? code : keepImports(code)) + origin
  writeFileSync(`${cached}.${process.pid}`, compiled)
  renameSync(`${cached}.${process.pid}`, cached)
  return compiled
}

/** What is more than types (a field that a constructor declares) is written anew, with a map. */
async function compile(path, source) {
  const { default: blankTypes } = await import('ts-blank-space')
  let isBlanked = true
  const blanked = blankTypes(source, () => (isBlanked = false))
  const define = path === PROGRAM && { 'import.meta.dirname': JSON.stringify(PLACE) }
  if (isBlanked && !define) return `${blanked}\n`
  const { transformSync } = await import('esbuild')
  return transformSync(source, {
    ...OPTIONS,
    ...(define && { define }),
    sourcefile: basename(path),
  }).code
}

/**
 * Code in which each `import('./x.js')` asks Node once: it would ask the thread of the module hooks
 * every time, and so does each request and each hook call that a test sends.
 */
function keepImports(code) {
  const kept = code.replace(/\bimport\((['"])(\.[^'"\n]+)\1\)/g, "keptImport('$2', () => $&)")
  return kept === code ? code : `${kept}${KEPT_IMPORT}\n`
}

/** A short name for a text. */
export function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
