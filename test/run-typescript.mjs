// Stands for `typescript` in a test.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { CACHE, hash } from './compile.mjs'
import { runCached } from './run-cached.mjs'

const require = createRequire(import.meta.url)
const { version } = require('typescript/package.json')

export default runCached(
  require.resolve('typescript'),
  join(CACHE, `${hash(`typescript ${version} ${process.version}`)}.cache`),
)
