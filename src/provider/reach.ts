import { errnoOf } from '../../store/errors.js'
import type { Config } from '../config.js'
import { entryOf } from './catalog.js'
import { findProviderFault, locateService } from './fault.js'
import { parseBase, WIRES } from './http.js'

/** Whether a service on the network answers. */
export interface Reach {
  /** Host and port of its address. */
  host: string
  hasKey: boolean
  /** Of its answer; undefined where none came. */
  status?: number
  /** Why none came. */
  problem?: string
  ms: number
}

const PATIENCE_MS = 2_000

/**
 * Asks the service of the settings for its list of models, which costs nothing and holds no word of a
 * conversation; undefined where the provider is none on the network, or the settings are not whole.
 * Ends within 2 s. Never throws.
 */
export async function reachProvider(
  settings: Pick<Config, 'provider' | 'providerUrl' | 'providerKey'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Reach | undefined> {
  const entry = entryOf(settings.provider)
  if (entry?.kind !== 'http' || findProviderFault(settings, env) !== undefined) return undefined
  const { url = '', key } = locateService(entry, settings, env)
  const { base, query, authorization } = parseBase(url)
  const wire = WIRES[settings.provider]!
  const headers = { ...(authorization && { authorization }), ...wire.toHeaders(key) }
  const began = performance.now()
  const outcome = await look(wire.toModelsUrl(base) + query, headers)
  const ms = Math.round(performance.now() - began)
  return { host: new URL(url).host, hasKey: key !== '', ...outcome, ms }
}

async function look(url: string, headers: Record<string, string>): Promise<Partial<Reach>> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    await response.body?.cancel().catch(() => undefined)
    return { status: response.status }
  } catch (error) {
    const cause = error instanceof Error ? errnoOf(error.cause) : undefined
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { problem: isLate ? `no answer within ${PATIENCE_MS / 1000} s` : (cause ?? 'no answer') }
  }
}
