import { formatScopeKey } from '../scopes.js'
import type { Scope } from '../../store/types.js'
import { clip, toTitle } from '../text.js'
import { toSkillName } from './names.js'

/** What the catalog needs to know of a skill. */
export interface CatalogSkill {
  name: string
  trigger: string
  path: string
  dormant?: boolean
  promoted?: boolean
}

// Tried in turn: all skills with less of their description, rather than some skills with all of it.
const TRIGGER_LENGTHS = [300, 200, 120, 80, 40]

/** Leaves out each project skill that global scope has a skill of the same name of. */
export function visibleSkills<T extends { name: string; scope: Scope }>(skills: readonly T[]): T[] {
  const isGlobal = (skill: T) => formatScopeKey(skill.scope) === 'global'
  const globals = new Set(skills.filter(isGlobal).map(skill => skill.name.toLowerCase()))
  return skills.filter(skill => isGlobal(skill) || !globals.has(skill.name.toLowerCase()))
}

/**
 * One line a skill, `- name: trigger (path)`, promoted ones starred and first, dormant ones left
 * out, in at most `maxChars` characters. Triggers are shortened before skills are left out, and
 * never longer than 300 characters. Empty where there is nothing to show.
 */
export function renderCatalog(skills: readonly CatalogSkill[], maxChars: number): string {
  const awake = skills.filter(skill => !skill.dormant)
  const ordered = [...awake.filter(isPromoted), ...awake.filter(skill => !isPromoted(skill))]
  const texts = TRIGGER_LENGTHS.map(length => renderLines(ordered, length))
  const lines = texts.find(each => lengthOf(each) <= maxChars) ?? texts.at(-1)!
  return takeLines(lines, maxChars).join('\n')
}

function isPromoted(skill: CatalogSkill): boolean {
  return skill.promoted === true
}

function renderLines(skills: readonly CatalogSkill[], triggerLength: number): string[] {
  return skills.map(skill => renderLine(skill, triggerLength))
}

function renderLine(skill: CatalogSkill, triggerLength: number): string {
  const star = skill.promoted ? '★ ' : ''
  const trigger = withoutTags(clip(toTitle(skill.trigger), triggerLength))
  return `- ${star}${toSkillName(skill.name)}: ${trigger} (${withoutTags(toTitle(skill.path))})`
}

// A look-alike of the frame's marker must not end the frame.
function withoutTags(text: string): string {
  return text.replace(/<(?=[/!?\p{L}])/gu, '‹')
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, -1)
}

function takeLines(lines: readonly string[], maxChars: number): string[] {
  let left = maxChars + 1
  return lines.filter(line => {
    const fits = line.length + 1 <= left
    if (fits) left -= line.length + 1
    return fits
  })
}
