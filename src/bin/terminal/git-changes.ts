import type { StoreChange } from '../../git/store-change.js'
import { listChanges } from '../../git/commit-message.js'
import type { Screen } from './screen.js'
import { cutToWidth } from './width.js'
import { oneLine } from './words.js'

/** A line for each change, cut to the screen; of many the first 50 and how many more. */
export function renderChanges(changes: readonly StoreChange[], { columns }: Screen): string[] {
  return listChanges(changes).map(line => `  ${cutToWidth(oneLine(line), columns - 2)}`)
}
