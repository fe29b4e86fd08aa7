import { isLocked } from '../../store/files/lock.js'
import { listSpool } from '../../store/files/spool.js'
import { isBusy } from '../../store/locks.js'
import { listFolders } from '../../store/projects/projects.js'
import { replaySpool, scopeLock, turnSpool, type Store } from '../../store/store.js'
import { lastHostCalls } from '../activity/hook-calls.js'
import { VERSION, type Config, type SettledSettings } from '../config.js'
import type { ScopeNumbers } from '../memories/list.js'
import type { FoundHost, HostCondition, HostLook, ScopeQueue } from '../overview/types.js'
import type { SettingState } from '../overview/types.js'
import { countPast } from '../past/count.js'
import { readSpend } from '../provider/budget.js'
import { redactText } from '../redact/index.js'
import { countTroubled, queuedScopes, type TroubledBatches } from '../reflect/batches.js'
import { findLostProjects, findUnusedInRepo } from '../scopes/list.js'
import { PLACES, SETTINGS } from '../settings/table.js'
import { findProviderFaults, readLearners } from './provider.js'

interface StatusOptions {
  now: Date
  /** The providers' own variables, and the PATH. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  provider?: string | undefined
}

/**
 * Reads the numbers of a store that `svc status` and `GET /svc/status` answer. `provider` is the
 * name of one that a program brings.
 */
export async function readStatus(
  store: Store,
  scopes: readonly ScopeNumbers[],
  config: Config,
  { now, env = {}, provider }: StatusOptions,
) {
  const learnsBy = provider === undefined ? readLearners(store, config) : undefined
  const faults = provider === undefined ? findProviderFaults(store, config, env) : []
  const queues = queuedScopes(store).map(key => readQueue(store, key, now))
  return {
    ok: true,
    databasePath: store.manifest,
    busy: isBusy(store),
    version: VERSION,
    dataDir: store.root,
    memories: sumOf(scopes, 'count'),
    scopes: scopes.length,
    queuedTurns: sumOf(queues, 'turns'),
    batches: {
      failing: sumOf(queues, 'failing'),
      setAside: sumOf(queues, 'setAside'),
      putOff: sumOf(queues, 'putOff'),
    },
    past: await countPast(store),
    problems: sumOf(scopes, 'problems'),
    unusedInRepo: findUnusedInRepo(store),
    lost: await findLostProjects(store),
    reflect: config.reflect,
    provider: provider ?? config.provider,
    ...(learnsBy !== undefined && { learnsBy }),
    ...(faults.length > 0 && { providerFault: faults.join('; ') }),
    spend: readSpend(store, now),
    budget: { tokens: config.dailyTokens, usd: config.dailyUsd },
  }
}

function sumOf<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

/** Counts of a scope's waiting turns, closed batches in trouble, and batches to consolidate. */
interface Queue extends TroubledBatches {
  turns: number
  replay: number
}

/** Counts a scope's turns and batches that wait to be distilled or consolidated. */
export function readQueue(store: Store, key: string, now: Date): Queue {
  const turns = listSpool(turnSpool(store, key)).length
  const replay = listSpool(replaySpool(store, key)).length
  return { turns, ...countTroubled(store, now, key), replay }
}

/** True where something of a scope waits. */
export function isWaiting({ turns, failing, setAside, putOff, replay }: Queue): boolean {
  return turns + failing + setAside + putOff + replay > 0
}

/** Lists the scopes in which something waits, global first. */
export function listQueues(store: Store, now: Date): ScopeQueue[] {
  return listFolders(store).flatMap(({ scope, key }) => {
    const queue = readQueue(store, key, now)
    const { replay: replaySize, ...waiting } = queue
    const busy = isLocked(scopeLock(store, 'work', key))
    return busy || isWaiting(queue) ? [{ scope, ...waiting, replaySize, busy }] : []
  })
}

/**
 * The agent hosts and when each called last. Where nobody says what is on this machine they are
 * those that have called.
 */
export async function listHosts(store: Store, look?: HostLook): Promise<HostCondition[]> {
  const calls = lastHostCalls(store)
  const callers = [...calls.keys()].sort()
  const found = look === undefined ? callers.map(toCaller) : await look.find(callers)
  return found.map(host => {
    const lastCall = calls.get(host.host)?.toISOString()
    return { ...host, ...(lastCall !== undefined && { lastCall }) }
  })
}

function toCaller(host: string): FoundHost {
  return { host, title: host, connected: true, install: `svc install --host ${host}` }
}

type Value = SettingState['value']

/** Every setting as it is in force, where the store lies first. No value of it is a secret. */
export function listSettings(settled: SettledSettings): SettingState[] {
  const places = PLACES.map(place => toState(place, settled, showPath))
  const others = SETTINGS.map(({ key, isSecret = false, ...setting }) => {
    const state = toState(setting, settled, isSecret ? showSecret : showValue)
    return key === undefined ? state : { ...state, key }
  })
  return [...places, ...others]
}

function toState(
  { name, env, meaning }: Pick<(typeof SETTINGS)[number], 'name' | 'env' | 'meaning'>,
  settled: SettledSettings,
  show: (value: unknown) => Value,
): SettingState {
  const { value, fallback, source } = settled[name]
  const shown = { name, value: show(value), fallback: show(fallback), source, meaning }
  return env === undefined ? shown : { ...shown, env }
}

/** Redacting could make another path of it. */
function showPath(value: unknown): Value {
  return value as string
}

function showSecret(value: unknown): Value {
  return value === '' ? '' : 'set'
}

/** An address may hold a password, and a key may stand in the wrong variable. */
function showValue(value: unknown): Value {
  return typeof value === 'string' ? redactText(value) : (value as Value)
}
