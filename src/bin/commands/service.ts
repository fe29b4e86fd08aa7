import { resolve } from 'node:path'
import { openStore } from '../../../store/store.js'
import type { ServiceStatus } from '../../api.js'
import { checkClaudeCode } from '../../install/claude-code.js'
import { findUnusedInRepo } from '../../scopes/list.js'
import type { ImportResult, SkillFilter } from '../../types.js'
import type { Call } from '../cli/command.js'
import { nameProgram } from '../cli/program.js'
import { renderReport } from '../terminal/doctor.js'
import { renderFields } from '../terminal/layout.js'
import { renderSkills, renderEvents } from '../terminal/memories.js'
import { describeUnused } from '../terminal/scopes.js'
import type { Screen } from '../terminal/screen.js'
import { formatJson, count, oneLine, nameScope } from '../terminal/words.js'
import {
  currentProject,
  writeScope,
  DEFAULT_LIMIT,
  readLimit,
  describeScopes,
  scopeFilter,
  DEFAULT_EVENTS_LIMIT,
} from './shared.js'

/** `svc status`: the store, what it holds and what is queued. */
export async function runStatus(call: Call): Promise<void> {
  const status = withUnusedHere(call, await (await call.service()).status())
  const { screen } = call
  if (call.json) return screen.print(formatJson(status))
  const problems = status.problems === 0 ? 'none' : `${status.problems}; svc doctor names them`
  const rows = [
    ['store', oneLine(status.dataDir)],
    ['memories', `${status.memories} in ${count(status.scopes, 'scope')}`],
    ['queued', count(status.queuedTurns, 'turn')],
    ['batches', troubleOf(status, screen)],
    ['provider', status.provider === 'builtin' ? undefined : oneLine(status.provider)],
    ['spent', spendOf(status)],
    ['busy', status.busy ? 'yes' : 'no'],
    ['problems', status.problems === 0 ? problems : screen.styles.warn(problems)],
    ...status.unusedInRepo.map(
      one =>
        ['not used', screen.styles.warn(`${oneLine(one.path)}: ${describeUnused(one)}`)] as const,
    ),
    ['version', status.version],
  ] as const
  screen.print(renderFields(rows, screen.styles))
}

/** Adds the `.svc` that lies here, of a project that the store does not know, where it is not used. */
function withUnusedHere(call: Call, status: ServiceStatus): ServiceStatus {
  const here = currentProject().id ?? ''
  if (status.unusedInRepo.some(({ project }) => project === here)) return status
  const store = openStore(call.config().databasePath)
  return { ...status, unusedInRepo: findUnusedInRepo(store, here) }
}

/** Undefined where every batch goes its way. */
function troubleOf({ batches }: ServiceStatus, { styles }: Screen): string | undefined {
  const { failing, setAside, putOff } = batches
  const counts = [
    [failing, 'failing'],
    [setAside, 'set aside'],
    [putOff, 'waiting for the budget of the next day'],
  ] as const
  const told = counts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return told.length === 0 ? undefined : styles.warn(`${told.join(', ')}; svc doctor tells why`)
}

/** What providers cost today; undefined where nothing can or did. */
function spendOf({ provider, spend, budget }: ServiceStatus): string | undefined {
  const tokens = spend.inputTokens + spend.outputTokens
  if (provider === 'builtin' && tokens === 0 && spend.usd === 0) return undefined
  const usd = `$${spend.usd.toFixed(2)} of $${budget.usd.toFixed(2)}`
  return `${tokens} of ${budget.tokens} tokens, ${usd} today (UTC)`
}

/** `svc import [DIR]`: imports a project's agent files; a given DIR is taken as it is. */
export async function runImport(call: Call): Promise<number> {
  const [given] = call.operands
  const directory = given === undefined ? (currentProject().id ?? '') : resolve(given)
  const service = await call.service()
  const result = await service.importWorkspace(directory, { force: call.on('force') })
  call.screen.print(call.json ? formatJson(result) : describe(result))
  return result.ok ? 0 : 1
}

function describe(result: ImportResult): string {
  if (result.alreadyImported) return 'already imported; --force imports again'
  const counts = [
    [result.imported, 'imported'],
    [result.updated, 'updated'],
    [result.pruned, 'gone'],
    [result.skipped, 'unchanged or left out'],
  ] as const
  const told = counts.filter(([files]) => files > 0).map(([files, what]) => `${files} ${what}`)
  return told.length === 0 ? 'no agent files here' : `agent files: ${told.join(', ')}`
}

/** `svc reflect`: distils what a scope has queued now, without waiting for its batch to close. */
export async function runReflect(call: Call): Promise<number> {
  const scope = writeScope(call)
  const result = await (await call.service()).reflect(scope)
  const { batches, added, updated, failed, waiting } = result
  const why = failed + waiting > 0 ? '; svc doctor tells why' : ''
  const left = `${tell(failed, 'failed, still queued')}${tell(waiting, 'must wait')}${why}`
  const done = `${count(batches, 'batch', 'batches')} distilled, ${added} added, ${updated} updated`
  call.screen.print(call.json ? formatJson(result) : `${nameScope(scope)}: ${done}${left}`)
  return failed > 0 ? 1 : 0
}

function tell(batches: number, what: string): string {
  return batches === 0 ? '' : `; ${count(batches, 'batch', 'batches')} ${what}`
}

/** `svc consolidate`: merges related memories of a scope and keeps it to its capacity. */
export async function runConsolidate(call: Call): Promise<number> {
  const scope = writeScope(call)
  const result = await (await call.service()).consolidate(scope)
  const { before, after, merged, evicted } = result
  const said = `${nameScope(scope)}: ${before} before, ${after} after, ${merged} merged, ${evicted} archived`
  call.screen.print(call.json ? formatJson(result) : said)
  return result.ok ? 0 : 1
}

/** `svc backlog`: the batches queued for a scope's next consolidation. */
export async function runBacklog(call: Call): Promise<void> {
  const scope = writeScope(call)
  const backlog = await (await call.service()).backlog(scope)
  if (call.json) return call.screen.print(formatJson(backlog))
  const batches = count(backlog.replaySize, 'batch', 'batches')
  call.screen.print(`${batches} queued for the next consolidation of ${nameScope(scope)}`)
}

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

/** `svc events`: what the service did, newest first. */
export async function runEvents(call: Call): Promise<void> {
  const events = await (await call.service()).events(readLimit(call, DEFAULT_EVENTS_LIMIT))
  if (call.json) return call.screen.print(formatJson({ events }))
  call.screen.print(events.length === 0 ? 'nothing yet' : renderEvents(events, call.screen))
}

/** `svc doctor`: the service's findings and, as remarks, how the hooks are installed. Exit 0 or 1. */
export async function runDoctor(call: Call): Promise<number> {
  const checked = await (await call.service()).doctor({ fix: call.on('fix') })
  const program = nameProgram(process.env.PATH)
  const installed = checkClaudeCode(
    process.env,
    process.cwd(),
    `${program} install --host claude-code`,
  )
  const report = { ...checked, findings: [...checked.findings, ...installed] }
  call.screen.print(call.json ? formatJson(report) : renderReport(report, call.screen))
  return report.ok ? 0 : 1
}
