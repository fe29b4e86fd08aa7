import { findNames } from './tags.js'

const NAME = '([\\w@/.+#-]{2,40})'
const FORMS: readonly (readonly [RegExp, 1 | 2])[] = [
  [
    new RegExp(
      `(?:^|[,.:!] ?)(?:no,? )?not ${NAME}[,;:—– -]+(?:but )?(?:use |it'?s |we use )?${NAME}[.!]*$`,
      'i',
    ),
    2,
  ],
  [
    new RegExp(
      `(?:^|[,.:!] ?)(?:(?:no|nope|wrong|actually)[,.!:]* )?(?:it'?s |we use |use |that'?s )?${NAME},? (?:and )?not ${NAME}(?: here)?[.!]*$`,
      'i',
    ),
    1,
  ],
  [new RegExp(`nicht ${NAME},? (?:sondern )?${NAME}[.!]*$`, 'i'), 2],
  [new RegExp(`(?:^|[,.:!] ?)(?:nein,? )?${NAME},? nicht ${NAME}[.!]*$`, 'i'), 1],
  [new RegExp(`(?:^|[,.:!] ?)pas (?:de )?${NAME}[,:]? (?:mais |plutôt )?${NAME}[.!]*$`, 'i'), 2],
  [new RegExp(`(?:^|[,.:!] ?)(?:non,? )?${NAME},? (?:et )?pas ${NAME}[.!]*$`, 'i'), 1],
  [new RegExp(`(?:^|[,.:!] ?)no ${NAME},? (?:sino |es )?${NAME}[.!]*$`, 'i'), 2],
  [new RegExp(`不是\\s?${NAME}\\s?[,，]?\\s?(?:而)?是\\s?${NAME}`, 'i'), 2],
  [new RegExp(`(?:别|不要|不)用\\s?${NAME}\\s?[,，]\\s?(?:要|请|改|得)?用\\s?${NAME}`, 'i'), 2],
  [new RegExp(`${NAME}\\s?(?:じゃなくて?|ではなくて?|でなく)、?\\s?${NAME}`, 'i'), 2],
]

/** Without a question mark, and with a word that contrasts. */
const NEGATES =
  /^[^?？]*(?:[Nn]ot |nicht|[Pp]as |[Nn]o |不是|别|不要|不用|じゃな|ではな|でなく)[^?？]*$/

/** A correction by contrast, "not npm, pnpm": what is right and what is not. */
export interface Contrast {
  right: string
  wrong: string
}

/** Reads "not A, B" and "B, not A" in a short sentence where both are known tools. */
export function readContrast(sentence: string): Contrast | undefined {
  if (sentence.length > 60 || !NEGATES.test(sentence)) return undefined
  for (const [pattern, rightAt] of FORMS) {
    const match = pattern.exec(sentence.trim())
    const right = strip(match?.[rightAt])
    const wrong = strip(match?.[rightAt === 1 ? 2 : 1])
    if (right && wrong && right !== wrong && findNames(`${right} ${wrong}`).length === 2)
      return { right, wrong }
  }
  return undefined
}

const strip = (name: string | undefined) => name?.replace(/^[-.]+|[-.,]+$/g, '')

/** "Use pnpm, not npm" in the language of the sentence. */
export function phraseContrast({ right, wrong }: Contrast, sentence: string): string {
  if (/[\u3040-\u30ff]/.test(sentence)) return `${wrong} ではなく ${right} を使う`
  if (/[\u3400-\u9fff]/.test(sentence)) return `用 ${right},不用 ${wrong}`
  if (/\bnicht\b/i.test(sentence)) return `${right} verwenden, nicht ${wrong}`
  if (/\bpas\b/i.test(sentence)) return `Utiliser ${right}, pas ${wrong}`
  if (/\bsino\b|\bes\b|^no \S+, ?\S+$/i.test(sentence)) return `Usar ${right}, no ${wrong}`
  return `Use ${right}, not ${wrong}`
}
