import { existsSync } from 'node:fs'
import { orElse } from '../../store/errors.js'
import { writeAtomicAside } from '../../store/files/atomic.js'
import { readBytes } from '../../store/files/read.js'
import { runInSteps, type Steps } from '../../store/files/steps.js'
import { sumBlock } from '../../store/index/blocks.js'
import { statePath, type Store } from '../../store/store.js'
import { VERSION } from '../config.js'
import type { LoadedFile } from './folder.js'

/** Its first line: what a memory file is read as may change with svc, and a disk may forget. */
const headOf = (lines: Buffer) => JSON.stringify(['svc-docs', 3, VERSION, sumBlock(lines)])

/** Path of the file that repeats a scope's memory files. */
export function documentsFilePath(store: Store, key: string): string {
  return statePath(store, 'index', `${key}.docs`)
}

/** One changed file in so many is read again at each start; with more the file is written anew. */
const FEW = 50

/**
 * The derived file that repeats the memory files of a scope as they were last read, each with its
 * stamp: a start reads it in place of unchanged files. Its entry of a changed file counts for
 * nothing, and the next write leaves out files that are gone.
 */
export class DocumentsFile {
  private readonly path: string
  private changed = 0
  private gone = 0

  constructor(store: Store, key: string) {
    this.path = documentsFilePath(store, key)
  }

  /** Its entries by file name; none if it is missing, damaged, or of another svc. */
  async read(): Promise<Map<string, LoadedFile>> {
    // A derived file that cannot be read counts as missing.
    const text = orElse(() => readBytes(this.path), Buffer.alloc(0))
    const start = text.indexOf('\n') + 1
    const lines = text.subarray(start)
    const isWhole = start > 0 && text.toString('utf8', 0, start - 1) === headOf(lines)
    return isWhole ? runInSteps(parseDocuments(lines)) : new Map<string, LoadedFile>()
  }

  /** Notes what differs between files as they were known and as they are now. */
  compare(known: ReadonlyMap<string, LoadedFile>, files: ReadonlyMap<string, LoadedFile>): void {
    for (const [name, loaded] of files) if (known.get(name) !== loaded) this.changed++
    for (const name of known.keys()) if (!files.has(name)) this.gone++
  }

  /** Notes how many files it does not have as they are, and how many it has that are gone. */
  note(changed: number, gone: number): void {
    this.changed += changed
    this.gone += gone
  }

  /** Writes it where it is worth it, between other work of the process. It may be lost at any time. */
  async follow(files: ReadonlyMap<string, LoadedFile>): Promise<void> {
    const isBehind = this.gone > 0 || this.changed * FEW > files.size
    if (!isBehind && existsSync(this.path)) return
    this.changed = this.gone = 0
    const lines = Buffer.concat(await runInSteps(formatDocuments([...files.values()])))
    await writeAtomicAside(this.path, Buffer.concat([Buffer.from(`${headOf(lines)}\n`), lines]))
  }
}

function* formatDocuments(files: readonly LoadedFile[]): Steps<Buffer[]> {
  const lines: Buffer[] = []
  for (const { file, document } of files) {
    const { name, stamp, modifiedAt } = file
    const isKept = document !== undefined && isPlain(document)
    if (isKept) lines.push(Buffer.from(JSON.stringify([name, stamp, modifiedAt, document]) + '\n'))
    yield
  }
  return lines
}

/** True for what JSON gives back as it was. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object') return value === undefined
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  return !Object.hasOwn(value, '__proto__') && Object.values(value).every(isPlain)
}

function* parseDocuments(lines: Buffer): Steps<Map<string, LoadedFile>> {
  const files = new Map<string, LoadedFile>()
  let at = 0
  for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', (at = end + 1))) {
    const loaded = parseLine(lines.toString('utf8', at, end))
    if (loaded) files.set(loaded.file.name, loaded)
    yield
  }
  return files
}

function parseLine(line: string): LoadedFile | undefined {
  try {
    const [name, stamp, modifiedAt, document] = JSON.parse(line) as Line
    return { file: { name, stamp, modifiedAt }, document }
  } catch {
    return undefined
  }
}

type Line = [string, string, string, NonNullable<LoadedFile['document']>]
