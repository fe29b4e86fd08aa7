import type { Memory, MemoryDocument, Scope, ScopeFilter } from '../../store/types.js'
import type * as Api from '../api.js'
import {
  parseFilter,
  parseForgetOptions,
  parseGivenScope,
  parseListFilter,
  parsePatch,
  parseRememberInput,
  parseSaver,
  parseSeen,
} from '../memories/given.js'
import { toSource } from '../memories/life.js'
import { findHolder, findItem, listEvery, listMemories } from '../memories/list.js'
import { nameVersion } from '../memories/transaction.js'
import {
  ADDED,
  editMemory,
  FORGOTTEN,
  forgetMemory,
  putMemory,
  UPDATED,
} from '../memories/write.js'
import type { ServiceParts } from './parts.js'

/** The memories of a service. */
export class ServiceMemories implements Api.MemoryCalls {
  constructor(private readonly parts: ServiceParts) {}

  async save(runtime: string, input: unknown, saver: Api.Saver = {}): Promise<Api.RememberOutcome> {
    const { parts } = this
    const saving = this.savingOf(runtime, saver)
    const given = parseRememberInput(input)
    const saved = await putMemory(parts.collections, given, saving, parts.now)
    const { collection, memory, outcome } = saved
    const written = { collection, memory }
    if (outcome === 'created') parts.changed({ ...written, ...ADDED })
    if (outcome === 'updated') parts.changed({ ...written, ...UPDATED })
    return { memory: parts.toMemory(collection, memory), outcome }
  }

  async context(query: unknown): Promise<Api.RecallContext> {
    const { recallContext } = await import('./recall.js')
    return recallContext(query, this.parts)
  }

  async list(filter: Api.ListFilter = {}) {
    const parsed = parseListFilter(filter)
    const collections = await this.parts.collections.matching(parsed)
    if (parsed.text?.trim()) await Promise.all(collections.map(one => one.openSearch()))
    return listMemories(collections, parsed, this.parts.usage.refresh())
  }

  async get(id: string): Promise<Memory> {
    const { collections, usage } = this.parts
    const holder = await findHolder(collections, id)
    const item = findItem(holder, id, usage.refresh())!
    const document = holder.memories.get(id)?.document
    if (document === undefined) return item
    return { ...item, ...(await readOtherTitles(document)), revision: nameVersion(document) }
  }

  async edit(
    id: string,
    patch: unknown,
    seen: Api.Seen = {},
    saver: Api.Saver = {},
  ): Promise<Memory> {
    const { parts } = this
    const saving = this.savingOf('cli', saver)
    const edit = { id, patch: parsePatch(patch), seen: parseSeen(seen), saving }
    const collection = await parts.collections.holding(id)
    const memory = await editMemory(collection, edit, parts.now)
    parts.changed({ collection, memory, ...UPDATED })
    return parts.toMemory(collection, memory)
  }

  async forget(id: string, options: Api.ForgetOptions = {}): Promise<Memory> {
    const how = parseForgetOptions(options)
    const { parts } = this
    const collection = await parts.collections.holding(id)
    const memory = await forgetMemory(collection, id, parts.now, how)
    parts.changed({ collection, memory, ...FORGOTTEN })
    return parts.toMemory(collection, memory)
  }

  async move(id: string, scope: Scope, options: Api.Seen = {}): Promise<Memory> {
    const seen = parseSeen(options)
    const wanted = { id, scope: parseGivenScope(scope) }
    const { moveMemory } = await import('../scopes/move-memory.js')
    const { parts } = this
    const { from, to, memory } = await moveMemory(parts.collections, wanted, parts.now, seen)
    const changed = from === to ? [] : [from, to]
    for (const collection of changed) parts.changed({ collection, memory, ...UPDATED })
    return parts.toMemory(to, memory)
  }

  private savingOf(runtime: string, saver: Api.Saver) {
    return { source: toSource(runtime, parseSaver(saver)), isHeld: !this.parts.config.agentRules }
  }

  async *export(filter: ScopeFilter = {}): AsyncIterable<Memory> {
    const collections = await this.parts.collections.matching(parseFilter(filter))
    yield* listEvery(collections, this.parts.usage.refresh())
  }

  async load(
    lines: AsyncIterable<string>,
    onProgress?: (done: number) => void,
  ): Promise<Api.LoadResult> {
    const { loadLines } = await import('../memories/load.js')
    const { collections, now, resident, feed } = this.parts
    const result = await loadLines(collections, lines, now, onProgress)
    for (const collection of result.scopes) resident?.follow(collection)
    feed.poll()
    return result.counts
  }
}

/** The titles of a memory that a merge did not choose; few memories have any. */
async function readOtherTitles({ extra }: MemoryDocument): Promise<{ otherTitles?: string[] }> {
  if (!('otherTitles' in extra)) return {}
  const { otherTitles } = await import('../merge/document.js')
  const titles = otherTitles(extra)
  return titles.length > 0 ? { otherTitles: titles } : {}
}
