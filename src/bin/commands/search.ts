import { relative, resolve } from 'node:path'
import type { Scope } from '../../../store/types.js'
import type { SearchAnswer } from '../../past/types.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { currentProject, givenOf, readScopes, readSince } from '../cli/flags.js'
import { wrapText } from '../terminal/layout.js'
import { renderSearch } from '../terminal/search.js'
import { nameScopes } from '../terminal/words.js'

interface Found extends SearchAnswer {
  scopes: Scope[]
  isAll: boolean
}

/** A file's path as turns have it: that of the project from its root on, a name as it is given. */
function readFile(call: Call): string | undefined {
  const given = call.text('file')
  if (given === undefined || !/^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:)/.test(given)) return given
  const path = resolve(given)
  const own = relative(currentProject().id ?? '', path)
  return (own.startsWith('..') ? path : own).replaceAll('\\', '/')
}

/** `svc search`: memories, then turns of past sessions, each best first. */
export const searchAll: Action<Found> = {
  async run(call) {
    const [memories, sessions] = [call.on('memories'), call.on('sessions')]
    const [since, file] = [readSince(call)?.toISOString(), readFile(call)]
    if (memories && (sessions || file !== undefined))
      throw new UsageError('--memories excludes --sessions and --file', call.command)
    const only = memories ? ('memories' as const) : sessions ? ('sessions' as const) : undefined
    const scopes = readScopes(call)
    const isAll = call.on('all-projects')
    const text = call.operands.join(' ')
    if (text.trim() === '' && file === undefined)
      throw new UsageError('TEXT is missing; --file PATH does without', call.command)
    const asked = givenOf({ only, since, file, limit: call.number('limit') })
    const found = await (await call.service()).past.search({ text, scopes, all: isAll, ...asked })
    return { ...found, scopes, isAll }
  },
  toJson: ({ memories, sessions }) => ({ memories, sessions }),
  render: ({ scopes, isAll, ...found }, screen) => {
    if (found.memories.length + found.sessions.length > 0) return renderSearch(found, screen)
    const nothing = isAll
      ? 'nothing in any project matches'
      : `nothing in ${nameScopes(scopes)} matches; --all-projects looks into the others too`
    return wrapText(nothing, screen.columns)
  },
}
