import { toFound, type Found } from './found.js'
import { findNames, trimStatement, isDangling, resolvePointer } from './phrasing.js'
import { type Sentence, QUOTE_MASK } from './sentences.js'
import { readStatement, type Reading } from './reading.js'
import { findVetoes, isIronic } from './vetoes.js'

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
interface Contrast {
  right: string
  wrong: string
}

/** Reads "not A, B" and "B, not A" in a short sentence where both are known tools. */
function readContrast(sentence: string): Contrast | undefined {
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
function phraseContrast({ right, wrong }: Contrast, sentence: string): string {
  if (/[\u3040-\u30ff]/.test(sentence)) return `${wrong} ではなく ${right} を使う`
  if (/[\u3400-\u9fff]/.test(sentence)) return `用 ${right},不用 ${wrong}`
  if (/\bnicht\b/i.test(sentence)) return `${right} verwenden, nicht ${wrong}`
  if (/\bpas\b/i.test(sentence)) return `Utiliser ${right}, pas ${wrong}`
  if (/\bsino\b|\bes\b|^no \S+, ?\S+$/i.test(sentence)) return `Usar ${right}, no ${wrong}`
  return `Use ${right}, not ${wrong}`
}

const LASTING =
  /\b(?:from today|as of today|starting today|from now on|ab heute|ab jetzt|à partir d'aujourd'hui|a partir de hoy|desde hoy|desde ahora|a partir de ahora)\b|从今天起|从现在(?:起|开始)|今日から/gi
const GIVES_REASON =
  /^(?:otherwise|because|since|the reason|that'?s because|this is because|it'?s because|or else|else|sonst|weil|denn|der grund|sinon|parce qu|car |c'est parce|si no|porque|de lo contrario|es que|因为|否则|不然|なぜなら|そうしないと|でないと)/i
const TOO_SHORT = 6

/** What stands around a sentence: it can give a reason, an antecedent, or irony. */
interface Around {
  before?: Sentence | undefined
  after?: Sentence | undefined
}

/** The lasting statement of a sentence as a candidate; undefined where it makes none. */
export function readSentence(sentence: Sentence, around: Around): Found | undefined {
  const contrast = readContrast(sentence.text)
  if (contrast) return fromPhrase(phraseContrast(contrast, sentence.text), sentence)
  const reading = readStatement(sentence.masked, sentence.text)
  if (reading === undefined || isVetoed(sentence, reading, around)) return undefined
  const statement = trimStatement(sentence.text.slice(reading.at))
  const whole = isDangling(statement) ? resolvePointer(statement, around.before?.text) : statement
  if (whole === undefined || whole.length < TOO_SHORT) return undefined
  const titleText =
    whole === statement ? trimStatement(sentence.text.slice(reading.titleAt)) : whole
  if (titleText.length < 3) return undefined
  return toFound({
    kind: reading.kind,
    score: reading.score,
    turn: sentence.turn,
    prefix: whole === statement ? reading.prefix : '',
    titleText,
    statement: whole,
    reason: reasonAfter(around.after),
    sentence: sentence.text,
  })
}

function fromPhrase(phrase: string, { text, turn }: Sentence): Found {
  const parts = { kind: 'constraint', score: 0.8, turn, prefix: '', statement: phrase }
  return toFound({ ...parts, titleText: phrase, sentence: text })
}

function reasonAfter(after: Sentence | undefined): string {
  if (after === undefined || !GIVES_REASON.test(after.text) || after.text.length > 200) return ''
  return findVetoes(after.masked).size > 0 ? '' : after.text
}

function isVetoed(sentence: Sentence, reading: Reading, { before, after }: Around): boolean {
  const statement = sentence.masked.slice(reading.at)
  if (startsQuoted(statement)) return true
  const own = AND_BEFORE.test(sentence.masked.slice(0, reading.at)) ? statement : sentence.masked
  const vetoes = findVetoes(own.replace(LASTING, ' '))
  if (reading.start.isRequest || endsInTag(sentence.text)) vetoes.delete('question')
  if (isForgiven(reading, statement)) vetoes.delete('fault')
  if (reading.kind !== 'fact' && reading.kind !== 'procedure') vetoes.delete('fault')
  if (reading.kind !== 'constraint' || NAMES_HOME.test(own)) vetoes.delete('layout')
  if (reading.kind === 'constraint' && CONDITION.test(statement)) vetoes.delete('hypothetical')
  if (isIronic(before?.masked ?? '') || isIronic(after?.masked ?? '')) return true
  return vetoes.size > 0
}

/** What stands before an "and" is a statement of its own. */
const AND_BEFORE = /\b(?:and|but|so|und|aber|et|mais|y|pero) $/
/** A rule about looks is a rule where it names who keeps it, or where. */
const NAMES_HOME = /\b(?:we|our|repo|project|codebase|design system)\b/
const CONDITION =
  /^(?:if|when|whenever) (?:you|we|anyone|someone)(?! (?:were|was|used|had|went|could|switched|moved)\b)/i

/** A fact that was corrected may name what fails: "the 502 page is served by Caddy". */
function isForgiven(reading: Reading, statement: string): boolean {
  return (
    reading.start.isCorrection && !/\b(?:fails?|failing|crash\w*|broken|down)\b/i.test(statement)
  )
}

function startsQuoted(statement: string): boolean {
  const quoted = Array.from(statement).filter(character => character === QUOTE_MASK).length
  return statement.startsWith(QUOTE_MASK) || quoted > statement.length / 2
}

/** "…, ok?" asks for a nod, not for an answer. */
function endsInTag(text: string): boolean {
  return /[,，] ?(?:ok(?:ay)?|right|alright|please|yeah|got it|understood|ja|gell|d'accord|vale|sí|好吗|好嗎|可以吗)\s*[?？]$/i.test(
    text,
  )
}
