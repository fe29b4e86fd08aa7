/** The languages that have tables of their own. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja'

const toSet = (words: string) => new Set(words.split(' '))
const HINTS: readonly (readonly [Language, ReadonlySet<string>, RegExp])[] = [
  [
    'de',
    toSet(
      'ich wir bitte nicht nie niemals immer der das und unser unsere unserem unseren unserer ist sind liegt liegen läuft ab jetzt kein keine keinen für auf mit du mir merk merke dir wie ein eine dem den zum zur lass von falsch sondern stets grundsätzlich',
    ),
    /[äöüß]/,
  ],
  [
    'fr',
    toSet(
      'je nous le les des toujours jamais notre nos pour dans est sont ne pas désormais utilise utilisons sur moi une du au aux avec que qui et retiens non',
    ),
    /[àâçèêëîïôûùœ]|(?:^|\s)[jlcndsq]'|(?:^|\s)on \p{L}+e? /u,
  ],
  [
    'es',
    toSet(
      'el los las nunca siempre prefiero usamos usa que nuestro nuestra nuestros está están por para hemos decidimos del con una un recuerda nos este esta y en jamás no ejecuta cómo',
    ),
    /[áíóúñ¿¡]/,
  ],
]
const ENGLISH = toSet(
  "the we is a to use not i in and never always don't please our of for it with from let's must should no you are my that this keep make run all prefer stop when whenever how what",
)

/** Lower case of the same length, typographic apostrophes straightened. */
export function toLower(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : Array.from(text, toLowerCharacter).join('')
  return same.replace(/[‘’]/g, "'")
}

function toLowerCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

/**
 * The languages that a lower-case sentence may be in, cheaply guessed: several where words are
 * shared, English where nothing tells.
 */
export function guessLanguages(lower: string): Language[] {
  if (/[\u3040-\u30ff]/.test(lower)) return ['ja']
  if (/[\u3400-\u9fff]/.test(lower)) return ['zh']
  const words = lower.split(/[^\p{L}']+/u)
  const hits = (hints: ReadonlySet<string>) => words.filter(word => hints.has(word)).length
  const found = HINTS.filter(([, hints, signs]) => hits(hints) > 0 || signs.test(lower))
  const isForeign = found.some(([, hints]) => hits(hints) > 1) && hits(ENGLISH) === 0
  return [...(isForeign ? [] : (['en'] as const)), ...found.map(([language]) => language)]
}
