import { frameCost, renderFrame, renderItem } from './frame.js'
import { selectPassages } from './passages.js'

/** An item that recall chose, with what its block says. */
export interface ContextItem {
  kind: string
  title: string
  content: string
  /** Scope or file, and id. */
  from: string
}

/** How long a context may become, and for which prompt. */
export interface ContextLimits {
  /** UTF-16 units for the whole text, frame and catalog included. */
  maxChars: number
  /** The prompt, by which the passages of long items are chosen. */
  text?: string | undefined
}

/** Some hosts cut what they inject at 10,000 bytes. */
const MAX_BYTES = 9_900
/** An item up to this length goes in whole; a longer one gets passages from what is left. */
const WHOLE_CHARS = 500
/** With less room than this a passage of an item says too little. */
const PASSAGE_CHARS = 120
const CATALOG_SHARE = 0.25

/**
 * Chooses what of the ranked items fits and renders it. Every item first gets a small share, in
 * rank order, so that one long file cannot crowd out the rest; what is left goes to the long ones,
 * best first, as their best passages. Returns the text and the positions of the items that are in
 * it; an empty text where nothing fits.
 */
export function renderContext<T extends ContextItem>(
  items: readonly T[],
  renderSkills: (maxChars: number) => string,
  limits: ContextLimits,
): { text: string; used: T[] } {
  for (let maxChars = limits.maxChars; ;) {
    const rendered = renderWithin(items, renderSkills, { ...limits, maxChars })
    const bytes = Buffer.byteLength(rendered.text)
    if (bytes <= MAX_BYTES) return rendered
    maxChars = Math.min(maxChars - 1, Math.floor((maxChars * MAX_BYTES) / bytes))
  }
}

function renderWithin<T extends ContextItem>(
  items: readonly T[],
  renderSkills: (maxChars: number) => string,
  { maxChars, text }: ContextLimits,
): { text: string; used: T[] } {
  const catalog = renderSkills(Math.floor(maxChars * (items.length > 0 ? CATALOG_SHARE : 0.8)))
  const room = maxChars - frameCost(catalog !== '', maxChars) - catalog.length
  const shares = planShares(
    items.map(item => renderItem(item).length),
    room,
  )
  const blocks: string[] = []
  const used: T[] = []
  items.forEach((item, at) => {
    const block = renderWithinShare(item, shares[at] ?? 0, text)
    if (block === '') return
    blocks.push(block)
    used.push(item)
  })
  return { text: renderFrame(blocks, catalog, maxChars), used }
}

/**
 * How many characters each item gets: 0 (left out), its whole length, or less for a long one. What
 * small items leave goes to the long ones, then to the best item for which there was no room.
 * Lengths are those of the whole rendered items in rank order.
 */
export function planShares(lengths: readonly number[], room: number): number[] {
  const shares = lengths.map(() => 0)
  let left = room
  lengths.forEach((length, at) => {
    const least = Math.min(length, WHOLE_CHARS)
    if (least > left) return
    shares[at] = least
    left -= least
  })
  lengths.forEach((length, at) => {
    if (shares[at] === 0) return
    const more = Math.min(length - shares[at]!, left)
    shares[at]! += more
    left -= more
  })
  lengths.forEach((length, at) => {
    if (shares[at] !== 0 || left < PASSAGE_CHARS) return
    shares[at] = Math.min(length, left)
    left -= shares[at]
  })
  return shares
}

/** Indenting and markers make the block longer than the passages: shrink until it fits. */
function renderWithinShare(item: ContextItem, share: number, text: string | undefined): string {
  const whole = renderItem(item)
  if (whole.length <= share) return whole
  const head = renderItem({ ...item, content: '' }).length
  for (let chars = share - head; chars >= 40; chars = Math.floor(chars * 0.85)) {
    const block = renderItem({ ...item, content: selectPassages(item.content, text, chars) })
    if (block.length <= share) return block
  }
  return ''
}
