import { SvcError } from '../../store/errors.js'
import type { Config } from '../config.js'
import { MODEL_NOT_SET, PROVIDERS, type ProviderEntry } from './catalog.js'
import { withTimeLimit } from './time-limit.js'
import type { Provider } from './types.js'

/** Environment variables, as the entry point hands them in. */
type ProviderEnv = Readonly<Record<string, string | undefined>>

/** Milliseconds that one call may take, its repeats included. */
const CALL_MS = 60_000
/** The same for a provider that a program gave, which may be of any kind. */
const GIVEN_MS = 120_000

/** What else a provider is opened with. */
interface ProviderOptions {
  /** In place of the one that the settings name. */
  given?: Provider | undefined
  /** Milliseconds that one call may take. */
  timeLimitMs?: number
}

type Settings = Pick<Config, 'provider' | 'model' | 'providerUrl' | 'providerKey'>

/**
 * The provider that the settings name, every call of it within a time limit; its code is loaded
 * only now. `env` holds the providers' own variables, and is the environment of a host's program.
 * Throws INVALID_REQUEST where the name is not known, or an address or key is missing.
 */
export async function openProvider(
  config: Settings,
  env: ProviderEnv = {},
  { given, timeLimitMs = given === undefined ? CALL_MS : GIVEN_MS }: ProviderOptions = {},
): Promise<Provider> {
  return withTimeLimit(given ?? (await openKind(config, env)), timeLimitMs)
}

async function openKind(config: Settings, env: ProviderEnv): Promise<Provider> {
  const name = config.provider
  const entry = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined
  if (entry === undefined) {
    const names = Object.keys(PROVIDERS).join(', ')
    throw new SvcError('INVALID_REQUEST', `provider: must be one of ${names}`)
  }
  const model = chooseModel(config.model, entry)
  if (entry.kind === 'http') {
    const { openHttpProvider } = await import('./http.js')
    return openHttpProvider(entry, { ...config, model: model ?? '' }, env)
  }
  if (entry.kind === 'host-cli') {
    const { createHostCli } = await import('./host-cli.js')
    return createHostCli(name, { model, env })
  }
  const { createBuiltinProvider } = await import('./builtin/index.js')
  return createBuiltinProvider()
}

function chooseModel(model: string, entry: ProviderEntry): string | undefined {
  return model === '' || model === MODEL_NOT_SET ? entry.model : model
}
