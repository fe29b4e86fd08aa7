/** The languages in which procedures are worded. */
export type Tongue = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'zh' | 'ja'

const WORDS: readonly (readonly [Tongue, RegExp])[] = [
  [
    'en',
    /(?<![\p{L}])(?:the|is|are|was|it|to|of|and|for|with|that|this|on|in|how|we|you|do|does|can|please|run)(?![\p{L}])/giu,
  ],
  [
    'de',
    /(?<![\p{L}])(?:der|die|das|und|ist|sind|nicht|mit|auf|für|wie|wir|ich|ein|eine|den|dem|so|zu|im|bitte|mal|es|lasse|starte|läuft|war)(?![\p{L}])/giu,
  ],
  [
    'fr',
    /(?<![\p{L}])(?:le|la|les|des|du|est|sont|et|pour|avec|sur|on|nous|je|une|un|dans|comment|il|faut|ça|pas|puis|échoue)(?![\p{L}])/giu,
  ],
  [
    'es',
    /(?<![\p{L}])(?:el|la|los|las|del|es|son|y|para|con|una|un|en|cómo|que|lo|se|hacemos|desde|sin|por|falla)(?![\p{L}])/giu,
  ],
  [
    'pt',
    /(?<![\p{L}])(?:o|a|os|as|do|da|dos|das|é|são|e|para|pra|com|uma|um|em|no|na|como|que|não|faz|mim|rodo|estão)(?![\p{L}])/giu,
  ],
]

/** The language of a text, by its commonest words; English where nothing tells. */
export function tongueOf(text: string): Tongue {
  const prose = text.slice(0, 2_000).replace(/`[^`\n]*`/g, ' ')
  if (/[\u3040-\u30ff]/.test(prose)) return 'ja'
  if (/[\u3400-\u9fff]/.test(prose)) return 'zh'
  const counts = WORDS.map(([tongue, words]) => [tongue, prose.match(words)?.length ?? 0] as const)
  const most = counts.reduce((best, next) => (next[1] > best[1] ? next : best), ['en', 0] as const)
  return most[0]
}

/** How a procedure is worded in one language. */
interface Wording {
  works: (command: string) => string
  fails: (command: string, error: string) => string
  insteadOf: (worked: string, failed: string) => string
  way: (command: string) => string
}

/** Error lines are quoted as they are. */
const because = (error: string) => (error === '' ? '' : `: ${error}`)

/** The words around commands, by language. */
export const WORDING: Readonly<Record<Tongue, Wording>> = {
  en: {
    works: command => `${command} works.`,
    fails: (command, error) => `${command} fails${because(error)}.`,
    insteadOf: (worked, failed) => `${worked}, not ${failed}`,
    way: command => `How to run ${command} here`,
  },
  de: {
    works: command => `Mit ${command} geht es.`,
    fails: (command, error) => `${command} schlägt fehl${because(error)}.`,
    insteadOf: (worked, failed) => `${worked} statt ${failed}`,
    way: command => `So läuft ${command} hier`,
  },
  fr: {
    works: command => `${command} fonctionne.`,
    fails: (command, error) => `${command} échoue${because(error)}.`,
    insteadOf: (worked, failed) => `${worked}, pas ${failed}`,
    way: command => `Comment lancer ${command} ici`,
  },
  es: {
    works: command => `${command} funciona.`,
    fails: (command, error) => `${command} falla${because(error)}.`,
    insteadOf: (worked, failed) => `${worked}, no ${failed}`,
    way: command => `Cómo ejecutar ${command} aquí`,
  },
  pt: {
    works: command => `${command} funciona.`,
    fails: (command, error) => `${command} falha${because(error)}.`,
    insteadOf: (worked, failed) => `${worked}, não ${failed}`,
    way: command => `Como rodar ${command} aqui`,
  },
  zh: {
    works: command => `用 ${command} 可以。`,
    fails: (command, error) => `${command} 会失败${because(error)}。`,
    insteadOf: (worked, failed) => `用 ${worked}，不用 ${failed}`,
    way: command => `${command} 在这里怎么跑`,
  },
  ja: {
    works: command => `${command} で動く。`,
    fails: (command, error) => `${command} は失敗する${because(error)}。`,
    insteadOf: (worked, failed) => `${failed} ではなく ${worked}`,
    way: command => `ここでの ${command} の動かし方`,
  },
}
