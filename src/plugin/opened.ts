import { openStore, type Store } from '../../store/store.js'
import type { Service } from '../api.js'
import { toConfig, type Config, type SettledSettings } from '../config.js'
import { HOST_PROVIDER, MODEL_NOT_SET, PROVIDERS } from '../provider/catalog.js'
import { openProvider } from '../provider/index.js'
import type { Provider, ProviderSource } from '../provider/types.js'
import { createService } from '../service/service.js'
import { within } from '../within.js'
import type { HostLlm, ModelRoute } from './cordis.js'
import { createHostModel, findProvider, type HostModels } from './host-model.js'
import type { PluginConfig } from './settings.js'

/** A host ends after 5 s (milliseconds). */
const CLOSE_MS = 4_000
/** Part of it for batches to come to their end. */
const PATIENCE_MS = 1_500

/** The opened service of the core entry, and everything that its host entry needs. */
export interface Opened {
  service: Service
  store: Store
  /** The core entry's settings as they were written. */
  given: PluginConfig
  /** Those in force. */
  config: Config
  source: PluginProvider
  /** Ends within 4 s; what is not distilled by then stays queued. */
  close(): Promise<void>
}

/** Found on the service itself, so that an entry that was loaded twice finds it too. */
const OPENED = Symbol.for('agent-memory-service.opened')

/** Opens the service of a host, with the settings of its core entry. */
export function openPluginService(given: PluginConfig, settled: SettledSettings): Opened {
  const { env } = process
  const config = toConfig(settled)
  const source = new PluginProvider(config)
  const service = createService(config, { env, settled, isResident: true, provider: source })
  const store = openStore(config.databasePath, env)
  const close = () => within(service.close({ patienceMs: PATIENCE_MS }), CLOSE_MS, undefined)
  const opened: Opened = { service, store, given, config, source, close }
  Object.defineProperty(service, OPENED, { value: opened })
  return opened
}

/** Finds the opened parts of a service. Throws if no core entry of this package provides it. */
export function openedOf(service: unknown): Opened {
  const opened = (service as { [OPENED]?: Opened } | undefined)?.[OPENED]
  if (opened === undefined)
    throw new Error('svc is not provided by agent-memory-service/plugin/core')
  return opened
}

type Choice = Pick<Config, 'provider' | 'model'>

/**
 * The provider of a plugin host: one of svc's own where the settings name it, else a model of the
 * host: `host` for the one of the conversation, any other name for that service of the host.
 */
class PluginProvider implements ProviderSource, HostModels {
  llm: HostLlm | undefined
  /** The model of the last conversation; undefined before there is one. */
  lastRoute: ModelRoute | undefined
  /** The model that the host would begin a conversation with. */
  defaultRoute: () => ModelRoute | undefined = () => undefined
  private choice: Choice

  constructor(private readonly config: Config) {
    this.choice = config
  }

  get name(): string {
    return this.choice.provider
  }

  get route(): ModelRoute | undefined {
    return this.lastRoute ?? this.defaultRoute()
  }

  /** False where the model that would be asked is the host's, and has not come yet. */
  get isReady(): boolean {
    const { llm, choice } = this
    if (isOwn(choice.provider)) return true
    return llm !== undefined && findProvider(llm, this.route, wantedRoute(choice)) !== undefined
  }

  /** Takes the choice of another entry; undefined for that of the core entry. */
  choose(choice: Choice | undefined): void {
    this.choice = choice ?? this.config
  }

  async open(): Promise<Provider> {
    const { provider, model } = this.choice
    if (isOwn(provider)) {
      return openProvider({ ...this.config, provider, model }, process.env)
    }
    return createHostModel(provider, this, wantedRoute(this.choice))
  }
}

/** True for the name of one of svc's own providers. */
function isOwn(provider: string): boolean {
  return Object.hasOwn(PROVIDERS, provider)
}

/** The choice of the host's models in the settings; open fields are missing. */
function wantedRoute({ provider, model }: Choice): Partial<ModelRoute> {
  return {
    ...(provider !== HOST_PROVIDER && { provider }),
    ...(model !== '' && model !== MODEL_NOT_SET && { model }),
  }
}
