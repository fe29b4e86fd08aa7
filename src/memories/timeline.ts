/** The fields by which a list chooses and orders items. */
export interface DatedItem {
  id: string
  kind: string
  tags: readonly string[]
  updatedAt: string
}

/** The items of a scope in the order of lists, which is kept while single ones come and go. */
export class Timeline {
  private items: readonly DatedItem[] | undefined
  private readonly come = new Map<string, DatedItem>()
  private readonly gone = new Set<string>()

  /** The items, the newest update first, then by id; `read` tells all of them where that is needed. */
  inOrder(read: () => DatedItem[]): readonly DatedItem[] {
    this.items = this.items === undefined ? read().sort(newestFirst) : this.settle(this.items)
    this.come.clear()
    this.gone.clear()
    return this.items
  }

  /** Notes an item that is there from now on. */
  add(item: DatedItem): void {
    if (this.items !== undefined) this.come.set(item.id, item)
  }

  /** Notes that an item is gone, or is as it was no longer. */
  remove(id: string): void {
    this.come.delete(id)
    if (this.items !== undefined) this.gone.add(id)
  }

  /** Forgets the order: all items are read anew. */
  clear(): void {
    this.items = undefined
  }

  private settle(items: readonly DatedItem[]): readonly DatedItem[] {
    if (this.come.size + this.gone.size === 0) return items
    const left = this.gone.size === 0 ? items : items.filter(({ id }) => !this.gone.has(id))
    return merge(left, [...this.come.values()].sort(newestFirst))
  }
}

function merge(items: readonly DatedItem[], others: readonly DatedItem[]): DatedItem[] {
  const merged: DatedItem[] = []
  let at = 0
  for (const item of items) {
    for (; at < others.length && newestFirst(others[at]!, item) < 0; at++) merged.push(others[at]!)
    merged.push(item)
  }
  return merged.concat(others.slice(at))
}

type Dated = Pick<DatedItem, 'id' | 'updatedAt'>

/** The order of lists: newest update first, then id. */
export function newestFirst(a: Dated, b: Dated): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1
  return a.id < b.id ? -1 : 1
}
