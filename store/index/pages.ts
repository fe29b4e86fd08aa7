import { BLOCK_BYTES, FileSource } from './blocks.js'
import type { Header, SectionName } from './format.js'

/** Bytes of a page, in whole blocks, and of pages that are kept of one file at most. */
const PAGE_BYTES = 4 * BLOCK_BYTES
const MOST_PAGES = 512

/** An index file of which what lies around a short read is read too and kept: for many reads near each other. */
export class PagedSource extends FileSource {
  readonly #pages = new Map<number, Buffer>()

  protected override readChecked(
    header: Header,
    name: SectionName,
    position: number,
    length: number,
  ): Buffer {
    const { rows, sums } = header.sections
    const at = position - rows.offset
    const from = at % PAGE_BYTES
    // Nobody looks at the slots around a slot.
    const isOfPage = name !== 'slots' && position < sums.offset && from + length <= PAGE_BYTES
    if (!isOfPage || length === 0) return super.readChecked(header, name, position, length)
    let page = this.#pages.get(at - from)
    if (page === undefined) {
      if (this.#pages.size >= MOST_PAGES) this.#pages.clear()
      const bytes = Math.min(PAGE_BYTES, sums.offset - position + from)
      page = super.readChecked(header, name, position - from, bytes)
      this.#pages.set(at - from, page)
    }
    return page.subarray(from, from + length)
  }

  /** Each of many short reads asks for a few checksums. */
  protected override isWhole(name: SectionName, bytes: number): boolean {
    return name === 'sums' || super.isWhole(name, bytes)
  }

  override close(): void {
    super.close()
    this.#pages.clear()
  }
}
