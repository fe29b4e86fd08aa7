import { all, bounded, pattern, spaced, unspaced } from '../../../languages/combined.js'
import { stripInjected } from '../../../redact/index.js'
import type { Turn, SkillCandidate } from '../../types.js'
import { isUniversal } from '../scope.js'
import { capitalise } from '../wording.js'

const SAVES = pattern('i')`${all.skills.saves}`
/** Looked for first: most prompts name nothing of the kind, and the pattern above is dear. */
const THING = pattern()`${all.skills.things}`
const NAMED = pattern('iu')`
  \b${spaced.skills.named}\s+["'\x60“”«]?([\p{L}\p{N}][\p{L}\p{N} _-]{1,40}?)["'\x60”»]?
  (?=[.,:;!?\n]|$|${all.skills.afterName})
  |${unspaced.skills.named}\s*["'\x60「“]?([\p{L}\p{N} _-]{2,40}?)["'\x60」”]?(?=[,。，:：\n]|$)`
const ABOUT = pattern('iu')`
  \b${all.skills.purposes}\s+((?:${all.skills.doing}\s)?[\p{L}\p{N}][^.,:;!?\n]{3,60})`
const STEP = pattern('i')`
  ^\s*(?:\d{1,2}[.)、]|[-*+•]|${spaced.skills.step} \d+[.:)]|${unspaced.skills.step})\s*(\S.*)$`
const MAX_BODY = 4_000

/**
 * Skills that the person explicitly asked to keep: steps listed in the same prompt, else in the
 * reply before it or after it. Without two steps there is none.
 */
export function findSkills(turns: readonly Turn[]): SkillCandidate[] {
  return turns.flatMap(({ prompt, reply }, index) => {
    const own = stripInjected(prompt.slice(0, 20_000))
    const request = own.split(/(?<=[.!?。！？])\s|\n/).find(part => isRequest(part))
    if (request === undefined) return []
    const sources = [own, turns[index - 1]?.reply ?? '', reply]
    const steps = sources.map(findSteps).find(found => found.length >= 2)
    return steps ? [toSkill(request, own, steps)] : []
  })
}

/** A wish not to keep, or no wish. */
const NO_REQUEST = pattern('i')`${bounded.skills.denies}`

/** True for a sentence that asks to keep a procedure as a skill, command or checklist. */
export function isRequest(sentence: string): boolean {
  return (
    THING.test(sentence.toLowerCase()) &&
    SAVES.test(sentence) &&
    !/[?？]\s*$/.test(sentence) &&
    !NO_REQUEST.test(sentence)
  )
}

/** Between the steps of a sentence. */
const THEN = pattern('i')`
  [,;.，、。]?\s*(?:${all.skills.and}?${spaced.skills.then}\b|${unspaced.skills.then})[,\s]*`

/** Behind it stand the steps of a sentence. */
const FIRST = pattern('i')`\b${spaced.skills.first}\b,? ?([^\n]{8,600})`
/** The same in languages without blanks. */
const FIRST_UNSPACED = pattern()`${unspaced.skills.first}([^\n]{4,400})`

/** The steps of a list, or of a sentence "first …, then …, finally …"; empty without. */
function findSteps(text: string): string[] {
  const listed = text.split('\n').flatMap(line => STEP.exec(line)?.[1]?.trim() ?? [])
  if (listed.length >= 2) return listed.filter(isClean)
  const told = FIRST.exec(text) ?? FIRST_UNSPACED.exec(text)
  if (told === null) return []
  const parts = (told[1] ?? '').split(THEN)
  return parts
    .map(part => part.replace(/[.\s,。、]+$/, '').trim())
    .filter(part => part.length > 2 && isClean(part))
}

const isClean = (step: string) => !step.includes('[redacted')

function toSkill(request: string, prompt: string, steps: readonly string[]): SkillCandidate {
  const about = (ABOUT.exec(request) ?? ABOUT.exec(prompt))?.[1]?.trim()
  const named = NAMED.exec(prompt)
  const topic = named?.[1] ?? named?.[2] ?? about ?? steps[0] ?? ''
  const name = toName(topic) || toName(about ?? '') || toName(steps.join(' ')) || 'saved-procedure'
  return {
    name,
    description: capitalise(`${about ?? topic}`.trim()).slice(0, 200),
    body: steps
      .map((step, index) => `${index + 1}. ${capitalise(step)}`)
      .join('\n')
      .slice(0, MAX_BODY),
    scope: isUniversal(prompt) ? 'global' : 'project',
  }
}

/** Left out of the name of a skill. */
const ARTICLE = pattern()`^${all.skills.articles}$`

function toName(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words
    .filter(word => !ARTICLE.test(word))
    .slice(0, 5)
    .join('-')
    .slice(0, 48)
}
