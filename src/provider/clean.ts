import { redactText } from '../redact/index.js'
import type { KnownTitles, Provider, ReflectionRequest } from './types.js'

/**
 * The provider, told no secrets: turns come redacted, and titles and names, which a person may have
 * written by hand, are redacted here with them. Who asks a question redacts what goes into it.
 */
export function givenNoSecrets(provider: Provider): Provider {
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
  const { turns, own, global } = request
  return {
    ...request,
    turns: turns.map(turn => {
      return { ...turn, prompt: redactText(turn.prompt), reply: redactText(turn.reply) }
    }),
    own: redactTitles(own),
    global: redactTitles(global),
  }
}

function redactTitles({ memories, skills }: KnownTitles): KnownTitles {
  return { memories: memories.map(redactText), skills: skills.map(redactText) }
}
