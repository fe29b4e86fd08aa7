// Module hooks: `./x.js` named in a TypeScript file is `./x.ts` where that is there, compiled once.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../.tap/typescript/', import.meta.url))
const OPTIONS = {
  loader: 'ts',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: true } },
}
mkdirSync(CACHE, { recursive: true })

export async function resolve(specifier, context, next) {
  const url = sourceOf(specifier, context.parentURL)
  return url === undefined
    ? next(specifier, context)
    : { url, format: 'module', shortCircuit: true }
}

export async function load(url, context, next) {
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
  const origin = `//${hash(JSON.stringify(OPTIONS) + source)}\n`
  const cached = join(CACHE, `${hash(path)}.js`)
  const known = existsSync(cached) ? readFileSync(cached, 'utf8') : ''
  if (known.endsWith(origin)) return known
  const { transformSync } = await import('esbuild')
  const compiled = transformSync(source, { ...OPTIONS, sourcefile: path }).code + origin
  writeFileSync(`${cached}.${process.pid}`, compiled)
  renameSync(`${cached}.${process.pid}`, cached)
  return compiled
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
