import { resolve } from 'node:path'
import { openStore } from '../../../store/store.js'
import type { ActivityEvent, Scope, Skill } from '../../../store/types.js'
import type { Service, ServiceStatus } from '../../api.js'
import { PAGE, SKILL_FILTER } from '../../memories/fields.js'
import { findUnusedInRepo } from '../../scopes/list.js'
import type { AliasFill, ConsolidateResult, ImportResult, ReflectResult } from '../../types.js'
import type { Action, Call } from '../cli/command.js'
import {
  currentProject,
  givenOf,
  readFilter,
  readScopes,
  toScopeFilter,
  writeScope,
} from '../cli/flags.js'
import { renderAliases, tellBare } from '../terminal/memories.js'
import {
  renderBacklog,
  renderConsolidation,
  renderEvents,
  renderImport,
  renderReflection,
  renderSkills,
  renderStatus,
} from '../terminal/service.js'
import { nameScopes, tellRest } from '../terminal/words.js'

/** `svc status`: the store, what it holds and what is queued. */
export const status: Action<ServiceStatus> = {
  run: async call => withUnusedHere(call, await (await call.service()).status()),
  render: renderStatus,
}

/** Adds the `.svc` that lies here, of a project that the store does not know, where it is not used. */
function withUnusedHere(call: Call, status: ServiceStatus): ServiceStatus {
  const here = currentProject().id ?? ''
  if (status.unusedInRepo.some(({ project }) => project === here)) return status
  const store = openStore(call.config().databasePath, process.env)
  return { ...status, unusedInRepo: findUnusedInRepo(store, here) }
}

/** `svc import [DIR]`: imports a project's agent files; a given DIR is taken as it is. */
export const importFiles: Action<ImportResult> = {
  async run(call) {
    const [given] = call.operands
    const directory = given === undefined ? (currentProject().id ?? '') : resolve(given)
    return (await call.service()).importWorkspace(directory, { force: call.on('force') })
  },
  render: renderImport,
  exitCode: ({ ok }) => (ok ? 0 : 1),
}

/** The result of work on a scope. */
interface Worked<Result> {
  scope: Scope
  result: Result
}

/** The work of a command on the scope that it writes to. */
function onScope<Result>(
  work: (service: Service, scope: Scope, call: Call) => Promise<Result>,
  render: (scope: Scope, result: Result) => string,
): Action<Worked<Result>> {
  return {
    async run(call) {
      const scope = writeScope(call)
      return { scope, result: await work(await call.service(), scope, call) }
    },
    toJson: ({ result }) => result,
    render: ({ scope, result }) => render(scope, result),
  }
}

/** `svc reflect`: distils what a scope has queued now, without waiting for its batch to close. */
export const reflect: Action<Worked<ReflectResult>> = {
  ...onScope(
    (service, scope, call) => service.reflect(scope, watch(call)).finally(() => call.progress('')),
    renderReflection,
  ),
  exitCode: ({ result }) => (result.failed > 0 ? 1 : 0),
}

/** Shows on a terminal how work on a scope goes on, and what it waits for. */
function watch(call: Call) {
  return {
    onProgress: (done: number, all: number) =>
      call.progress(all > 1 ? `${done} of ${all} batches` : ''),
    onWait: () => call.progress('waits for another process that works on this scope'),
  }
}

/** `svc consolidate`: merges related memories of a scope and keeps it to its capacity. */
export const consolidate: Action<Worked<ConsolidateResult>> = {
  async run(call) {
    const scope = writeScope(call)
    const service = await call.service()
    const { onWait } = watch(call)
    const working = service.consolidate(scope, { dryRun: call.on('dry-run'), onWait })
    return { scope, result: await working.finally(() => call.progress('')) }
  },
  toJson: ({ result }) => result,
  render: ({ scope, result }, screen) => renderConsolidation(scope, result, screen),
  exitCode: ({ result }) => (result.ok ? 0 : 1),
}

/** `svc aliases`: lets the provider fill in aliases, and says what it gave. */
export const aliases: Action<{ fill: AliasFill; scopes: Scope[] }> = {
  async run(call) {
    const scopes = readScopes(call)
    const onProgress = (asked: number, all: number) =>
      call.progress(`asked about ${asked} of ${all}`)
    const options = { ...givenOf({ limit: call.number('limit') }), dryRun: call.on('dry-run') }
    const service = await call.service()
    const fill = await service.fillAliases(toScopeFilter(scopes), { ...options, onProgress })
    call.progress('')
    return { fill, scopes }
  },
  toJson: ({ fill }) => fill,
  render: ({ fill, scopes }, screen) => renderAliases(fill, scopes, screen),
  footnotes: ({ fill }, json) => (json ? [] : tellBare(fill)),
  exitCode: ({ fill }) => (fill.error === undefined ? 0 : 1),
}

/** `svc backlog`: the batches queued for a scope's next consolidation. */
export const backlog = onScope((service, scope) => service.backlog(scope), renderBacklog)

/** Part of the skills, and what was asked for. */
interface SkillPage {
  skills: Skill[]
  total: number
  offset: number
  scopes: Scope[]
}

/** `svc skills`: the skills found on disk. */
export const skills: Action<SkillPage> = {
  async run(call) {
    const scopes = readScopes(call)
    const filter = readFilter(call, { ...SKILL_FILTER, ...PAGE })
    const page = await (await call.service()).skills({ ...toScopeFilter(scopes), ...filter })
    return { ...page, offset: filter.offset ?? 0, scopes }
  },
  toJson: ({ skills, total }) => ({ skills, total }),
  render: ({ skills, scopes }, screen) =>
    skills.length === 0 ? `no skills in ${nameScopes(scopes)}` : renderSkills(skills, screen),
  footnotes: ({ skills, total, offset }, json) =>
    json ? [] : tellRest(skills.length, total, offset),
}

/** `svc events`: what the service did, newest first. */
export const events: Action<{ events: ActivityEvent[] }> = {
  async run(call) {
    const { limit } = readFilter(call, { limit: PAGE.limit })
    return { events: await (await call.service()).events(limit) }
  },
  render: ({ events }, screen) =>
    events.length === 0 ? 'nothing yet' : renderEvents(events, screen),
}
