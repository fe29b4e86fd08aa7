import type { RecalledMemory } from '../../api.js'
import type { Screen } from './screen.js'
import { cutToWidth, widthOf } from './width.js'
import { wrapText } from './wrap.js'
import { nameScope, oneLine } from './words.js'

const EXCERPT_LINES = 2

/** Recalled memories, best first: a heading, the beginning of the content and the reason for each. */
export function renderRecall(items: readonly RecalledMemory[], screen: Screen): string[] {
  return items.flatMap((item, place) => [...(place === 0 ? [] : ['']), ...renderItem(item, screen)])
}

function renderItem(item: RecalledMemory, screen: Screen): string[] {
  const { styles } = screen
  const id = oneLine(item.id)
  const kind = cutToWidth(oneLine(item.kind), 16)
  const place = `${kind}, ${cutToWidth(nameScope(item.scope), 20)}`
  const title = cutToWidth(oneLine(item.title), screen.columns - widthOf(id + place) - 6)
  const excerpt = wrapText(oneLine(item.content), screen.columns - 2, EXCERPT_LINES)
  return [
    `${styles.strong(id)}  ${title}  ${styles.dim(`(${place})`)}`,
    ...excerpt.map(line => `  ${line}`),
    ...wrapText(`why: ${oneLine(item.reason)}`, screen.columns - 2).map(
      line => `  ${styles.dim(line)}`,
    ),
  ]
}
