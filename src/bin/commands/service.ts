import { formatJson } from '../terminal/json.js'
import { renderFields } from '../terminal/fields.js'
import { count, oneLine } from '../terminal/words.js'
import type { Screen } from '../terminal/screen.js'
import type { ServiceStatus } from '../../api.js'
import { describeUnused } from '../terminal/scopes.js'
import { openStore } from '../../../store/store.js'
import { findUnusedInRepo } from '../../placement/inspect.js'
import type { Call } from './command.js'
import { currentProject } from './scope.js'

/** `svc status`: the store, what it holds and what is queued. */
export async function runStatus(call: Call): Promise<void> {
  const status = await (await call.service()).status()
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
    ...unusedIn(call, status).map(one => ['not used', screen.styles.warn(one)] as const),
    ['version', status.version],
  ] as const
  screen.print(renderFields(rows, screen.styles))
}

/** Those of known projects, and one that lies here. */
function unusedIn(call: Call, { unusedInRepo }: ServiceStatus): string[] {
  const here = currentProject().id ?? ''
  const isKnown = unusedInRepo.some(({ project }) => project === here)
  const store = openStore(call.config().databasePath)
  const all = isKnown ? unusedInRepo : findUnusedInRepo(store, here)
  return all.map(one => `${oneLine(one.path)}: ${describeUnused(one)}`)
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
