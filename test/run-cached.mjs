// Runs a program of CommonJS with the code that V8 compiled for the first process that ran it.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { constants, Script } from 'node:vm'

/** What the program at `filename` exports; `code` is where its compiled code is kept. */
export function runCached(filename, code, require = createRequire(filename)) {
  const cachedData = existsSync(code) ? readFileSync(code) : undefined
  const text = `(function (module, exports, require, __filename, __dirname) {${readFileSync(filename, 'utf8')}\n})`
  const importModuleDynamically = constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const script = new Script(text, { filename, cachedData, importModuleDynamically })
  const module = { exports: {} }
  script.runInThisContext()(module, module.exports, require, filename, dirname(filename))
  if (cachedData === undefined) process.once('exit', () => keepCode(script, code))
  return module.exports
}

function keepCode(script, code) {
  writeFileSync(`${code}.${process.pid}`, script.createCachedData())
  renameSync(`${code}.${process.pid}`, code)
}
