import { relative, sep, isAbsolute } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { hashText, isId } from '../../store/names.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import {
  IMPORT_RUNTIME,
  type MemoryDocument,
  type MemorySource,
  type Scope,
} from '../../store/types.js'
import { createEvent, logEvent } from '../activity/events.js'
import type { ImportRow, ImportState } from '../import/read.js'
import { readImportState, writeImportState } from '../import/state.js'
import type { LoadResult } from '../types.js'
import type { Collection } from './collection.js'
import type { Collections } from './collections.js'
import { invalid, readOptional, readTime, toFields } from './forms.js'
import {
  cleanAliases,
  cleanContent,
  cleanTitle,
  parseGivenScope,
  parseKind,
  parseTags,
} from './given.js'
import { isLiving, type StoredMemory } from './life.js'
import { derivePhrases, rederiveAliases } from './phrases.js'
import { redactValue } from './redacted.js'
import { inTransaction, type WriteTransaction } from './transaction.js'

/** Lines that are written under one hold of a scope's lock. */
const CHUNK = 200
const ERRORS_SHOWN = 100

/**
 * Restores exported lines. Items are matched by id; titles may repeat; what is stored already as
 * the line says is left alone. A bad line is reported and skipped.
 */
export async function loadLines(
  collections: Collections,
  lines: AsyncIterable<string>,
  now: () => Date,
  onProgress: (done: number) => void = () => undefined,
): Promise<{ counts: LoadResult; scopes: Set<Collection> }> {
  const load = new Load(collections, now, ownersOf(await collections.all()))
  let line = 0
  for await (const text of lines) {
    line++
    await load.take(line === 1 ? text.replace(/^\ufeff/, '') : text, line)
    onProgress(line)
  }
  return load.finish()
}

/** One run of loading: lines wait until a chunk of their scope is full. */
class Load {
  private readonly counts = { added: 0, updated: 0, unchanged: 0 }
  private errors: LoadResult['errors'] = []
  private failed = 0
  private readonly scopes = new Set<Collection>()
  private readonly pending = new Map<string, LoadedLine[]>()
  /** The time of what says none: one for all, so that the order of the lines says nothing. */
  private readonly began: Date

  constructor(
    private readonly collections: Collections,
    private readonly now: () => Date,
    /** The key of the folder in which each id is taken. */
    private readonly owners: Map<string, string>,
  ) {
    this.began = now()
  }

  async take(text: string, line: number): Promise<void> {
    if (text.trim() === '') return
    const loaded = this.orReport(line, () => parseLine(text, line, this.began))
    if (loaded === undefined) return
    const key = formatScopeKey(loaded.scope)
    const chunk = this.pending.get(key) ?? []
    this.pending.set(key, chunk)
    if (chunk.push(loaded) >= CHUNK) await this.flush(key)
  }

  async finish(): Promise<{ counts: LoadResult; scopes: Set<Collection> }> {
    for (const key of [...this.pending.keys()]) await this.flush(key)
    this.dropLateErrors()
    const { errors, failed } = this
    return { counts: { ok: failed === 0, ...this.counts, errors, failed }, scopes: this.scopes }
  }

  private async flush(key: string): Promise<void> {
    const chunk = this.pending.get(key) ?? []
    this.pending.delete(key)
    if (chunk[0] === undefined) return
    const collection = await this.collections.make(chunk[0].scope)
    const sound = chunk.filter(loaded => this.claim(loaded, collection))
    const rows = restoreRows(
      collection,
      sound.filter(({ isRow }) => isRow),
    )
    const memories = await this.store(
      collection,
      sound.filter(({ isRow }) => !isRow),
    )
    const outcomes = [...rows, ...memories]
    for (const outcome of outcomes) this.counts[outcome]++
    const added = outcomes.filter(outcome => outcome !== 'unchanged').length
    const event = createEvent('remember', collection.folder.scope, this.now(), { added })
    if (added > 0) logEvent(collection.store, event)
    this.scopes.add(collection)
  }

  /** Writes the lines under one hold of the lock, with pauses in which the lock is kept fresh. */
  private async store(
    collection: Collection,
    lines: readonly LoadedLine[],
  ): Promise<Iterable<Outcome>> {
    const done = new Map<LoadedLine, Outcome>()
    await inTransaction(collection, this.now, async transaction => {
      for (const loaded of lines) {
        if (!done.has(loaded)) done.set(loaded, storeLine(transaction.withTime(this.now()), loaded))
        await new Promise(resolve => setImmediate(resolve))
      }
    })
    return done.values()
  }

  /** An id names one item of the whole store. */
  private claim({ id, isRow, line }: LoadedLine, { folder, memories, rows }: Collection): boolean {
    const owner = this.owners.get(id)
    const isOther = isRow ? memories.has(id) : rows.has(id)
    const isFree = !isOther && (owner ?? folder.key) === folder.key
    if (isFree) this.owners.set(id, folder.key)
    else this.report(line, `the id ${id} is taken by another item`)
    return isFree
  }

  private orReport<T>(line: number, action: () => T): T | undefined {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof SvcError) || error.code !== 'INVALID_REQUEST') throw error
      this.report(line, error.message)
      return undefined
    }
  }

  /** Notes an error; an early line that waits in a chunk may be found bad late. */
  private report(line: number, error: string): void {
    this.failed++
    this.errors.push({ line, error })
    if (this.errors.length >= 2 * ERRORS_SHOWN) this.dropLateErrors()
  }

  private dropLateErrors(): void {
    this.errors = this.errors.sort((a, b) => a.line - b.line).slice(0, ERRORS_SHOWN)
  }
}

function ownersOf(collections: readonly Collection[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { folder, memories, tombstones, rows } of collections) {
    for (const ids of [memories, tombstones, rows]) {
      for (const id of ids.keys()) owners.set(id, folder.key)
    }
  }
  return owners
}

type Outcome = 'added' | 'updated' | 'unchanged'

function storeLine(transaction: WriteTransaction, loaded: LoadedLine): Outcome {
  const { id, updatedAt } = loaded
  const { collection } = transaction
  const existing = collection.stored(id)
  const document = existing ? withUnsaid(loaded, existing.document) : loaded.document
  if (existing && isSame(existing, document, updatedAt)) return 'unchanged'
  const extra = existing?.document.extra ?? {}
  const modifiedAt = updatedAt ?? (existing ? undefined : new Date(document.createdAt))
  transaction.put({ ...document, id, extra }, existing, { modifiedAt })
  return existing ? 'updated' : 'added'
}

/** The line's document with what its memory has where the line itself says nothing: date, aliases. */
function withUnsaid(
  { document, isDated, isAliased }: LoadedLine,
  stored: MemoryDocument,
): LoadedLine['document'] {
  const { createdAt, undated } = isDated ? document : stored
  const { undated: _, ...given } = document
  const dated = { ...given, createdAt, ...(undated && { undated }) }
  if (isAliased) return dated
  const source = { ...given.source, unaliased: true as const }
  return stored.source.unaliased === true
    ? { ...dated, aliases: stored.aliases, source }
    : { ...dated, aliases: rederiveAliases(stored, dated) }
}

function isSame(
  stored: StoredMemory,
  document: Omit<MemoryDocument, 'id'>,
  updatedAt: Date | undefined,
): boolean {
  const { document: own } = stored
  const isOfThatTime = updatedAt === undefined || stored.updatedAt === updatedAt.toISOString()
  return isLiving(own) && isOfThatTime && toComparable(own) === toComparable(document)
}

function toComparable(document: Omit<MemoryDocument, 'id' | 'extra'>): string {
  const { kind, title, content, tags, aliases, source, createdAt, undated, pinned } = document
  return JSON.stringify([
    kind,
    title,
    content,
    tags,
    aliases,
    Object.entries(source).sort(),
    createdAt,
    undated,
    pinned,
  ])
}

/** An exported line, checked. */
interface LoadedLine {
  /** Its number in the file, from 1. */
  line: number
  scope: Scope
  /** Given, or derived from the line's content: loading it twice is once. */
  id: string
  isRow: boolean
  /** False where `createdAt` is only the time at which the load began. */
  isDated: boolean
  /** False where the aliases are only those that its text gives. */
  isAliased: boolean
  document: Omit<MemoryDocument, 'id'>
  updatedAt: Date | undefined
}

/** A hand-made memory may be longer than what `remember` takes; its file must stay below 1 MiB. */
const LOADED_CHARS = 320 * 1024

/** Reads one exported line. Throws INVALID_REQUEST with what is wrong with it. */
function parseLine(text: string, line: number, began: Date): LoadedLine {
  const item = toFields(parseJson(text), 'is not a JSON object')
  const scope = parseGivenScope(item.scope)
  const source = readOptional(item.source, 'source', readSource) ?? {}
  const createdAt = readOptional(item.createdAt, 'createdAt', readTime)
  const fields = {
    kind: readOptional(item.kind, 'kind', parseKind) ?? 'fact',
    title: cleanTitle(item.title),
    content: cleanContent(item.content, LOADED_CHARS),
    tags: readOptional(item.tags, 'tags', parseTags) ?? [],
    source,
    pinned: item.pinned === true,
  }
  const aliases = readOptional(item.aliases, 'aliases', cleanAliases)
  const isRow = source.runtime === IMPORT_RUNTIME
  if (isRow) assertInWorkspace(scope, source.path)
  return {
    line,
    scope,
    id: readOptional(item.id, 'id', readId) ?? deriveId([formatScopeKey(scope), createdAt, fields]),
    isRow,
    isDated: createdAt !== undefined,
    isAliased: aliases !== undefined,
    updatedAt: readOptional(item.updatedAt, 'updatedAt', readTime),
    document: {
      ...fields,
      aliases: aliases ?? derivePhrases(fields),
      createdAt: (createdAt ?? began).toISOString(),
      ...((createdAt === undefined || item.undated === true) && { undated: true }),
      extra: {},
    },
  }
}

function deriveId(parts: unknown): string {
  return hashText(JSON.stringify(parts), 16)
}

function assertInWorkspace(scope: Scope, path: unknown): void {
  const isInside =
    scope.type === 'project' &&
    typeof path === 'string' &&
    isAbsolute(path) &&
    /^(?!\.\.(?:[\\/]|$))[^\\/]/.test(relative(scope.id, path))
  if (!isInside) throw invalid('source.path of an import row must lie in the project directory')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid('is not JSON', cause)
  }
}

function readSource(value: unknown, field: string): MemorySource {
  return redactValue(toFields(value, `${field} must be an object`))
}

function readId(value: unknown, field: string): string {
  if (typeof value === 'string' && isId(value)) return value
  throw invalid(`${field} must be 8 to 32 lower-case letters and digits, the first a letter`)
}

/**
 * Puts exported import rows back into the import state of their scope. They carry no stamp, so the
 * next recall reads their files again and the next import prunes those whose file is gone; the
 * project still counts as not imported.
 */
function restoreRows(
  { store, folder, rows: known }: Collection,
  lines: readonly LoadedLine[],
): Outcome[] {
  const rows = new Map(known)
  const outcomes = lines.map((line): Outcome => {
    const row = toRow(line, folder.scope.id ?? '')
    const same = known.get(row.id)
    if (same?.hash === row.hash) return 'unchanged'
    rows.set(row.id, row)
    return same ? 'updated' : 'added'
  })
  if (outcomes.every(outcome => outcome === 'unchanged')) return outcomes
  const { importedAt = '', isWhole } = readImportState(store, folder.localKey) ?? {}
  const state: ImportState = { format: 1, importedAt, isWhole, rows: [...rows.values()] }
  writeImportState(store, folder.localKey, state)
  return outcomes
}

function toRow({ id, document, updatedAt }: LoadedLine, workspace: string): ImportRow {
  const file = String(document.source.path ?? '')
  const { kind, title, content, tags, createdAt } = document
  return {
    ...{ id, file, kind, title, content, tags, createdAt },
    path: relative(workspace, file).split(sep).join('/'),
    updatedAt: updatedAt?.toISOString() ?? createdAt,
    stamp: '',
    hash: hashText(content, 16),
  }
}
