import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import type { HookEvent } from '../../../handlers/hooks/protocol.js'

/** The programs of a hook, each with what its calls need and nothing else. */
const NAMES: Readonly<Record<HookEvent, string>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt-submit',
  Stop: 'stop',
  SessionEnd: 'stop',
}

/** Where the program of an event lies, by the folder of the built programs. */
export function programPath(folder: string, event: HookEvent): string {
  return join(folder, `hook-${NAMES[event]}.cjs`)
}

/** A loaded program, and what its compiled form is made of. */
export interface LoadedProgram<Exports> {
  exports: Exports
  script: Script
  /** Its source as one function of what a CommonJS module is given. */
  wrapped: string
}

interface Compiled {
  wrapped: string
  cachedData?: Buffer
}

const MAGIC = 'SVCHOOK2'
const HEADER_BYTES = 16

/**
 * Loads a bundled program with the code that V8 compiled when it was built: compiling it anew costs a
 * tenth of a bare Node start. V8 refuses code of another version or of other flags and compiles as
 * usual, and so it does with what is called for the first time. `build` names the build, of which
 * alone the code is taken. It lies beside the program and never in the data directory: it is code, and
 * a data directory may have been cloned. `require` is the one of the program's folder.
 */
export function loadProgram<Exports>(
  path: string,
  build: string,
  require: NodeJS.Require,
): LoadedProgram<Exports> {
  const { wrapped, cachedData } = readCompiled(compiledPath(path, build)) ?? {
    wrapped: wrap(readFileSync(path, 'latin1'), build),
  }
  const script = new Script(wrapped, { filename: path, ...(cachedData && { cachedData }) })
  const module = { exports: {} as Exports }
  const run = script.runInThisContext() as (...given: unknown[]) => void
  run(module.exports, require, module, path, dirname(path))
  return { exports: module.exports, script, wrapped }
}

/** V8 gives functions of one text the code of each other: the build's name keeps its forms apart. */
function wrap(source: string, build: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})//${build}`
}

/** Where the compiled form of a program lies for this version of V8. */
export function compiledPath(path: string, build: string): string {
  return `${path}.${process.versions.v8}.${build}.cache`
}

/** The source of a program and V8's code for it in one file: one read instead of two. */
export function formatCompiled({ wrapped, script }: LoadedProgram<unknown>): Buffer {
  // The bundle is pure ASCII: as Latin-1 it is read and kept at half the size.
  const text = Buffer.from(wrapped, 'latin1')
  const code = script.createCachedData()
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MAGIC, 'latin1')
  header.writeUInt32LE(text.length, 8)
  header.writeUInt32LE(code.length, 12)
  return Buffer.concat([header, code, text])
}

function readCompiled(path: string): Compiled | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const header = readExactly(file, HEADER_BYTES)
    if (header.toString('latin1', 0, 8) !== MAGIC) return undefined
    const codeBytes = header.readUInt32LE(12)
    const rest = readExactly(file, codeBytes + header.readUInt32LE(8))
    return { wrapped: rest.toString('latin1', codeBytes), cachedData: rest.subarray(0, codeBytes) }
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** By the calls that reading standard input has warmed up: every further kind costs its first use. */
function readExactly(file: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  if (readSync(file, bytes) !== length) throw new Error('the file ends before')
  return bytes
}
