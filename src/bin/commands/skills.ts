import type { SkillFilter } from '../../api.js'
import { formatJson } from '../terminal/json.js'
import { renderSkills } from '../terminal/skills.js'
import type { Call } from './command.js'
import { DEFAULT_LIMIT, readLimit } from './filters.js'
import { describeScopes, scopeFilter } from './scope.js'

/** `svc skills`: the skills found on disk. */
export async function runSkills(call: Call): Promise<void> {
  const given = {
    text: call.text('text')?.trim() || undefined,
    includeDormant: call.on('include-dormant') || undefined,
    limit: readLimit(call, DEFAULT_LIMIT),
    offset: call.number('offset'),
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const filter = { ...scopeFilter(call), ...(Object.fromEntries(set) as SkillFilter) }
  const { skills, total } = await (await call.service()).skills(filter)
  const { screen } = call
  if (call.json) return screen.print(formatJson({ skills, total }))
  if (skills.length === 0) return screen.print(`no skills in ${describeScopes(call)}`)
  screen.print(renderSkills(skills, screen))
  const next = (filter.offset ?? 0) + skills.length
  if (next < total) screen.note(`${skills.length} of ${total}; --offset ${next} goes on`)
}
