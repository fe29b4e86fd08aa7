import type { Operation } from '../../../store/git/repository.js'
import type { Resolution } from '../../git/resolution.js'
import type { Screen } from './screen.js'
import { count, oneLine } from './words.js'
import { wrapText } from './wrap.js'

/** What was settled, what is left for a person, and how to go on. */
export function renderResolution(
  { settled, left }: Resolution,
  operation: Operation | undefined,
  screen: Screen,
): string[] {
  if (settled.length === 0 && left.length === 0) return ['nothing to settle', ...goOn(operation)]
  return [
    ...settled.flatMap(({ path, how }) => hang(`settled ${path}: ${how}`, screen)),
    ...(left.length > 0
      ? [screen.styles.bad(`left: ${count(left.length, 'file')} for you to settle`)]
      : []),
    ...left.flatMap(({ path, reason }) => hang(`${path}: ${reason}`, screen)),
    ...(left.length > 0 ? ['edit them, then svc git resolve'] : goOn(operation, settled.length)),
  ]
}

function goOn(operation: Operation | undefined, settled = 0): string[] {
  if (operation !== undefined && operation !== 'merge')
    return [`go on: git ${operation} --continue`]
  return operation === 'merge' || settled > 0 ? ['go on: svc git commit'] : []
}

function hang(text: string, { columns }: Screen): string[] {
  const [first = '', ...more] = wrapText(oneLine(text), columns - 4)
  return [`  ${first}`, ...more.map(line => `    ${line}`)]
}
