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
const [scriptPath, { cssBundle }] = Object.entries(metafile.outputs).find(
  ([, { entryPoint }]) => entryPoint === 'src/panel/main.tsx',
)
const stylePath = await joinStyles(cssBundle, Object.keys(metafile.outputs))
const fontPath = Object.keys(metafile.outputs).find(path => /inter-latin-wght.*\.woff2$/.test(path))
const page = (await readFile('src/panel/index.html', 'utf8'))
  .replaceAll('%SCRIPT%', toUrl(scriptPath))
  .replaceAll('%STYLE%', toUrl(stylePath))
  .replaceAll('%FONT%', toUrl(fontPath))
await writeFile(join(OUT, 'index.html'), page)

const files = {}
for (const path of ['index.html', ...(await listFiles('panel'))]) files[path] = await prepare(path)
await writeFile(join(OUT, 'files.json'), JSON.stringify(files, null, 2) + '\n')

/**
 * A page's code is loaded when it is gone to, but nothing loads its style then: all of them are one,
 * the entry's first.
 */
async function joinStyles(first, outputs) {
  const rest = outputs.filter(path => path.endsWith('.css') && path !== first).sort()
  const paths = [first, ...rest]
  const text = (await Promise.all(paths.map(path => readFile(path, 'utf8')))).join('')
  await Promise.all(paths.map(path => rm(path)))
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
  const joined = `${OUT}/panel/main-${hash}.css`
  await writeFile(joined, text)
  return joined
}

function toUrl(path) {
  return path.slice(OUT.length + 1)
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
