import { pattern, unspaced } from '../languages/combined.js'
import type { Claim } from './types.js'
import { ALTERNATIVES } from './words.js'

const SIGNS = /[\u3040-\u30ff\u3400-\u9fff]/
const DENIES = pattern('gu')`${unspaced.comparing.signsDeny}`
const FILLS = pattern('gu')`${unspaced.comparing.signsFill}`
const DAY = pattern('gu')`${unspaced.comparing.signsOfDays}`
const NUMBER = /\d[\d.,:]*/gu

/**
 * The claims of a Chinese or Japanese statement, read from its signs; undefined for other
 * languages.
 */
export function readSigns(raw: string): Claim[] | undefined {
  if (!SIGNS.test(raw)) return undefined
  const text = raw.normalize('NFKC').replace(/[\s\p{P}]+(?=\D|$)|`/gu, '')
  const isNegative = text.search(DENIES) !== -1
  const core = text.replace(DENIES, '').replace(FILLS, '')
  if (core === '') return []
  const claims: Claim[] = [{ frame: `!|${core}`, value: isNegative ? '-' : '+' }]
  return isNegative ? claims : [...claims, ...toValues(text), ...toAlternatives(core)]
}

function toValues(text: string): Claim[] {
  const values = [...(text.match(DAY) ?? []), ...(text.match(NUMBER) ?? [])]
  const rest = text.replace(DAY, '_').replace(NUMBER, '_').replace(FILLS, '')
  const isValue = values.length > 0 && rest.replace(/_/g, '').length >= 2
  return isValue ? [{ frame: `#|${rest}`, value: values.join(' ') }] : []
}

function toAlternatives(core: string): Claim[] {
  const words = core.match(/[\w.-]+|[\u30a0-\u30ff]+/gu) ?? []
  const known = words.filter(word => ALTERNATIVES.has(word))
  const names = known.map(word => ALTERNATIVES.get(word))
  return known.flatMap((word, at) => {
    const name = names[at]!
    if (names.indexOf(name) !== names.lastIndexOf(name)) return []
    return [{ frame: `~${name}|${core.replace(word, '')}`, value: word }]
  })
}
