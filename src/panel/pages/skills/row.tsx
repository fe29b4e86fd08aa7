import type { Skill } from '../../../../store/types.js'
import { count } from '../../format.js'
import { ScopeName, Tag } from '../../ui/text.js'

/** A skill in the list: its name, when it applies, where it belongs and how it is used. */
export function SkillRow({ skill }: { skill: Skill }) {
  return (
    <div class="skill-row" data-dormant={skill.dormant}>
      <span class="skill-head">
        <span class="skill-name clip">{skill.name}</span>
        <SkillLife skill={skill} />
      </span>
      <span class="skill-trigger">{skill.trigger}</span>
      <span class="skill-meta">
        <ScopeName of={skill.scope} />
        <span>{formatUses(skill)}</span>
      </span>
    </div>
  )
}

/** Whether a skill is used much, or not any more. */
export function SkillLife({ skill }: { skill: Skill }) {
  if (skill.dormant) return <Tag>Dormant</Tag>
  if (skill.promoted) return <Tag tone="accent">Promoted</Tag>
  return null
}

/** In how many sessions it was used, in words. */
export function formatUses({ usageCount }: Skill): string {
  return usageCount === 0 ? 'Not used yet' : `Used in ${count(usageCount, 'session')}`
}
