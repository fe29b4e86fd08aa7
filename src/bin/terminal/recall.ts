import type { Scope } from '../../../store/types.js'
import type { RecallContext, RecalledMemory } from '../../types.js'
import { cutToWidth, widthOf, wrapText } from './layout.js'
import type { Screen } from './screen.js'
import { count, nameScope, nameScopes, oneLine } from './words.js'

/** Options of a rendered recall. */
interface RecallView {
  scopes: readonly Scope[]
  /** With the numbers by which it was decided. */
  isExplained: boolean
}

const EXCERPT_LINES = 2

/** Renders a prompt's memories, in full and as titles, and below a line the nearest others. */
export function renderRecall(
  context: RecallContext,
  { scopes, isExplained }: RecallView,
  screen: Screen,
): string | string[] {
  const { items, below } = context
  if (items.length === 0 && below.length === 0) return `nothing in ${nameScopes(scopes)} matches`
  const explain = isExplained ? (item: RecalledMemory) => explainItem(item, screen) : () => []
  const full = items.filter(({ degree }) => degree === 'full')
  const titles = items.filter(({ degree }) => degree !== 'full')
  const parts = [
    ...full.map(item => [...renderItem(item, screen), ...explain(item)]),
    renderTitles('as titles:', titles, explain, screen),
    renderTitles('below the line, not brought:', below, explain, screen),
    isExplained ? [screen.styles.dim(describeCost(context))] : [],
  ].filter(part => part.length > 0)
  return parts.flatMap((part, place) => (place === 0 ? part : ['', ...part]))
}

function renderItem(item: RecalledMemory, screen: Screen): string[] {
  const [best] = item.passages ?? []
  const text = oneLine(best?.content ?? item.content)
  const excerpt = wrapText(text, screen.columns - 2, EXCERPT_LINES)
  return [renderHead(item, screen), ...excerpt.map(line => `  ${line}`), ...renderWhy(item, screen)]
}

function renderTitles(
  heading: string,
  items: readonly RecalledMemory[],
  explain: (item: RecalledMemory) => string[],
  screen: Screen,
): string[] {
  if (items.length === 0) return []
  const lines = items.flatMap(item => {
    const why = explain(item)
    return [renderHead(item, screen), ...(why.length > 0 ? renderWhy(item, screen) : []), ...why]
  })
  return [screen.styles.dim(heading), ...lines]
}

function renderHead(item: RecalledMemory, { styles, columns }: Screen): string {
  const id = oneLine(item.id)
  const place = `${cutToWidth(oneLine(item.kind), 16)}, ${cutToWidth(nameScope(item.scope), 20)}`
  const [best] = item.passages ?? []
  const name = best?.heading ? `${item.title} › ${best.heading}` : item.title
  const title = cutToWidth(oneLine(name), columns - widthOf(id + place) - 6)
  return `${styles.strong(id)}  ${title}  ${styles.dim(`(${place})`)}`
}

function renderWhy({ reason }: RecalledMemory, screen: Screen): string[] {
  return dimmed(`why: ${oneLine(reason)}`, screen)
}

/** Probability and signals, by the names that the API has for them. */
function explainItem({ probability, signals, prior }: RecalledMemory, screen: Screen): string[] {
  if (probability === undefined || signals === undefined) return []
  const values = Object.entries<number>({ ...signals, ...(prior !== undefined && { prior }) })
  const named = values.map(([name, value]) => `${name} ${Number(value.toFixed(2))}`)
  return dimmed(`${inPercent(probability)} likely: ${named.join(', ')}`, screen)
}

function dimmed(text: string, { columns, styles }: Screen): string[] {
  return wrapText(text, columns - 2).map(line => `  ${styles.dim(line)}`)
}

function describeCost({ need, chars, tokens }: RecallContext): string {
  const cost = `${count(chars, 'character')}, about ${count(tokens, 'token')}`
  return need === undefined ? cost : `asks for something stored: ${inPercent(need)}; ${cost}`
}

function inPercent(share: number): string {
  return `${Math.round(100 * share)} %`
}
