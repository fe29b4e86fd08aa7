import { stripInjected } from '../../../redact/index.js'
import type { Turn, SkillCandidate } from '../../types.js'
import { isUniversal } from '../scope.js'
import { capitalise } from '../wording.js'

const SAVES =
  /\b(?:save|store|remember|keep|turn|make|record|write|add|create|define|capture|document)\b[^.?!\n]{0,80}?\b(?:as|into|to|a|an|our)\b[^.?!\n]{0,40}?\b(?:skill|slash command|custom command|checklist|runbook|playbook|recipe|reusable (?:workflow|procedure|command))\b|\b(?:speicher\w*|merk\w*|leg\w*|mach\w*)\b[^.?!\n]{0,80}\b(?:skill|checkliste|befehl|ablauf|rezept)\b|\b(?:enregistre|sauvegarde|retiens|fais|garde|crée)[^.?!\n]{0,80}\b(?:skill|compétence|checklist|commande|recette|procédure)\b|\b(?:guarda|recuerda|convierte|haz|crea)\b[^.?!\n]{0,80}\b(?:skill|habilidad|checklist|comando|receta|procedimiento)\b|(?:保存|存|记|記|做)(?:为|成|下来).{0,12}(?:技能|skill|清单|流程|命令)|(?:スキル|チェックリスト|手順書|コマンド)(?:として|に)(?:保存|登録|覚え|し)/i
/** Looked for first: most prompts name nothing of the kind, and the pattern above is dear. */
const THING =
  /skill|command|checkl|runbook|playbook|recipe|procedure|workflow|befehl|ablauf|rezept|compétence|commande|recette|procédure|habilidad|comando|receta|procedimiento|技能|清单|流程|命令|スキル|チェック|手順|コマンド/
const NAMED =
  /\b(?:called|named|name it|call it|namens|nenne? (?:es|sie|ihn)|appelée?|nommée?|llamad[oa]|llámalo)\s+["'`“”«]?([\p{L}\p{N}][\p{L}\p{N} _-]{1,40}?)["'`”»]?(?=[.,:;!?\n]|$| for| to| with)|(?:叫做?|命名为|名为|名前は)\s*["'`「“]?([\p{L}\p{N} _-]{2,40}?)["'`」”]?(?=[,。，:：\n]|$)/iu
const ABOUT =
  /\b(?:for|how to|to|für|pour|para)\s+((?:(?:cutting|doing|making|releasing|deploying|adding|creating|rotating|running|setting up)\s)?[\p{L}\p{N}][^.,:;!?\n]{3,60})/iu
const STEP =
  /^\s*(?:\d{1,2}[.)、]|[-*+•]|(?:step|schritt|étape|paso) \d+[.:)]|第[一二三四五六七八九]步[:：]?)\s*(\S.*)$/i
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

/** True for a sentence that asks to keep a procedure as a skill, command or checklist. */
export function isRequest(sentence: string): boolean {
  return (
    THING.test(sentence.toLowerCase()) &&
    SAVES.test(sentence) &&
    !/[?？]\s*$/.test(sentence) &&
    !/\b(?:don'?t|do not|never|nicht|if|would)\b|不要/i.test(sentence)
  )
}

/** The steps of a list, or of a sentence "first …, then …, finally …"; empty without. */
function findSteps(text: string): string[] {
  const listed = text.split('\n').flatMap(line => STEP.exec(line)?.[1]?.trim() ?? [])
  if (listed.length >= 2) return listed.filter(isClean)
  const told =
    /\b(?:first|zuerst|d'abord|primero)\b,? ?([^\n]{8,600})/i.exec(text) ??
    /(?:先|まず)([^\n]{4,400})/.exec(text)
  if (told === null) return []
  const parts = (told[1] ?? '').split(
    /[,;.，、。]?\s*(?:(?:and )?(?:then|finally|after that|lastly|dann|danach|schließlich|ensuite|puis|enfin|luego|después|finalmente)\b|然后|再|最后|次に|最後に|それから)[,\s]*/i,
  )
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

function toName(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words
    .filter(word => !/^(?:the|a|an|our|my)$/.test(word))
    .slice(0, 5)
    .join('-')
    .slice(0, 48)
}
