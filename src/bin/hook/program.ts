import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Script } from 'node:vm'
import type * as HookMain from './main.js'

/** The loaded program, and what its compiled form is made of. */
export interface HookProgram {
  program: typeof HookMain
  script: Script
  source: string
}

interface Compiled {
  source: string
  cachedData?: Buffer
}

const MAGIC = 'SVCHOOK1'
const HEADER_BYTES = 16

/**
 * Loads the bundled hook program with the code that V8 compiled when it was built: compiling it
 * anew costs a tenth of a bare Node start. V8 refuses code of another version or of other flags
 * and compiles as usual. The compiled form lies beside the program and never in the data
 * directory: it is code, and a data directory may have been cloned. `require` is the one of the
 * program's folder.
 */
export function loadHookProgram(path: string, require: NodeJS.Require): HookProgram {
  const { source, cachedData } = readCompiled(path) ?? { source: readFileSync(path, 'latin1') }
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`
  const script = new Script(wrapped, { filename: path, ...(cachedData && { cachedData }) })
  const module = { exports: {} as typeof HookMain }
  const run = script.runInThisContext() as (...given: unknown[]) => void
  run(module.exports, require, module, path, dirname(path))
  return { program: module.exports, script, source }
}

/** Where the compiled form of a program lies for this version of V8. */
export function compiledPath(path: string): string {
  return `${path}.${process.versions.v8}.cache`
}

/**
 * The compiled form of a program: its source and V8's code for it in one file, because V8 knows a
 * source by its length alone and would run the code of another build of the same length.
 */
export function formatCompiled({ source, script }: HookProgram): Buffer {
  // The bundle is pure ASCII: as Latin-1 it is read and kept at half the size.
  const text = Buffer.from(source, 'latin1')
  const code = script.createCachedData()
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MAGIC, 'latin1')
  header.writeUInt32LE(text.length, 8)
  header.writeUInt32LE(code.length, 12)
  return Buffer.concat([header, code, text])
}

function readCompiled(path: string): Compiled | undefined {
  try {
    const file = readFileSync(compiledPath(path))
    const [textBytes, codeBytes] = [file.readUInt32LE(8), file.readUInt32LE(12)]
    const end = HEADER_BYTES + codeBytes
    const isWhole = file.toString('latin1', 0, 8) === MAGIC && file.length === end + textBytes
    // Left behind by an update that replaced the program in place.
    if (!isWhole || statSync(path).size !== textBytes) return undefined
    return { source: file.toString('latin1', end), cachedData: file.subarray(HEADER_BYTES, end) }
  } catch {
    return undefined
  }
}
