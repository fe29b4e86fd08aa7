const PLACEHOLDER =
  /your|example|placeholder|change.?me|dummy|sample|redacted|insert|replace|\.\.\.|<|\$\{|\{\{|process\.env|os\.environ|secrets?\.|(?:^|[^a-z])(?:none|null|undefined|true|false|todo|tbd)(?:$|[^a-z])/i
const BLANKED = /x{4}|\*{3}|\u2022{3}|(.)\1{6}/i
const WEAK =
  /^(?:(?:my|the|some|test|a)?[-_]?(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|key|user|string|bearer)[-_]?\d{0,3})$/i

/** Shannon entropy of a text in bits per character; 0 for an empty text. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** True for a token whose characters are crossed out: `ghp_xxxxxxxx`, `sk-****`. */
export function isCrossedOut(value: string): boolean {
  return /x{6}|\*{3}|\.{3}|your[-_]/i.test(value)
}

/** True for what documents write in place of a secret: `YOUR_API_KEY`, `${TOKEN}`, `changeme`. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || BLANKED.test(value) || WEAK.test(value)
}

/** True where letters and digits mix as in a generated key, not as in a name such as `sha256Sum`. */
export function isRandom(value: string): boolean {
  if (value.length < 10 || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (isDottedName(value) || isWordy(value)) return false
  return entropyOf(value) >= (value.length < 20 ? 2.9 : 3.1)
}

function isDottedName(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) && entropyOf(value) < 4.5
}

/** Not hex, digits not strewn in; words make up most of it, with the share of vowels that language has (random letters: .19). */
function isWordy(value: string): boolean {
  if (value.length >= 12 && /^[0-9a-f]+$/i.test(value)) return false
  if ((value.match(/[A-Za-z][0-9]+(?=[A-Za-z])/g)?.length ?? 0) >= 2) return false
  const words = value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g)?.join('') ?? ''
  const letters = value.replace(/[^A-Za-z]/g, '')
  const vowels = letters.replace(/[^aeiou]/gi, '')
  const digits = value.replace(/[^0-9]/g, '')
  const share = words.length / (value.length - digits.length || 1)
  return share >= 0.55 && vowels.length / letters.length >= 0.27
}
