// Preloaded: a worker notes in the file that SVC_TEST_WORKERS names when it starts, and when it ends.
'use strict'
const { appendFileSync } = require('node:fs')

if (/\bworker\.cjs$/.test(process.argv[1] ?? '')) {
  const note = sign => appendFileSync(process.env.SVC_TEST_WORKERS, `${sign}\n`)
  note('+')
  process.once('exit', () => note('-'))
}
