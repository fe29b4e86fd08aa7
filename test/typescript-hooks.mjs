// Module hooks of the tests: `./x.js` named in a TypeScript file is `./x.ts` where that is there. `tap`
// is one bundled program with the code that V8 compiled, which loads in a fifth of the time of its 270
// modules; `typescript` has such code too, and is not searched for the names that it exports. What tap
// preloads to watch processes for coverage, which nobody asks for here, is nothing.
import { createRequire } from 'node:module'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CACHE, hash, readCompiled } from './compile.mjs'

const WATCHER = /\/@tapjs\/processinfo\/dist\/esm\/import\.mjs$/
const RUNNER = new URL('./run-tap.mjs', import.meta.url).href
const COMPILER = new URL('./run-typescript.mjs', import.meta.url).href

export async function resolve(specifier, context, next) {
  const url = (await standInFor(specifier)) ?? sourceOf(specifier, context.parentURL)
  return url === undefined
    ? next(specifier, context)
    : { url, format: 'module', shortCircuit: true }
}

export async function load(url, context, next) {
  if (WATCHER.test(url)) return { format: 'module', source: '', shortCircuit: true }
  if (!isTypeScript(url)) return next(url, context)
  return { format: 'module', source: await readCompiled(fileURLToPath(url)), shortCircuit: true }
}

function standInFor(specifier) {
  if (specifier === 'tap') return bundleTap()
  if (specifier === 'typescript') return COMPILER
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

/**
 * The URL of a module that runs tap's program; the program's name says of which version and plugins.
 * Its own frames are left out of the stacks that tap shows by a folder of their name.
 */
async function bundleTap() {
  const require = createRequire(import.meta.url)
  const plugins = readFileSync(require.resolve('@tapjs/test/built'), 'utf8')
  const name = hash(require('tap/package.json').version + plugins + process.version)
  const program = join(CACHE, 'node_modules/@tapjs/core', `${name}.cjs`)
  if (!existsSync(program)) await writeBundle(join(require.resolve('tap'), '../main.js'), program)
  return `${RUNNER}?program=${encodeURIComponent(program)}`
}

async function writeBundle(entry, path) {
  const { build } = await import('esbuild')
  const outfile = `${path}.${process.pid}`
  const common = { bundle: true, platform: 'node', format: 'cjs', target: 'node20' }
  await build({ ...common, entryPoints: [entry], outfile, charset: 'ascii', logLevel: 'error' })
  renameSync(outfile, path)
}
