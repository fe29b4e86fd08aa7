import type { MemoryDocument } from '../../store/types.js'
import { titleKey } from '../text.js'

/** Which ids have a title; titles are compared by their key. */
export class Titles {
  private readonly ids = new Map<string, Set<string>>()

  add({ id, title }: MemoryDocument): void {
    const key = titleKey(title)
    this.ids.set(key, (this.ids.get(key) ?? new Set()).add(id))
  }

  remove({ id, title }: MemoryDocument): void {
    const key = titleKey(title)
    const ids = this.ids.get(key)
    ids?.delete(id)
    if (ids?.size === 0) this.ids.delete(key)
  }

  /** The ids that share a title, in no particular order. */
  sharing(title: string): string[] {
    return [...(this.ids.get(titleKey(title)) ?? [])]
  }
}
