import { SvcError } from '../../store/errors.js'
import type { Usage } from './types.js'

/** What a call cost that never reached a model. */
export const NOTHING_SPENT: Usage = { inputTokens: 0, outputTokens: 0, usd: 0 }

/**
 * PROVIDER_FAILED with what the failed call may have cost. The message names the provider, the
 * status or the cause, and never holds text of a conversation, a key or an address with a password.
 */
export class ProviderFailure extends SvcError {
  constructor(
    message: string,
    readonly spent: Usage = NOTHING_SPENT,
  ) {
    super('PROVIDER_FAILED', message)
  }
}

/** A call that was not made because the day's budget has no room for it. */
export class BudgetFailure extends ProviderFailure {
  constructor(
    message: string,
    /** When the next day's budget begins, ISO 8601. */
    readonly until: string,
  ) {
    super(message)
  }
}

/** About how many tokens a text has: 4 characters each. */
export function estimateTokens(...texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4)
}
