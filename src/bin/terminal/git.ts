import type { StoreChange } from '../../git/store-change.js'
import { listChanges } from '../../git/commit-message.js'
import type { Screen } from './screen.js'
import { cutToWidth } from './width.js'
import { wrapText } from './wrap.js'
import { oneLine } from './words.js'

/** A line for each change, cut to the screen; of many the first 50 and how many more. */
export function renderChanges(changes: readonly StoreChange[], { columns }: Screen): string[] {
  return listChanges(changes).map(line => `  ${cutToWidth(oneLine(line), columns - 2)}`)
}

/** A sentence, indented, over as many lines as it needs. */
export function hang(text: string, { columns }: Screen): string[] {
  const [first = '', ...more] = wrapText(oneLine(text), columns - 4)
  return [`  ${first}`, ...more.map(line => `    ${line}`)]
}
