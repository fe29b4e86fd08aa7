import type { Skill } from '../../../store/types.js'
import type { Screen } from './screen.js'
import { cutToWidth, padToWidth, widestOf } from './width.js'
import { nameScope, oneLine } from './words.js'

/** One line a skill (promoted ones starred): name, uses, scope, when it applies. */
export function renderSkills(skills: readonly Skill[], screen: Screen): string[] {
  const names = skills.map(skill => `${skill.promoted ? '* ' : ''}${oneLine(skill.name)}`)
  const shown = names.map(name => cutToWidth(name, 32))
  const scopes = skills.map(skill => cutToWidth(nameScope(skill.scope), 14))
  const uses = skills.map(skill => `${skill.usageCount}x`)
  const widths = [shown, uses, scopes].map(widestOf) as [number, number, number]
  const room = screen.columns - widths[0] - widths[1] - widths[2] - 6
  return skills.map((skill, row) => {
    const trigger = `${skill.dormant ? '(dormant) ' : ''}${oneLine(skill.trigger)}`
    return [
      screen.styles.strong(padToWidth(shown[row] ?? '', widths[0])),
      padToWidth(uses[row] ?? '', widths[1], 'start'),
      padToWidth(scopes[row] ?? '', widths[2]),
      cutToWidth(trigger, Math.max(10, room)),
    ].join('  ')
  })
}
