import { all, pattern, spaced, unspaced, whole } from '../../../languages/combined.js'
import type { Turn } from '../../types.js'
import { isOneOff } from '../gates.js'
import { toProse } from '../prose.js'
import { splitSentences, toLower } from '../sentences.js'
import { capitalise } from '../wording.js'
import { commandsIn } from './shown.js'
import { isStep, listedSteps, type Draft } from './draft.js'

/** A heading that says how something is done, always. */
const TELLS = pattern('iu')`\b${spaced.told.tells}\b|${all.told.tellsAnywhere}`
const LEAD = pattern('i')`^(?:${all.told.leads}[,:]? )+`
/** "To cut a release: …", "pour relancer la synchro il faut …": what the steps are for. */
const PURPOSE = pattern('i')`
  ^(${all.told.purposes}) (?!${all.told.noPurposes}\b)([^:,：，\x60\n]{3,60}?)(?=\s*[:：,，\x60]|\s+
  ${all.told.stepStarts}|$)`
const TASK = pattern('iu')`${whole.told.tasks}`
const NOT_OURS = pattern('iu')`${whole.told.notOurs}`
const IMAGINED = pattern('iu')`${whole.told.imagines}`

const isLasting = (text: string) =>
  !/[?？]\s*$/.test(text) &&
  !TASK.test(text) &&
  !NOT_OURS.test(text) &&
  !IMAGINED.test(text) &&
  !isOneOff(toLower(text))

type Told = Omit<Draft, 'turn'>

/** Procedures of several steps that a person tells: in a list, a sentence, or several. */
export function findTold(turns: readonly Turn[]): Draft[] {
  return turns.flatMap(({ prompt }, turn) => toldIn(prompt).map(told => ({ ...told, turn })))
}

/** Procedures told in one prompt. */
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

/** Behind what steps are for. */
const WE_DO = pattern('i')`\s*${all.told.weDoThen}\b.*$`

/** Its beginning that says no more. */
const HEADING_START = pattern('i')`^${all.told.headingLeads}?${all.told.headingStarts}`

/** The end of a heading that only says that steps will follow. */
const HEADING_END = pattern('i')`
  [,，]\s*${all.told.forWhom}$
  |[,，]?\s*(?:${all.told.headingEnds}|${all.told.weDo} ${all.told.asFollows})$`

/** The heading without what only says that steps will follow. */
function toHeading(heading: string): string {
  const bare = heading.replace(/[\s:：]+$/, '').replace(LEAD, '')
  const purpose = toPurpose(bare)
  const subject = bare.replace(HEADING_END, '').replace(HEADING_START, '')
  return capitalise((purpose ?? subject).replace(WE_DO, '').trim())
}

const THEN = pattern('iu')`${whole.told.then}|, ${all.skills.and}?\x60`
const BEGINS = pattern('iu')`^(?:${spaced.told.begins}(?!\p{L})|${unspaced.told.begins})`

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

/** Between parts of a series. */
const BETWEEN = pattern()`[,，、;]\s*|\s${all.shapes.and}\s`

/** Steps one after another: by words of order, or after a colon by commas alone. */
function isSeries(text: string): boolean {
  const parts = text.split(BETWEEN)
  return THEN.test(text) || (/^\s*[:：]/.test(text) && parts.length > 2)
}

/** A word that a purpose keeps. */
const KEPT = pattern('i')`^${all.told.keptWords}`

/** The particle of an infinitive, before its verb. */
const PARTICLE = pattern('u')` ${all.told.particles} (?=\p{L}+$)`

/** "um die Daten zu laden" without its particle. */
const INFINITIVE = pattern('i')`^${all.told.infinitives}$`

/** The purpose that a text begins with; undefined where it does not. */
function toPurpose(text: string): string | undefined {
  const [, word = '', purpose] = PURPOSE.exec(text) ?? []
  if (purpose === undefined) return undefined
  const bare = INFINITIVE.test(word) ? purpose.replace(PARTICLE, ' ') : purpose
  return capitalise(KEPT.test(word) ? `${word} ${bare}` : bare)
}
