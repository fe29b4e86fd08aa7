import type { Turn } from '../../types.js'
import { isOneOff } from '../gates.js'
import { toProse } from '../prose.js'
import { splitSentences, toLower } from '../sentences.js'
import { capitalise } from '../wording.js'
import type { Draft } from './draft.js'
import { commandsIn } from './shown.js'
import { isStep, listedSteps } from './steps.js'

/** A heading that says how something is done, always. */
const TELLS =
  /\b(?:how (?:we|i|to|one|you)|works? (?:like this|as follows)|goes like this|(?:this|that) is how|here'?s how|the way we|procedure|runbook|playbook|recipe|checklist|steps (?:to|for)|process|workflow|routine|how-?to|every time|each time|whenever|we (?:always )?do|i explain|explain how|ablauf|vorgehen|anleitung|schritte|rezept|voici comment|on fait|procédure|étapes|marche à suivre|comment on|hacemos|se hace|pasos|procedimiento|fazemos|passos|procedimento)\b|(?<!\p{L})so (?:geht|läuft|machen wir|mach ich|funktioniert)|(?:geht|läuft|funktioniert) (?:das |es )?so(?!\p{L})|así (?:se|lo|es)|é assim|流程|步骤|这样|手順|やり方|方法/iu
const LEAD =
  /^(?:(?:ok(?:ay)?|so|and|oh|btw|fyi|by the way|before i forget|for (?:the )?(?:notes|record|later)|pour info|übrigens|por cierto|aliás)[,:]? )+/i
/** "To cut a release: …", "pour relancer la synchro il faut …": what the steps are for. */
const PURPOSE =
  /^(to|for|when(?:ever)?|zum|zur|um|beim?|pour|para|pra) (?!(?:me|you|us|now|the record|info|future reference)\b)([^:,：，`\n]{3,60}?)(?=\s*[:：,，`]|\s+(?:il faut|tu dois|you |we |run |first |hay que|hacemos|fazemos|muss|tem que|é preciso|erst |zuerst |d'abord|primero|ejecuta|corre|roda|rode|lance |lancer |führe? )|$)/i
const TASK =
  /(?<!\p{L})(?:please|pls|do the following|todos?|to-?do|can you|could you|fix|i need|need you|i want|next|tasks?|wish|changes|now|today|tomorrow|bitte|stp|peux-tu|puedes|você pode|heute|jetzt|aujourd'hui|hoy|hoje)(?!\p{L})|请|してください/iu
const NOT_OURS =
  /(?<!\p{L})(?:other (?:team|repo|project|company)|old (?:team|repo|project|company)|last job|their (?:repo|project|wiki)|used to|anderes? (?:projekt|team)|autre (?:projet|équipe)|otro (?:proyecto|equipo)|outro (?:projeto|time))(?!\p{L})|别的|另一个|別の/iu
const IMAGINED =
  /(?<!\p{L})(?:would|could|if we|maybe|perhaps|suppose|vielleicht|würde|könnte|peut-être|quizá|talvez)(?!\p{L})|如果|もし/iu

const isLasting = (text: string) =>
  !/[?？]\s*$/.test(text) &&
  !TASK.test(text) &&
  !NOT_OURS.test(text) &&
  !IMAGINED.test(text) &&
  !isOneOff(toLower(text))

type Told = Omit<Draft, 'turn'>

/** What a person tells of how something is done, in several steps: a list, a sentence, or several. */
export function findTold(turns: readonly Turn[]): Draft[] {
  return turns.flatMap(({ prompt }, turn) => toldIn(prompt).map(told => ({ ...told, turn })))
}

/** The same of one prompt. */
export function toldIn(prompt: string): Told[] {
  const prose = toProse(prompt)
  return [...toldInLists(prose), ...toldInSentences(prose)]
}

/** Lists of two steps or more with a command, under a line that ends in a colon. */
function toldInLists(prose: string): Told[] {
  const lines = prose.split('\n').filter(line => line.trim() !== '')
  return lines.flatMap((line, at) => {
    const heading = line.trim()
    if (!/[:：]$/.test(heading) || isStep(line) || heading.length > 160) return []
    const end = lines.findIndex((one, index) => index > at && !isStep(one))
    const items = lines.slice(at + 1, end < 0 ? undefined : end)
    const steps = listedSteps(items.join('\n'))
    const isTold =
      isLasting(heading) && (TELLS.test(heading) || PURPOSE.test(heading) || isName(heading))
    if (!isTold || steps.length < 2 || commandsIn(items.join('\n')).length === 0) return []
    return [{ steps, topic: toHeading(heading), said: [heading, ...items].join('\n') }]
  })
}

/** "Season start:" names what the steps are for. */
const isName = (heading: string) => heading.split(/\s+/).length <= 5

/** The heading without what only says that steps will follow. */
function toHeading(heading: string): string {
  const bare = heading.replace(/[\s:：]+$/, '').replace(LEAD, '')
  const purpose = toPurpose(bare)
  const subject = bare
    .replace(
      /[,，]\s*for .*$|[,，]?\s*(?:works? (?:like this|as follows)|goes like this|so (?:geht|läuft|machen wir)(?: (?:das|es))?.*|(?:hacemos|fazemos) (?:lo siguiente|o seguinte|así|assim))$/i,
      '',
    )
    .replace(
      /^(?:here'?s |this is |(?:i'?ll |let me )?(?:explain|show you|tell you) )?(?:how (?:we|i|you|to) |the (?:steps|procedure|process) (?:to|for) |runbook for |voici comment (?:on )?)/i,
      '',
    )
  return capitalise(
    (purpose ?? subject).replace(/\s*(?:hacemos|fazemos|we do|machen wir)\b.*$/i, '').trim(),
  )
}

const THEN =
  /(?<!\p{L})(?:then|after that|afterwards|finally|lastly|dann|danach|anschließend|zuletzt|puis|ensuite|enfin|luego|después|finalmente|depois|em seguida|por fim)(?!\p{L})|然后|再|最后|次に|最後に|それから|, (?:and )?`/iu
const BEGINS =
  /^(?:(?:first|second|third|then|next|after that|afterwards|finally|lastly|zuerst|erst|dann|danach|anschließend|zum schluss|zuletzt|d'abord|ensuite|puis|enfin|primero|luego|después|por último|finalmente|primeiro|depois|por fim)(?!\p{L})|先|然后|再|最后|まず|次に|最後に)/iu

/** One sentence with its purpose before its steps, or sentences that count them up. */
function toldInSentences(prose: string): Told[] {
  const sentences = prose
    .split('\n')
    .flatMap(line => (isStep(line) ? [] : splitSentences(line).map(({ text }) => text)))
  const told = sentences.flatMap((text, at) => toldAt(sentences, text, at) ?? [])
  return told.filter(one => commandsIn(one.said).length > 0)
}

function toldAt(sentences: readonly string[], said: string, at: number): Told | undefined {
  if (!isLasting(said)) return undefined
  const text = said.replace(LEAD, '')
  const purpose = PURPOSE.exec(text)
  if (purpose !== null && isSeries(text.slice(purpose[0].length))) {
    return { steps: [text], text, topic: toPurpose(text), said }
  }
  const following = sentences.slice(at + 1)
  const end = following.findIndex(one => !BEGINS.test(one))
  const steps = following.slice(0, end < 0 ? undefined : end)
  if (!TELLS.test(text) || steps.length < 2) return undefined
  return { steps, topic: toHeading(text.replace(/[.。]$/, '')), said: [said, ...steps].join(' ') }
}

/** Steps one after another: by words of order, or after a colon by commas alone. */
function isSeries(text: string): boolean {
  const parts = text.split(/[,，、;]\s*|\s(?:and|und|et|y|e)\s/)
  return THEN.test(text) || (/^\s*[:：]/.test(text) && parts.length > 2)
}

/** What a text says that its steps are for; undefined where it does not begin with that. */
function toPurpose(text: string): string | undefined {
  const [, word = '', purpose] = PURPOSE.exec(text) ?? []
  if (purpose === undefined) return undefined
  const bare = /^um$/i.test(word) ? purpose.replace(/ zu (?=\p{L}+$)/u, ' ') : purpose
  return capitalise(/^when/i.test(word) ? `${word} ${bare}` : bare)
}
