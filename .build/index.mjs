// Builds dist/: `node .build/index.mjs [programs] [declarations] [panel]`, or all of them. A part that
// was made of these very sources stays as it is.
import { mkdirSync, writeFileSync } from 'node:fs'
import { findStale, nameSources, readStamp, ROOT, STAMP } from './sources.mjs'

process.chdir(ROOT)
mkdirSync('dist', { recursive: true })
const sources = nameSources()
for (const part of findStale(sources, process.argv.slice(2))) {
  const known = readStamp()
  writeStamp({ ...known, [part]: undefined })
  await import(`./${part}.mjs`)
  writeStamp({ ...known, [part]: sources[part] })
}

function writeStamp(stamp) {
  writeFileSync(STAMP, JSON.stringify(stamp) + '\n')
}
