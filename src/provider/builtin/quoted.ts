/** Pairs of quotation marks, each with what it may hold: whole sentences, but no second line. */
const QUOTED = [
  '"[^"\\n]{1,2000}"',
  '＂[^＂\\n]{1,2000}＂',
  '“[^“”\\n]{1,2000}”',
  '”[^“”\\n]{1,2000}”',
  '„[^„“”\\n]{1,2000}[“”]',
  '«[^«»\\n]{1,2000}»',
  '»[^«»\\n]{1,2000}«',
  '‹[^‹›\\n]{1,2000}›',
  '›[^‹›\\n]{1,2000}‹',
  '「[^「」\\n]{1,2000}」',
  '『[^『』\\n]{1,2000}』',
  '《[^《》\\n]{1,2000}》',
  '〈[^〈〉\\n]{1,2000}〉',
  '〝[^〝〟\\n]{1,2000}〟',
  // An apostrophe inside a word ends nothing.
  '‚(?:[^‚‘’\\n]|[‘’](?=\\p{L})){1,2000}[‘’]',
  '(?<![\\p{L}\\p{N}])‘(?:[^‘’\\n]|’(?=\\p{L})){1,2000}’(?![\\p{L}\\p{N}])',
  "(?<![\\p{L}\\p{N}])'[^'\\n]{1,2000}'(?![\\p{L}\\p{N}])",
]
const MARKS = new RegExp(QUOTED.join('|'), 'gu')
/** Most texts hold none of these: they need not be looked through. */
const MARK = /["'＂“”„«»‹›「『《〈〝‚‘]/
/** The text of a link or a picture is often a title, sometimes somebody's sentence. */
const LINK = /!?\[[^[\]\n]{1,2000}\]\([^()\n]{0,2000}\)/g
const CODE = /(?<!`)(`+)(?!`)([^\n]{1,2000}?)(?<!`)\1(?!`)/g
/** TeX and old mails write quotation marks so. */
const TEX = /``[^`'\n]{1,2000}''/g

/** Stand-in for a quoted character in masked text. */
export const QUOTE_MASK = '\uE000'
/** Stand-in for a character of inline code in masked text; the back ticks stay. */
const CODE_MASK = '\uE001'

/** A text of the same length in which all that is quoted, and all inline code, is blotted out. */
export function maskAll(text: string): string {
  return blot(text, quoted => quoted !== '')
}

/**
 * The same, but short quotations ("main") stay readable: they are names, not what somebody else
 * said.
 */
export function mask(text: string): string {
  return blot(text, quoted => !isName(quoted))
}

/** A text with an ellipsis where it quotes whole sentences: what is left is what decides. */
export function withoutQuoted(text: string): string {
  const masked = mask(text)
  let rest = ''
  let done = 0
  for (const { 0: quotes, index } of masked.matchAll(QUOTES)) {
    const to = index + quotes.length
    if (!saysSomething(text.slice(index, to))) continue
    rest += `${text.slice(done, index)}"…"`
    done = to
  }
  return rest + text.slice(done)
}

const QUOTES = new RegExp(`${QUOTE_MASK}+`, 'g')

function blot(text: string, isOthers: (quoted: string) => boolean): string {
  const toMask = (quoted: string) => (isOthers(quoted) ? QUOTE_MASK.repeat(quoted.length) : quoted)
  let masked = text
  if (text.includes('`')) masked = masked.replace(TEX, toMask).replace(CODE, toCodeMask)
  if (text.includes(']('))
    masked = masked.replace(LINK, link => (isTitled(link) ? link : toMask(link)))
  return MARK.test(text) ? masked.replace(MARKS, toMask) : masked
}

/** A text of the same length in which inline code is blotted out. */
export function maskCode(text: string): string {
  return text.includes('`') ? text.replace(CODE, toCodeMask) : text
}

function toCodeMask(code: string, ticks: string): string {
  return ticks + CODE_MASK.repeat(code.length - 2 * ticks.length) + ticks
}

function isName(quoted: string): boolean {
  return quoted.trim().split(/\s+/).length <= 2 && !/[\u3040-\u9fff]{6}/.test(quoted)
}

/** A link that shows the title of a page, say. */
function isTitled(link: string): boolean {
  const shown = link.slice(0, link.indexOf(']('))
  return shown.split(/\s+/).length <= 6 && !/[.!?。！？]/.test(shown)
}

/** More than a name or a few words: somebody's sentence. */
function saysSomething(quoted: string): boolean {
  return quoted.trim().split(/\s+/).length >= 4 || /[\u3040-\u9fff]{8}/.test(quoted)
}
