import type { Memory } from '../../store/types.js'
import type * as Api from '../api.js'
import type { Restored } from '../memories/archive.js'
import { PAGE } from '../memories/fields.js'
import { parseFilter, parseSeen } from '../memories/given.js'
import { toRestoredEvent } from '../memories/write.js'
import { noteWanted } from '../memories/wrong.js'
import type { DiffRange } from '../overview/types.js'
import type { ServiceParts } from './parts.js'

/** Earlier versions of a service's memories, loaded where somebody asks. */
export class ServiceArchive implements Api.ArchiveCalls {
  constructor(
    private readonly parts: ServiceParts,
    private readonly memories: Api.MemoryCalls,
  ) {}

  async list(filter: Api.ArchiveFilter = {}): Promise<Api.Archive> {
    const parsed = parseFilter(filter, PAGE)
    const { listArchive } = await import('../memories/archive.js')
    return listArchive(await this.parts.collections.matching(parsed), parsed)
  }

  async restore(version: string, seen: Api.Seen = {}): Promise<Memory> {
    const { collection, memory, isNew } = await this.bringBack(version, parseSeen(seen))
    this.parts.changed({ collection, memory, ...toRestoredEvent(isNew) })
    return this.parts.toMemory(collection, memory)
  }

  async keep(id: string): Promise<Memory> {
    const memory = await this.memories.get(id)
    noteWanted(this.parts.store, id, this.parts.now())
    return memory
  }

  async history(id: string): Promise<Api.MemoryVersion[]> {
    const { readHistory } = await import('../memories/archive.js')
    return readHistory(await this.parts.collections.tracing(id), id)
  }

  async versions(id: string) {
    const { readVersions } = await import('../overview/versions.js')
    return readVersions(this.parts, id)
  }

  async diff(id: string, range?: DiffRange) {
    const { compareVersions } = await import('../overview/versions.js')
    return compareVersions(this.parts, id, range)
  }

  private async bringBack(version: string, seen: Api.Seen): Promise<Restored> {
    const { collections, env, now } = this.parts
    const archive = await import('../memories/archive.js')
    if (archive.isCommitVersion(version)) {
      const { joinGit } = await import('../git/store.js')
      const { restoreCommitted } = await import('../git/log.js')
      return (await restoreCommitted(joinGit(collections, { env, now }), version, seen)).restored
    }
    const { id } = archive.parseVersionName(version)
    return archive.restoreVersion(await collections.tracing(id), version, now, seen)
  }
}
