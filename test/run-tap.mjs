// Stands for `tap` in a test: runs the bundled program that its URL names, with the code that V8
// compiled for the first process that ran it.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { constants, Script } from 'node:vm'

const require = createRequire(createRequire(import.meta.url).resolve('tap'))
const filename = new URL(import.meta.url).searchParams.get('program')
const code = `${filename}.cache`
const cachedData = existsSync(code) ? readFileSync(code) : undefined
const text = `(function (module, exports, require, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`
const importModuleDynamically = constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER
const script = new Script(text, { filename, cachedData, importModuleDynamically })
const module = { exports: {} }
script.runInThisContext()(module, module.exports, require, filename, dirname(filename))
if (cachedData === undefined) process.once('exit', keepCode)

export default module.exports.t

function keepCode() {
  writeFileSync(`${code}.${process.pid}`, script.createCachedData())
  renameSync(`${code}.${process.pid}`, code)
}
