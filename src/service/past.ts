import type * as Api from '../api.js'
import { invalid } from '../memories/forms.js'
import type { PastTurn } from '../past/turns.js'
import type { SearchAnswer } from '../past/types.js'
import { concealName } from '../redact/index.js'
import type { ServiceParts } from './parts.js'
import type { Searching } from './search.js'

/** Past sessions, word for word. */
export class ServicePast implements Api.PastCalls {
  private searching: Searching | undefined

  constructor(private readonly parts: ServiceParts) {}

  async search(query: unknown): Promise<SearchAnswer> {
    const { Searching } = await import('./search.js')
    this.searching ??= new Searching(this.parts)
    return this.searching.search(query)
  }

  async read(session: string): Promise<PastTurn[]> {
    const { readPastSession } = await import('../past/session.js')
    return readPastSession(this.parts.store, concealName(session))
  }

  async fix(query: unknown) {
    const { answerFix } = await import('./fixes.js')
    return answerFix(query, this.parts)
  }

  async forget(
    session: string,
    { isLeft = () => Promise.resolve(false) }: Api.ForgetSessionOptions = {},
  ): Promise<Api.ForgottenSession> {
    if (typeof session !== 'string' || session.trim() === '') {
      throw invalid('session must be the id of a session')
    }
    const { store, now, feed } = this.parts
    const { forgetSession } = await import('../work/forget-session.js')
    const gone = await forgetSession(store, concealName(session), { now: now(), isLeft })
    feed.poll()
    return gone
  }

  /** Frees the index files that searches have opened. */
  close(): void {
    this.searching?.close()
  }
}
