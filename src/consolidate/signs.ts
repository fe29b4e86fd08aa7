import type { Claim } from './types.js'
import { ALTERNATIVES } from './words.js'

const SIGNS = /[\u3040-\u30ff\u3400-\u9fff]/
const DENIES =
  /ありません|ません|(?<=[しわかさたなまらばが])ない|ではない|じゃない|禁止|不可|不要|不再|不得|不能|不允许|不允許|不许|不用|不会|请勿|勿|(?<![级類类特分区])别(?=用|再|在|把|去|提交|直接)|没有|不(?![同仅僅但足断断够久])/gu
const FILLS =
  /必ず|常に|絶対に|もう|今後|いつも|总是|總是|始终|始終|一律|一定|允许|允許|可以|可能|必须|必須|应该|應該|使用|使[うわいえ]?|します|しましょう|すること|する|して|し|こと|です|ます|である|だ|採用|采用|我们|我們|[はがをもにでとの了的要请請用]/gu
const DAY = /[月火水木金土日]曜日?|(?:周|星期|礼拜)[一二三四五六日天]/gu
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
