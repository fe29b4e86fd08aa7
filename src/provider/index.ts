import { SvcError } from '../../store/errors.js'
import type { Config } from '../config.js'
import { redactText } from '../redact/index.js'
import {
  entryOf,
  HOST_PROVIDER,
  MODEL_NOT_SET,
  providerOfHost,
  type ProviderEntry,
} from './catalog.js'
import { findProviderFault, type Env, type Settings } from './fault.js'
import { withTimeLimit } from './time-limit.js'
import type { Provider, KnownTitles, ReflectionRequest } from './types.js'

/** Milliseconds that one call may take, its repeats included. */
const CALL_MS = 60_000
/** The same for a provider that a program gave, which may be of any kind. */
const GIVEN_MS = 120_000

/** Further options of opening a provider. */
interface ProviderOptions {
  /** In place of the one that the settings name. */
  given?: Provider | undefined
  /** The host in which what is to be distilled was said; counts where `provider` is `host`. */
  host?: string | undefined
  /** Milliseconds that one call may take. */
  timeLimitMs?: number
}

/**
 * The provider that the settings name, every call of it without secrets and within a time limit; its code is loaded
 * only now. `env` holds the providers' own variables, and is the environment of a host's program.
 * Throws INVALID_REQUEST where the name is not known, or an address, a key or a program is missing.
 */
export async function openProvider(
  config: Settings & Pick<Config, 'model'>,
  env: Env = {},
  { given, host, timeLimitMs = given === undefined ? CALL_MS : GIVEN_MS }: ProviderOptions = {},
): Promise<Provider> {
  const provider = given ?? (await openKind(config, env, host))
  return withTimeLimit(givenNoSecrets(provider), timeLimitMs)
}

async function openKind(
  config: Settings & Pick<Config, 'model'>,
  env: Env,
  host: string | undefined,
): Promise<Provider> {
  const fault = findProviderFault(config, env, host)
  if (fault !== undefined) throw new SvcError('INVALID_REQUEST', fault)
  const isOfHost = config.provider === HOST_PROVIDER
  const name = isOfHost ? providerOfHost(host) : config.provider
  const entry = entryOf(name)!
  // One model's name means nothing to the program of another host.
  const model = isOfHost ? entry.model : chooseModel(config.model, entry)
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

/**
 * The provider, told no secrets: turns come redacted, and memories and names, which a person may have
 * written by hand, are redacted here with them. Who asks a question redacts what goes into it.
 */
function givenNoSecrets(provider: Provider): Provider {
  return {
    name: provider.name,
    model: provider.model,
    reflect: (request, signal) => provider.reflect(redactRequest(request), signal),
    ...(provider.ask !== undefined && {
      ask: (question, signal) => provider.ask!(question, signal),
    }),
  }
}

function redactRequest(request: ReflectionRequest): ReflectionRequest {
  const { turns, own, global, nearest } = request
  return {
    ...request,
    turns: turns.map(turn => {
      return { ...turn, prompt: redactText(turn.prompt), reply: redactText(turn.reply) }
    }),
    own: redactTitles(own),
    global: redactTitles(global),
    nearest: nearest.map(({ title, content, ...rest }) => {
      return { ...rest, title: redactText(title), content: redactText(content) }
    }),
  }
}

function redactTitles({ memories, skills }: KnownTitles): KnownTitles {
  return { memories: memories.map(redactText), skills: skills.map(redactText) }
}
