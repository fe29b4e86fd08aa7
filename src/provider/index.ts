import { SvcError } from '../../store/errors.js'
import type { Config } from '../config.js'
import { MODEL_NOT_SET, PROVIDERS, type ProviderEntry } from './catalog.js'
import { CALL_MS } from './time-limit.js'
import type { Provider } from './types.js'

/** Environment variables, as the entry point hands them in. */
export type ProviderEnv = Readonly<Record<string, string | undefined>>

/** How long a provider may take. */
export interface ProviderOptions {
  /** Milliseconds that one call may take. */
  timeLimitMs?: number
}

/**
 * The provider that the settings name; its code is loaded only now. `env` holds the providers' own
 * variables, and is the environment of a host's program. Throws INVALID_REQUEST where the name is
 * not known, or an address or key is missing.
 */
export async function openProvider(
  config: Pick<Config, 'provider' | 'model' | 'providerUrl' | 'providerKey'>,
  env: ProviderEnv = {},
  { timeLimitMs = CALL_MS }: ProviderOptions = {},
): Promise<Provider> {
  const name = config.provider
  const entry = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined
  if (entry === undefined) {
    const names = Object.keys(PROVIDERS).join(', ')
    throw new SvcError('INVALID_REQUEST', `provider: must be one of ${names}`)
  }
  const model = chooseModel(config.model, entry)
  if (entry.kind === 'http') {
    const { openHttpProvider } = await import('./http.js')
    return openHttpProvider(entry, { ...config, model: model ?? '' }, env, timeLimitMs)
  }
  if (entry.kind === 'host-cli') {
    const { createHostCli } = await import('./host-cli.js')
    return createHostCli(name, { model, env, timeLimitMs })
  }
  const { createBuiltinProvider } = await import('./builtin/index.js')
  return createBuiltinProvider()
}

function chooseModel(model: string, entry: ProviderEntry): string | undefined {
  return model === '' || model === MODEL_NOT_SET ? entry.model : model
}
