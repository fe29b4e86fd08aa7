import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')

/** Bundles modules of the source as it is now and imports them: no build is needed before. */
export async function importSource(exports) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-eval-'))
  try {
    const outfile = join(folder, 'bundle.mjs')
    const contents = exports.map(path => `export * from ${JSON.stringify(`./${path}`)}`).join('\n')
    await build({
      stdin: { contents, resolveDir: ROOT, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      logLevel: 'error',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
