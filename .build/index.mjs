// Builds dist/: `node .build/index.mjs [programs] [declarations] [panel]`, or all of them. A part that
// was made of these very sources stays as it is.
import { mkdirSync, writeFileSync } from 'node:fs'
import { findStale, PARTS, readStamp, ROOT, STAMP } from './sources.mjs'

process.chdir(ROOT)
mkdirSync('dist', { recursive: true })
const named = process.argv.slice(2)
for (const [part, sources] of findStale(named.length > 0 ? named : PARTS)) {
  writeStamp({ ...readStamp(), [part]: undefined })
  await import(`./${part}.mjs`)
  writeStamp({ ...readStamp(), [part]: sources })
}

function writeStamp(stamp) {
  writeFileSync(STAMP, JSON.stringify(stamp) + '\n')
}
