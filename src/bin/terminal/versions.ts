import type { MemoryVersion } from '../../api.js'
import type { Screen } from './screen.js'
import { cutToWidth, padToWidth, widestOf, widthOf } from './width.js'
import { formatTime, oneLine } from './words.js'

const GAP = '  '
const LEAST_TEXT = 12

/** One line an old version: what names it, when it was written, its first changed line or title. */
export function renderVersions(
  id: string,
  versions: readonly MemoryVersion[],
  screen: Screen,
): string[] {
  const names = versions.map(({ version }) => `${oneLine(id)}@${version}`)
  const widest = widestOf(names)
  return versions.map((version, row) => {
    const name = padToWidth(names[row] ?? '', widest)
    const time = formatTime(version.at)
    const used = widthOf(name) + widthOf(time) + 2 * GAP.length
    const text = cutToWidth(textOf(version), Math.max(LEAST_TEXT, screen.columns - used))
    return [screen.styles.strong(name), time, text].join(GAP).trimEnd()
  })
}

/** Where only the title or tags were changed later, that is what tells a version from others. */
function textOf({ title, line, bytes, changed }: MemoryVersion): string {
  const later = changed.length === 0 ? '' : ` (changed later: ${changed.map(oneLine).join(', ')})`
  const name = `${oneLine(title)}${later}`
  return line === undefined ? `${name}, ${bytes} bytes` : `${name}: ${oneLine(line)}`
}
