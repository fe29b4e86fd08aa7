// Stands for `tap` in a test: runs the bundled program that its URL names.
import { createRequire } from 'node:module'
import { runCached } from './run-cached.mjs'

const require = createRequire(createRequire(import.meta.url).resolve('tap'))
const program = new URL(import.meta.url).searchParams.get('program')

export default runCached(program, `${program}.cache`, require).t
