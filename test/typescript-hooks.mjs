// Module hooks of the tests: `./x.js` named in a TypeScript file is `./x.ts` where that is there,
// compiled once; `tap` is one bundled file, which loads in a third of the time of its 270 modules; what
// tap preloads to watch processes for coverage, which nobody asks for here, is nothing.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const CACHE = fileURLToPath(new URL('../.tap/typescript/', import.meta.url))
const OPTIONS = {
  loader: 'ts',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: true } },
}
const WATCHER = /\/@tapjs\/processinfo\/dist\/esm\/import\.mjs$/
/** Looks for what it starts beside itself: a program of the sources starts the built ones. */
const PROGRAM = fileURLToPath(new URL('../src/bin/cli/program.ts', import.meta.url))
const PLACE = fileURLToPath(new URL('../dist/src/bin/cli', import.meta.url))
const OF_PROGRAM = { ...OPTIONS, define: { 'import.meta.dirname': JSON.stringify(PLACE) } }
mkdirSync(CACHE, { recursive: true })

export async function resolve(specifier, context, next) {
  const url = specifier === 'tap' ? await bundleTap() : sourceOf(specifier, context.parentURL)
  return url === undefined
    ? next(specifier, context)
    : { url, format: 'module', shortCircuit: true }
}

export async function load(url, context, next) {
  if (WATCHER.test(url)) return { format: 'module', source: '', shortCircuit: true }
  if (!isTypeScript(url)) return next(url, context)
  return { format: 'module', source: await readCompiled(fileURLToPath(url)), shortCircuit: true }
}

function sourceOf(specifier, parent) {
  if (isTypeScript(specifier)) return specifier
  if (parent === undefined || !isTypeScript(parent) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return
  const url = new URL(`${specifier.slice(0, -3)}.ts`, parent)
  return existsSync(url) ? url.href : undefined
}

function isTypeScript(url) {
  return url.startsWith('file:') && url.endsWith('.ts')
}

/** One cached file for each source; its last line says what it was made of. */
async function readCompiled(path) {
  const source = readFileSync(path, 'utf8')
  const options = path === PROGRAM ? OF_PROGRAM : OPTIONS
  const origin = `//${hash(JSON.stringify(options) + source)}\n`
  const cached = join(CACHE, `${hash(path)}.js`)
  const known = existsSync(cached) ? readFileSync(cached, 'utf8') : ''
  if (known.endsWith(origin)) return known
  const { transformSync } = await import('esbuild')
  const compiled = transformSync(source, { ...options, sourcefile: path }).code + origin
  writeFileSync(`${cached}.${process.pid}`, compiled)
  renameSync(`${cached}.${process.pid}`, cached)
  return compiled
}

/**
 * The URL of tap as one module; its name says of which version and plugins. Its own frames are left
 * out of the stacks that tap shows by a folder of their name.
 */
async function bundleTap() {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('tap').replace('commonjs', 'esm')
  const plugins = readFileSync(require.resolve('@tapjs/test/built'), 'utf8')
  const { version } = require('tap/package.json')
  const path = join(CACHE, 'node_modules/@tapjs/core', `${hash(version + plugins)}.mjs`)
  if (!existsSync(path)) await writeBundle(entry, path)
  return pathToFileURL(path).href
}

async function writeBundle(entry, path) {
  const { build } = await import('esbuild')
  const outfile = `${path}.${process.pid}`
  const js = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom('${entry}')`
  const common = { bundle: true, platform: 'node', format: 'esm', target: 'node20' }
  await build({ ...common, entryPoints: [entry], outfile, banner: { js }, logLevel: 'error' })
  renameSync(outfile, path)
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
