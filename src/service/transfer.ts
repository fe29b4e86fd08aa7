import type { ScopeFilter } from '../../store/types.js'
import type * as Api from '../api.js'
import type { Collection } from '../memories/collection.js'
import type {
  Exported,
  ExportForm,
  ForeignImport,
  ForeignOptions,
  ForeignRecord,
  UndoneImport,
} from '../transfer/types.js'
import type { ServiceParts } from './parts.js'

/** Memories that come from other tools into a service, and go out of it. */
export class ServiceTransfer implements Api.TransferCalls {
  constructor(
    private readonly parts: ServiceParts,
    private readonly memories: Api.MemoryCalls,
  ) {}

  async import(from: string, options?: ForeignOptions): Promise<ForeignImport> {
    const { importForeign } = await import('../transfer/import.js')
    const { result, scopes } = await importForeign(this.parts, from, options)
    this.follow(scopes)
    return result
  }

  async imports(): Promise<ForeignRecord[]> {
    const { listImports } = await import('../transfer/undo.js')
    return listImports(this.parts.collections)
  }

  async undo(id: string): Promise<UndoneImport> {
    const { undoImport } = await import('../transfer/undo.js')
    const { collections, now } = this.parts
    const { result, scopes } = await undoImport(collections, id, now)
    this.follow(scopes)
    return result
  }

  async export(form: ExportForm, path: string, filter?: ScopeFilter): Promise<Exported> {
    const { exportMemories } = await import('../transfer/export.js')
    return exportMemories(this.memories.export(filter), form, path)
  }

  private follow(scopes: ReadonlySet<Collection>): void {
    for (const collection of scopes) this.parts.resident?.follow(collection)
    this.parts.feed.poll()
  }
}
