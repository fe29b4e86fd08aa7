// Builds the page of the panel into dist/panel: script and style with a hash of their content in
// their names, each compressed beside it once and for all, and files.json, by which they are served.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const OUT = 'dist/panel'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

await rm(OUT, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: ['src/panel/main.tsx'],
  outdir: `${OUT}/panel`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  legalComments: 'linked',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfig: 'src/panel/tsconfig.json',
  loader: { '.woff2': 'file', '.svg': 'file' },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  metafile: true,
  logLevel: 'warning',
})

// All URLs are relative to where the page lies: it is at `/` in one server, below a folder in another.
const { outputs } = metafile
const scriptPath = findOutput(/^src\/panel\/main\.tsx$/)
const stylePath = await takeStyle(outputs[scriptPath].cssBundle, Object.keys(outputs))
const fontPath = Object.keys(outputs).find(path => /inter-latin-wght.*\.woff2$/.test(path))
const iconPath = await writeNamed('icon', '.svg', await readFile('src/panel/icon.svg'))
const page = (await readFile('src/panel/index.html', 'utf8'))
  .replaceAll('%SCRIPT%', toUrl(scriptPath))
  .replaceAll('%STYLE%', toUrl(stylePath))
  .replaceAll('%FONT%', toUrl(fontPath))
  .replaceAll('%ICON%', toUrl(iconPath))
  .replace(/^ *<!-- preload -->\n/m, renderPreloads())
await writeFile(join(OUT, 'index.html'), page)

const files = {}
for (const path of ['index.html', ...(await listFiles('panel'))]) files[path] = await prepare(path)
await writeFile(join(OUT, 'files.json'), JSON.stringify(files, null, 2) + '\n')

/**
 * A page's code is loaded when it is gone to, but nothing loads its style then: the entry's holds the
 * styles of all pages, and those that are written of each besides are not needed.
 */
async function takeStyle(path, outputs) {
  const others = outputs.filter(other => other.endsWith('.css') && other !== path)
  await Promise.all(others.map(other => rm(other)))
  return path
}

function toUrl(path) {
  return path.slice(OUT.length + 1)
}

function findOutput(entryPoint) {
  return Object.keys(outputs).find(path => entryPoint.test(outputs[path].entryPoint ?? ''))
}

/** Where nobody has been before the page of the memories is shown: its code comes with the first. */
function renderPreloads() {
  const first = [scriptPath, findOutput(/^src\/panel\/pages\/memories\//)].filter(Boolean)
  const needed = new Set(first)
  for (const path of needed) {
    const statically = outputs[path].imports.filter(({ kind }) => kind === 'import-statement')
    for (const one of statically) needed.add(one.path)
  }
  needed.delete(scriptPath)
  return [...needed]
    .map(path => `    <link rel="modulepreload" href="${toUrl(path)}" />\n`)
    .join('')
}

/** Writes a file with a hash of its content in its name, as esbuild does; answers its path. */
async function writeNamed(name, ending, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase()
  const path = `${OUT}/panel/${name}-${hash}${ending}`
  await writeFile(path, content)
  return path
}

async function listFiles(folder) {
  await mkdir(join(OUT, folder), { recursive: true })
  return (await readdir(join(OUT, folder))).map(name => `${folder}/${name}`).sort()
}

/** Compresses a file where that makes it smaller; answers how it is served. */
async function prepare(path) {
  const bytes = await readFile(join(OUT, path))
  const encodings = []
  for (const [name, ending, compressed] of compress(bytes)) {
    if (compressed.length >= bytes.length * 0.9) continue
    await writeFile(join(OUT, path + ending), compressed)
    encodings.push(name)
  }
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(bytes).digest('hex').slice(0, 20),
    bytes: bytes.length,
    encodings,
  }
}

function compress(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return [
    ['br', '.br', brotliCompressSync(bytes, { params })],
    ['gzip', '.gz', gzipSync(bytes, { level: 9 })],
  ]
}
