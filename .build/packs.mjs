// Bundles the program of `svc` and the worker in packs: a command reads those that have what it needs.
import { writeFile } from 'node:fs/promises'
import { build, transform } from 'esbuild'
import { foldRaw } from './raw.mjs'

/**
 * The packs, each with what its modules load at once and no pack before it has: the command line, the
 * service, most commands, how a store stands, scopes in memory, recall, the search of past sessions, and
 * the rest.
 */
const PACKS = {
  cli: ['src/bin/cli/run.ts'],
  service: ['src/service/service.ts'],
  commands: ['src/bin/commands/memories.ts', 'src/bin/commands/service.ts'],
  standing: ['src/health/standing.ts', 'src/scopes/list.ts'],
  scopes: ['src/memories/collection.ts'],
  recall: [
    'src/service/recall.ts',
    'src/recall/exact.ts',
    'src/recall/unindexed.ts',
    'src/search/search.ts',
  ],
  past: ['src/bin/commands/search.ts', 'src/service/search.ts'],
  rest: [],
}

/** Writes the packs into `dist/`, with the licences of what is in them. */
export async function buildPacks() {
  const { outputFiles, metafile } = await build({
    entryPoints: ['src/bin/cli/run.ts', 'src/bin/cli/tasks.ts'],
    outdir: 'dist',
    chunkNames: '[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [foldRaw],
    write: false,
    metafile: true,
    minify: true,
    legalComments: 'linked',
    logLevel: 'warning',
    // What `main` names may look for its own parts while it runs.
    mainFields: ['module', 'main'],
    // Loaded only where a file of foreign make, a first import or a lock needs them.
    external: ['gray-matter', 'fast-glob', 'proper-lockfile', 'node-sqlite3-wasm'],
    // Parts find other files by their own place, which is as in the sources.
    define: { 'import.meta.dirname': 'PLACE', 'import.meta.url': '__filename' },
  })
  const packOf = choosePacks(metafile.outputs)
  const packs = Object.fromEntries(Object.keys(PACKS).map(name => [name, []]))
  const licences = []
  const helpers = new Map()
  for (const { path, text } of outputFiles) {
    const part = partOf(path)
    if (!path.endsWith('.js')) licences.push(text)
    else
      packs[packOf.get(part)].push(
        `${part}(exports,require,module){${await toPart(text, packOf, helpers)}}`,
      )
  }
  const shared = await minify([...helpers.values()].join(''))
  for (const [name, parts] of Object.entries(packs)) {
    const head = `"use strict";const PLACE=__dirname+"/src/bin/cli";${shared}`
    await writeFile(`dist/${name}.cjs`, `${head}module.exports={${parts.join(',\n')}}\n`)
  }
  await writeFile('dist/cli.cjs.LEGAL.txt', [...new Set(licences)].join('\n'))
}

/** The pack of each part, by the entries that need it at once. */
function choosePacks(outputs) {
  const parts = new Map(Object.entries(outputs).map(([path, output]) => [partOf(path), output]))
  const packOf = new Map()
  const put = (part, pack) => {
    if (packOf.has(part)) return
    packOf.set(part, pack)
    for (const { path, kind, external } of parts.get(part).imports)
      if (!external && kind !== 'dynamic-import') put(partOf(path), pack)
  }
  for (const [pack, entries] of Object.entries(PACKS)) {
    const isEntry = ({ entryPoint }) => pack === 'rest' || entries.includes(entryPoint)
    const found = [...parts].filter(([, output]) => isEntry(output))
    if (found.length < entries.length) throw new Error(`${pack}: an entry is no part of its own`)
    for (const [part] of found) put(part, pack)
  }
  return packOf
}

/** The name of a part, which is a property's too: an output without its folder and its ending. */
function partOf(path) {
  return `$${path.replace(/^.*\//, '').replace(/\.js.*$/, '')}`
}

/** What esbuild puts before a module to make it a CommonJS one. */
const HELPER = /^var (__\w+) = [^]*?;\n(?=[^\s}])/gm

/**
 * The code of a part as a CommonJS module in ASCII, which names other parts with their packs. What it
 * begins with as all parts do goes into `helpers` by its name: a pack has it once.
 */
async function toPart(text, packOf, helpers) {
  const options = { platform: 'node', target: 'node20', supported: { 'dynamic-import': false } }
  const { code } = await transform(text, { ...options, format: 'cjs' })
  const own = code.replace(HELPER, (helper, name) => {
    helpers.set(name, helper)
    return ''
  })
  const named = own
    .replace(/"\.\/(\w+)\.js"/g, (whole, name) => {
      const pack = packOf.get(`$${name}`)
      return pack === undefined ? whole : `"#${pack}/$${name}"`
    })
    // What esbuild made knows what esbuild made.
    .replace(/__toESM\((require\("#[^"]+"\))\)/g, '$1')
    .replace(/__toCommonJS\((\w+)\)/g, '$1')
  const toEscape = unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return (await minify(named)).replace(/[^\0-\x7f]/g, toEscape)
}

/** A part is a script here: nothing of it is looked for by others but what it exports. */
async function minify(text) {
  const { code } = await transform(text, { minifySyntax: true, minifyWhitespace: true })
  return code
}
