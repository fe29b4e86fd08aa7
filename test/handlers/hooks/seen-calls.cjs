// Preloaded into the hook program: writes down, a line each, every call by which it looks at a file
// (`statSync /path`), in the file that SVC_TEST_CALLS names.
'use strict'
const fs = require('node:fs')
const { basename } = require('node:path')

const LOOKS = [
  'statSync',
  'lstatSync',
  'existsSync',
  'readFileSync',
  'openSync',
  'readdirSync',
  'realpathSync',
]

if (/^svc-hook(\.cjs)?$/.test(basename(process.argv[1] ?? ''))) {
  const { appendFileSync } = fs
  const seen = []
  const watch = (owner, name) => {
    const look = owner[name]
    owner[name] = Object.assign((path, ...given) => {
      seen.push(`${name} ${String(path)}\n`)
      return look.call(fs, path, ...given)
    }, look)
  }
  for (const name of LOOKS) watch(fs, name)
  watch(fs.realpathSync, 'native')
  process.on('exit', () => appendFileSync(process.env.SVC_TEST_CALLS, seen.join('')))
}
