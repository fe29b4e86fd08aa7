import type { Scope } from '../../../store/types.js'
import type { Service } from '../../api.js'
import type { AliasFill, ConsolidateResult, ReflectResult } from '../../types.js'
import type { Action, Call } from '../cli/command.js'
import { givenOf, readScopes, toScopeFilter, writeScope } from '../cli/flags.js'
import { cutToRoom, cutToWidth, renderRows } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { count, nameScope, nameScopes, oneLine } from '../terminal/words.js'
import { renderItems } from './service.js'

/** The result of work on a scope. */
interface Worked<Result> {
  scope: Scope
  result: Result
}

/** The work of a command on the scope that it writes to. */
function onScope<Result>(
  work: (service: Service, scope: Scope, call: Call) => Promise<Result>,
  render: (result: Result, scope: string, screen: Screen) => string | string[],
  exitCode: (result: Result) => number = () => 0,
): Action<Worked<Result>> {
  return {
    async run(call) {
      const scope = writeScope(call)
      return { scope, result: await work(await call.service(), scope, call) }
    },
    toJson: ({ result }) => result,
    render: ({ scope, result }, screen) => render(result, nameScope(scope), screen),
    exitCode: ({ result }) => exitCode(result),
  }
}

/** Shows on a terminal how work on a scope goes on, and what it waits for. */
function watch(call: Call) {
  return {
    onProgress: (done: number, all: number) =>
      call.progress(all > 1 ? `${done} of ${all} batches` : ''),
    onWait: () => call.progress('waits for another process that works on this scope'),
  }
}

/** `svc reflect`: distils what a scope has queued now, without waiting for its batch to close. */
export const reflect = onScope<ReflectResult>(
  (service, scope, call) =>
    service.learning.reflect(scope, watch(call)).finally(() => call.progress('')),
  ({ batches, added, updated, failed, waiting }, scope) => {
    const why = failed + waiting > 0 ? '; svc doctor tells why' : ''
    const left = `${tellBatches(failed, 'failed, still queued')}${tellBatches(waiting, 'must wait')}`
    return `${scope}: ${countBatches(batches)} distilled, ${added} added, ${updated} updated${left}${why}`
  },
  ({ failed }) => (failed > 0 ? 1 : 0),
)

function tellBatches(batches: number, what: string): string {
  return batches === 0 ? '' : `; ${countBatches(batches)} ${what}`
}

function countBatches(batches: number): string {
  return count(batches, 'batch', 'batches')
}

/** `svc consolidate`: merges related memories of a scope and keeps it to its capacity. */
export const consolidate = onScope<ConsolidateResult>(
  (service, scope, call) => {
    const options = { dryRun: call.on('dry-run'), onWait: watch(call).onWait }
    return service.consolidate(scope, options).finally(() => call.progress(''))
  },
  ({ before, after, merged, evicted, items, dryRun }, scope, screen) => {
    const counts = `${before} before, ${after} after, ${merged} merged, ${evicted} archived`
    const line = `${scope}: ${counts}${dryRun ? '; nothing was written' : ''}`
    // With --json there are all of them.
    return [line, ...renderItems(items, screen, 200)]
  },
  ({ ok }) => (ok ? 0 : 1),
)

/** `svc backlog`: the batches queued for a scope's next consolidation. */
export const backlog = onScope(
  (service, scope) => service.learning.backlog(scope),
  ({ replaySize }, scope) =>
    `${countBatches(replaySize)} queued for the next consolidation of ${scope}`,
)

/** `svc aliases`: has aliases filled in, and says what was given. */
export const aliases: Action<{ fill: AliasFill; scopes: Scope[] }> = {
  async run(call) {
    const scopes = readScopes(call)
    const onProgress = (asked: number, all: number) =>
      call.progress(`asked about ${asked} of ${all}`)
    const options = { ...givenOf({ limit: call.number('limit') }), dryRun: call.on('dry-run') }
    const service = await call.service()
    const fill = await service.learning.fillAliases(toScopeFilter(scopes), {
      ...options,
      onProgress,
    })
    call.progress('')
    return { fill, scopes }
  },
  toJson: ({ fill }) => fill,
  render: ({ fill, scopes }, screen) => renderAliases(fill, scopes, screen),
  footnotes: ({ fill }, json) => (json ? [] : tellBare(fill)),
  exitCode: ({ fill }) => (fill.error === undefined ? 0 : 1),
}

/** One line a memory that got aliases: id, title, aliases; of a dry run what would be asked. */
export function renderAliases(
  { asked, left, items, plan, error }: AliasFill,
  scopes: readonly Scope[],
  screen: Screen,
): string | string[] {
  if (left === 0 && items.length === 0) return `no memory of ${nameScopes(scopes)} lacks aliases`
  if (plan !== undefined) return describePlan(plan)
  if (items.length === 0 && asked === 0 && error === undefined)
    return 'no heading or code name to make aliases of; a model set with SVC_PROVIDER finds others'
  if (items.length === 0) return `asked about ${count(asked, 'memory', 'memories')}, got no aliases`
  return renderRows(
    items,
    [({ id }) => oneLine(id), ({ title }) => cutToWidth(oneLine(title), 28)],
    ({ aliases }, room) => cutToRoom(aliases.map(oneLine).join('; '), room),
    screen,
  )
}

function describePlan({ memories, requests, tokens }: NonNullable<AliasFill['plan']>): string {
  if (requests === 0 && memories > 0)
    return `would give ${count(memories, 'memory', 'memories')} aliases of their own text; nothing was sent`
  const asked = `${count(memories, 'memory', 'memories')} in ${count(requests, 'request')}`
  return `would ask about ${asked}, about ${tokens} tokens; nothing was sent`
}

/** Tells how many are left without aliases, and why it ended early; [] if all have some. */
function tellBare({ asked, left, items, error, plan }: AliasFill): string[] {
  const rest = `${count(left, 'memory', 'memories')} without aliases`
  if (error !== undefined) return [`svc: ${oneLine(error)}; ${rest} left, svc aliases goes on`]
  const isOffline = asked === 0 && items.length > 0
  const given = `gave ${count(items.length, 'memory', 'memories')} aliases of their own text`
  const isLeft = left > 0 && plan === undefined
  return [...(isOffline ? [given] : []), ...(isLeft ? [`${rest} left`] : [])]
}
