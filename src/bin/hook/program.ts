import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { Script } from 'node:vm'
import type { HookEvent } from '../../../handlers/hooks/protocol.js'

/** A loaded program, and what its compiled form is made of. */
export interface LoadedProgram<T> {
  program: T
  script: Script
  /** Its source as one function of what a CommonJS module is given. */
  wrapped: string
}

/** Which compiled form of a program is to be loaded. */
export interface ProgramForm {
  /** Names the build: code of another one is never run. */
  build: string
  /** What is called: each event has a form with the code that it runs, and nothing else. */
  event: HookEvent
  /** Of the folder of the program. */
  require: NodeJS.Require
}

interface Compiled {
  wrapped: string
  cachedData?: Buffer
}

const MAGIC = 'SVCHOOK2'
const HEADER_BYTES = 16

/**
 * Loads a bundled program with the code that V8 compiled for an event when it was built: compiling it
 * anew costs a tenth of a bare Node start. V8 refuses code of another version or of other flags
 * and compiles as usual, and so it does with what an event runs for the first time. The compiled form
 * lies beside the program and never in the data directory: it is code, and a data directory may have
 * been cloned.
 */
export function loadProgram<T>(path: string, form: ProgramForm): LoadedProgram<T> {
  const { wrapped, cachedData } = readCompiled(compiledPath(path, form)) ?? {
    wrapped: wrap(readFileSync(path, 'latin1'), form),
  }
  const script = new Script(wrapped, { filename: path, ...(cachedData && { cachedData }) })
  const module = { exports: {} as T }
  const run = script.runInThisContext() as (...given: unknown[]) => void
  run(module.exports, form.require, module, path, dirname(path))
  return { program: module.exports, script, wrapped }
}

/** V8 gives functions of one text the code of each other: the name of the form keeps them apart. */
function wrap(source: string, { event }: ProgramForm): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})//${event}`
}

/** Where the compiled form of a program lies for this version of V8. */
export function compiledPath(path: string, { build, event }: Omit<ProgramForm, 'require'>): string {
  const form = event === 'SessionEnd' ? 'Stop' : event
  return `${path}.${process.versions.v8}.${build}.${form}.cache`
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
