import type { Scope } from '../../../store/types.js'
import type { SearchAnswer } from '../../past/types.js'
import { UsageError, type Action } from '../cli/command.js'
import { givenOf, readScopes, readSince } from '../cli/flags.js'
import { renderSearch } from '../terminal/search.js'
import { nameScopes } from '../terminal/words.js'

interface Found extends SearchAnswer {
  scopes: Scope[]
  isAll: boolean
}

/** `svc search`: memories, then turns of past sessions, each best first. */
export const searchAll: Action<Found> = {
  async run(call) {
    const [memories, sessions] = [call.on('memories'), call.on('sessions')]
    const [since, file] = [readSince(call)?.toISOString(), call.text('file')]
    if (memories && (sessions || file !== undefined))
      throw new UsageError('--memories excludes --sessions and --file', call.command)
    const only = memories ? ('memories' as const) : sessions ? ('sessions' as const) : undefined
    const scopes = readScopes(call)
    const isAll = call.on('all-projects')
    const text = call.operands.join(' ')
    const asked = givenOf({ only, since, file, limit: call.number('limit') })
    const found = await (await call.service()).past.search({ text, scopes, all: isAll, ...asked })
    return { ...found, scopes, isAll }
  },
  toJson: ({ memories, sessions }) => ({ memories, sessions }),
  render: ({ scopes, isAll, ...found }, screen) =>
    found.memories.length + found.sessions.length > 0
      ? renderSearch(found, screen)
      : isAll
        ? 'nothing in any project matches'
        : `nothing in ${nameScopes(scopes)} matches; --all-projects looks into the others too`,
}
