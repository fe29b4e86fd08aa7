import type { Provider } from '../types.js'
import { distill } from './distill.js'

/**
 * The provider that needs no model: rules in several languages find what people state as lasting.
 * Deterministic, no I/O, no cost; it cannot answer questions, so it has no `ask`.
 */
export function createBuiltinProvider(): Provider {
  return {
    name: 'builtin',
    model: 'rules',
    reflect: async request => ({
      value: distill(request),
      usage: { inputTokens: 0, outputTokens: 0, usd: 0 },
    }),
  }
}
