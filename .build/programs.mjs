// Builds the modules, each from its source, and bundles the programs. svc and the worker: svc.cjs and
// worker.cjs start, and the program lies in packs. The hook: svc-hook.cjs starts, and hook-*.cjs are the
// programs of its events. CommonJS in one file each was measured 8 % of a bare Node start cheaper than
// the same code as ES modules, and loading a program with the code that V8 compiled here saves another
// 10 %, of svc more than twice a Node start.
import { existsSync } from 'node:fs'
import { chmod, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { buildPacks } from './packs.mjs'
import { foldRaw } from './raw.mjs'
import { ROOT } from './sources.mjs'

const DIST = `${ROOT}/dist`

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  legalComments: 'linked',
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
  plugins: [foldRaw],
}

const modules = (await Promise.all(['src', 'handlers', 'store'].map(listModules))).flat()
await build({
  entryPoints: modules,
  outbase: '.',
  outdir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  logLevel: 'warning',
})
// What was once made of a source that is gone would be packed, and could be loaded.
for (const folder of ['src', 'handlers', 'store']) {
  for (const name of await readdir(`dist/${folder}`, { recursive: true })) {
    const source = `${folder}/${name.replace(/(?:\.d\.ts|\.js)$/, '.ts')}`
    if (source.endsWith('.ts') && !existsSync(source)) await rm(`dist/${folder}/${name}`)
  }
}
for (const name of await readdir('dist')) if (/\.c(?:js|ache)$/.test(name)) await rm(`dist/${name}`)
await build({
  ...common,
  entryPoints: ['src/bin/hook/programs/*.ts'],
  outdir: 'dist',
  entryNames: 'hook-[name]',
  outExtension: { '.js': '.cjs' },
  // Loaded only where a file of foreign make, a first import or a lock needs them.
  external: ['gray-matter', 'fast-glob', 'proper-lockfile', 'node-sqlite3-wasm'],
  supported: { 'dynamic-import': false },
})
const { hooksIn, nameBuild, writeHookCaches } = await import('../dist/src/bin/hook/cache.js')
await build({
  ...common,
  entryPoints: ['src/bin/svc-hook.ts'],
  outfile: 'dist/svc-hook.cjs',
  define: { ...common.define, BUILD: JSON.stringify(nameBuild(hooksIn('dist'))) },
  banner: { js: '#!/usr/bin/env node' },
})
await build({
  ...common,
  entryPoints: ['src/bin/hook/beside-server.ts'],
  outfile: 'dist/beside-server.cjs',
})
await chmod('dist/svc-hook.cjs', 0o755)

// In one file too: OpenCode runs on while svc is updated below it.
await build({
  ...common,
  entryPoints: ['src/plugin/opencode/index.ts'],
  outfile: 'dist/opencode.mjs',
  format: 'esm',
  define: {},
  external: ['gray-matter', 'fast-glob', 'proper-lockfile', 'node-sqlite3-wasm'],
})

await buildPacks()
const { packsIn, writeProgramCaches } = await import('../dist/src/bin/cli/cache.js')
await build({
  ...common,
  entryPoints: ['src/bin/svc.ts', 'src/bin/worker.ts'],
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  define: { ...common.define, BUILD: JSON.stringify(nameBuild(packsIn('dist'))) },
  banner: { js: '#!/usr/bin/env node' },
})
await chmod('dist/svc.cjs', 0o755)

// Of the plugin entries what tsc does not make: declarations by hand, the rows of a bundle, and the
// panel, which a browser loads by a manifest of its own.
for (const name of ['context.d.ts', 'cordis.patch.yml']) {
  await copyFile(`src/plugin/${name}`, `dist/src/plugin/${name}`)
}
await build({
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  entryPoints: ['src/plugin/panel/client.ts'],
  outfile: 'dist/src/plugin/panel/client.js',
  logLevel: 'warning',
})
const { name, version } = JSON.parse(await readFile('package.json', 'utf8'))
const panel = {
  name: `${name}/plugin/web`,
  version,
  type: 'module',
  exports: { './client': './client.js', './package.json': './package.json' },
  dsh: { client: { platform: 'web' } },
}
await writeFile('dist/src/plugin/panel/package.json', JSON.stringify(panel, null, 2) + '\n')

// The program is read as Latin-1: esbuild escapes all but what stands in regular expressions.
for (const name of (await readdir('dist')).filter(name => /^hook-.*\.cjs$/.test(name))) {
  if (!/[^\0-\x7f]/.test(await readFile(`dist/${name}`, 'latin1'))) continue
  throw new Error(`dist/${name} must be ASCII: escape the regular expression that is not`)
}

await writeHookCaches(DIST)
await writeProgramCaches(DIST)

/** The sources of a folder but for the panel's, which is built as a whole. */
async function listModules(folder) {
  const names = await readdir(folder, { recursive: true })
  const paths = names.map(name => `${folder}/${name}`)
  return paths.filter(path => /(?<!\.d)\.ts$/.test(path) && !path.startsWith('src/panel/'))
}
