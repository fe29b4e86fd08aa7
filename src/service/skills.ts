import type { ScopeFilter } from '../../store/types.js'
import type * as Api from '../api.js'
import { PAGE, SKILL_FILTER } from '../memories/fields.js'
import { parseFilter } from '../memories/given.js'
import type { ServiceParts } from './parts.js'

/** The skills that a service knows, loaded where somebody asks. */
export class ServiceSkills implements Api.SkillCalls {
  constructor(private readonly parts: ServiceParts) {}

  async list(filter: Api.SkillFilter = {}) {
    const { listSkills } = await import('../skills/index.js')
    const { store, home, now } = this.parts
    return listSkills(store, home, parseFilter(filter, { ...SKILL_FILTER, ...PAGE }), now())
  }

  async read(name: string, filter: ScopeFilter = {}) {
    const { readSkill } = await import('../skills/index.js')
    const { store, home, now } = this.parts
    return readSkill(store, home, name, parseFilter(filter), now())
  }
}
