/**
 * Martin Porter's second English stemmer (https://snowballstem.org/algorithms/english/stemmer.html)
 * without regular expressions: compiling those takes a one-shot process longer than its search.
 */

const EXCEPTIONS = new Map(
  (
    'skis ski skies sky dying die lying lie tying tie idly idl gently gentl ugly ugli early earli ' +
    'only onli singly singl sky sky news news howe howe atlas atlas cosmos cosmos bias bias andes andes'
  )
    .split(' ')
    .map((word, at, all): [string, string] => [word, all[at + 1] ?? ''])
    .filter((_, at) => at % 2 === 0),
)
const AFTER_1A = 'inning outing canning herring earring proceed exceed succeed'.split(' ')
const DOUBLES = 'bb dd ff gg mm nn pp rr tt'.split(' ')
const LI_ENDING = 'cdeghkmnrt'
const STEP_2 = pairs(
  'ational ate ization ize fulness ful ousness ous iveness ive tional tion biliti ble lessli less ' +
    'entli ent ation ate alism al aliti al ousli ous iviti ive fulli ful enci ence anci ance abli able ' +
    'izer ize ator ate alli al bli ble ogi og li -',
)
const STEP_3 = pairs(
  'ational ate tional tion alize al icate ic iciti ic ative - ical ic ness - ful -',
)
const STEP_4 = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic'.split(
  ' ',
)

/** Suffixes, each with what stands in its place behind it. */
function pairs(text: string): string[] {
  return text.split(' ').map(word => (word === '-' ? '' : word))
}

/** The place of the first suffix in a table that the word has; -1 for none. */
function findSuffix(table: readonly string[], word: string): number {
  for (let at = 0; at < table.length; at += 2) if (word.endsWith(table[at]!)) return at
  return -1
}

/** The stem of a word of lower-case ASCII letters; words of one or two letters stay as they are. */
export function stemEnglish(word: string): string {
  if (word.length < 3) return word
  const exception = EXCEPTIONS.get(word)
  if (exception !== undefined) return exception
  const marked = markConsonantY(word)
  const r1 = findRegion1(marked)
  const r2 = afterSyllable(marked, r1)
  let stem = removePlural(marked)
  if (AFTER_1A.includes(stem)) return stem
  stem = removePast(stem, r1)
  if (stem.length > 2 && 'yY'.includes(stem.at(-1) ?? '') && !isVowel(stem, stem.length - 2))
    stem = `${stem.slice(0, -1)}i`
  stem = replaceDerived(stem, r1)
  stem = replaceFurther(stem, r1, r2)
  stem = removeSuffix(stem, r2)
  return removeFinal(stem, r1, r2).toLowerCase()
}

function isVowel(word: string, at: number): boolean {
  return at >= 0 && 'aeiouy'.includes(word[at] ?? '-')
}

/** A y that begins the word or follows a vowel is a consonant, written Y. */
function markConsonantY(word: string): string {
  if (!word.includes('y')) return word
  let marked = ''
  for (let at = 0; at < word.length; at++) {
    const isConsonant = word[at] === 'y' && (at === 0 || isVowel(marked, at - 1))
    marked += isConsonant ? 'Y' : word[at]
  }
  return marked
}

/** Offset at which the region R1 begins. */
function findRegion1(word: string): number {
  const special = ['gener', 'commun', 'arsen'].find(beginning => word.startsWith(beginning))
  return special?.length ?? afterSyllable(word, 0)
}

/** The place after the first non-vowel that follows a vowel. */
function afterSyllable(word: string, from: number): number {
  let at = from
  while (at < word.length && !isVowel(word, at)) at++
  while (at < word.length && isVowel(word, at)) at++
  return Math.min(word.length, at + 1)
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true
  return false
}

/** Step 1a. */
function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1)
  if (word.endsWith('us') || word.endsWith('ss') || !word.endsWith('s')) return word
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word
}

/** Step 1b. */
function removePast(word: string, r1: number): string {
  for (const suffix of ['eedly', 'eed'])
    if (word.endsWith(suffix))
      return word.length - suffix.length >= r1 ? `${word.slice(0, -suffix.length)}ee` : word
  const suffix = ['ingly', 'edly', 'ing', 'ed'].find(ending => word.endsWith(ending))
  if (!suffix) return word
  const rest = word.slice(0, -suffix.length)
  if (!hasVowel(rest)) return word
  if (['at', 'bl', 'iz'].some(ending => rest.endsWith(ending))) return `${rest}e`
  if (DOUBLES.some(ending => rest.endsWith(ending))) return rest.slice(0, -1)
  return r1 >= rest.length && endsShort(rest) ? `${rest}e` : rest
}

/** True if the word ends in a short syllable. */
function endsShort(word: string): boolean {
  const last = word.length - 1
  if (last === 1) return isVowel(word, 0) && !isVowel(word, 1)
  return (
    last > 1 &&
    !isVowel(word, last) &&
    !'wxY'.includes(word[last] ?? '') &&
    isVowel(word, last - 1) &&
    !isVowel(word, last - 2)
  )
}

/** Step 2. */
function replaceDerived(word: string, r1: number): string {
  const at = findSuffix(STEP_2, word)
  if (at < 0) return word
  const suffix = STEP_2[at]!
  const rest = word.slice(0, -suffix.length)
  if (rest.length < r1) return word
  if (suffix === 'ogi' && !rest.endsWith('l')) return word
  if (suffix === 'li' && !LI_ENDING.includes(rest.at(-1) ?? '-')) return word
  return rest + STEP_2[at + 1]!
}

/** Step 3. */
function replaceFurther(word: string, r1: number, r2: number): string {
  const at = findSuffix(STEP_3, word)
  if (at < 0) return word
  const suffix = STEP_3[at]!
  const rest = word.slice(0, -suffix.length)
  return rest.length < (suffix === 'ative' ? r2 : r1) ? word : rest + STEP_3[at + 1]!
}

/** Step 4. */
function removeSuffix(word: string, r2: number): string {
  const suffix = STEP_4.find(ending => word.endsWith(ending))
  if (!suffix || word.length - suffix.length < r2) return word
  const rest = word.slice(0, -suffix.length)
  return suffix === 'ion' && !rest.endsWith('s') && !rest.endsWith('t') ? word : rest
}

/** Step 5. */
function removeFinal(word: string, r1: number, r2: number): string {
  const rest = word.slice(0, -1)
  if (word.endsWith('e'))
    return rest.length >= r2 || (rest.length >= r1 && !endsShort(rest)) ? rest : word
  return word.endsWith('ll') && rest.length >= r2 ? rest : word
}
