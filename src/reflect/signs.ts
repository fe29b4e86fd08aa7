import { all, pattern, unspaced } from '../languages/combined.js'
import { withoutAsides } from '../provider/builtin/changed.js'

/** A statement in Chinese or Japanese, in the parts by which it is set against another one. */
export interface SignTelling {
  /** Its signs without values and fillers. */
  core: readonly string[]
  values: readonly { kind: 'day' | 'number' | 'name'; text: string }[]
  isNegative: boolean
}

const SIGNS = /[\u3040-\u30ff\u3400-\u9fff]/
const DENIES = pattern('gu')`${unspaced.comparing.signsDeny}`
const FILLS = pattern('gu')`${unspaced.comparing.signsFill}`
const VALUES = [
  { kind: 'day', form: pattern('gu')`${unspaced.comparing.signsOfDays}` },
  { kind: 'number', form: /\d[\d.,:]*/gu },
  { kind: 'name', form: pattern('gu')`${all.comparing.languages}|[a-z][\w./-]+` },
] as const

/** True for text that is written without blanks. */
export function isInSigns(text: string): boolean {
  return SIGNS.test(text)
}

/** Reads a statement that is written without blanks. */
export function toSignTelling(text: string): SignTelling {
  const bare = withoutAsides(text.normalize('NFKC')).replace(/[\s\p{P}]+(?=\D|$)|`/gu, '')
  const isNegative = bare.search(DENIES) !== -1
  let rest = bare.replace(DENIES, '')
  const values: { kind: 'day' | 'number' | 'name'; text: string }[] = []
  for (const { kind, form } of VALUES) {
    for (const [found] of rest.matchAll(form)) values.push({ kind, text: found })
    rest = rest.replace(form, ' ')
  }
  return { core: [...rest.replace(FILLS, '').replace(/\s+/g, '')], values, isNegative }
}

/** Signs of the one that the other has too. */
export function countSigns(a: readonly string[], b: readonly string[]): number {
  const left = [...b]
  return a.filter(sign => {
    const at = left.indexOf(sign)
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  }).length
}
