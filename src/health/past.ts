import { setImmediate as nextTurn } from 'node:timers/promises'
import { damageOf } from '../past/damage.js'
import { listParts, listPastKeys } from '../past/parts.js'
import type { Check, Found } from './check.js'
import { settingAside } from './damage.js'

/** There may be hundreds of megabytes: the newest are looked at first (milliseconds). */
const PATIENCE_MS = 2_000

/** Parts of past sessions that cannot be read, as far as there is time to look. */
export const damagedPast: Check = {
  name: 'damaged-past',
  run: async examined => {
    const { store } = examined
    const end = performance.now() + PATIENCE_MS
    const parts = listPastKeys(store).flatMap(key => listParts(store, key))
    const found: Found[] = []
    for (const part of parts.sort((a, b) => (a.day < b.day ? 1 : -1))) {
      if (performance.now() > end) break
      await nextTurn()
      const damage = damageOf(part)?.replace(/;.*/s, '')
      if (damage === undefined) continue
      found.push(settingAside(examined, part.path, `holds turns of past sessions and ${damage}`))
    }
    return found
  },
}
