import { closeSync, openSync, readFileSync, readSync, unlinkSync } from 'node:fs'
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

/** Path of an event's program below the folder of the built programs. */
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

const MAGIC = 'SVCHOOK3'
const HEADER_BYTES = 16
/** More is a damaged header: the largest form takes three million. */
const MAX_BYTES = 64 << 20
/** Compared a piece at a time: the second copy never takes as much memory as the first. */
const PIECE_BYTES = 262_144

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

/** Path of a program's compiled form for this version of V8. */
export function compiledPath(path: string, build: string): string {
  return `${path}.${process.versions.v8}.${build}.cache`
}

/**
 * The source of a program and V8's code for it in one file: one read instead of two. It stands there
 * twice, because V8 runs damaged code until it crashes, and nothing that is loaded yet makes a
 * checksum as fast as two copies are compared.
 */
export function formatCompiled({ wrapped, script }: LoadedProgram<unknown>): Buffer {
  // The bundle is pure ASCII: as Latin-1 it is read and kept at half the size.
  const text = Buffer.from(wrapped, 'latin1')
  const code = script.createCachedData()
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MAGIC, 'latin1')
  header.writeUInt32LE(text.length, 8)
  header.writeUInt32LE(code.length, 12)
  return Buffer.concat([header, code, text, header, code, text])
}

function readCompiled(path: string): Compiled | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    return parseCompiled(file)
  } catch {
    if (file !== undefined) removeDamaged(path)
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function parseCompiled(file: number): Compiled {
  const header = readExactly(file, Buffer.allocUnsafeSlow(HEADER_BYTES))
  if (header.toString('latin1', 0, 8) !== MAGIC) throw new Error('not a compiled form')
  const codeBytes = header.readUInt32LE(12)
  const length = codeBytes + header.readUInt32LE(8)
  if (length > MAX_BYTES) throw new Error('the header is damaged')
  const rest = readExactly(file, Buffer.allocUnsafeSlow(length))
  compareCopy(file, header)
  compareCopy(file, rest)
  return { wrapped: rest.toString('latin1', codeBytes), cachedData: rest.subarray(0, codeBytes) }
}

/** By the calls that reading standard input has warmed up: every further kind costs its first use. */
function readExactly(file: number, into: Buffer): Buffer {
  if (readSync(file, into) !== into.length) throw new Error('the file ends before')
  return into
}

/** Throws unless what the file says next is what it said before. */
function compareCopy(file: number, first: Buffer): void {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, first.length))
  for (let at = 0; at < first.length; at += piece.length) {
    const next = readExactly(file, piece.subarray(0, first.length - at))
    if (next.compare(first, at, at + next.length) !== 0) throw new Error('the copies differ')
  }
}

/** Gone, it is made anew by the next installation; kept, every call would read it in vain. */
function removeDamaged(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // A folder that may not be written: the call goes on without.
  }
}
