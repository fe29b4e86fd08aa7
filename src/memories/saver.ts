import { SvcError } from '../../store/errors.js'
import type { Store } from '../../store/store.js'
import { isImportRow, type MemorySource } from '../../store/types.js'
import type { Origin, Saver } from '../types.js'
import { saysWrong } from './wrong.js'

/** The writer: a model by itself, or anybody else (a person, a program that acts for one). */
type Party = 'agent' | 'person'

/** The source of a memory that is saved now. */
export function toSource(runtime: string, { by, host }: Saver): MemorySource {
  return { runtime, ...(by !== undefined && { by }), ...(host !== undefined && { host }) }
}

/** The saver of a memory: an MCP tool is a model's, a command says so. */
export function partyOf({ runtime, by }: MemorySource): Party {
  return runtime === 'mcp' || by === 'agent' ? 'agent' : 'person'
}

/** True where a memory says what an agent wrote last: it saved it, or changed what another had said. */
export function isAgents(source: MemorySource): boolean {
  return (source.changedBy ?? partyOf(source)) === 'agent'
}

/** The origin of what a memory says; every memory has one. */
export function originOf(source: MemorySource): Origin {
  if (isImportRow({ source })) return 'imported'
  if (isAgents(source)) return 'agent'
  return typeof source.session === 'string' ? 'learned' : 'remembered'
}

/** The source of a memory that is changed: it keeps who made it, and says who changed it where that is another. */
export function changedBy(source: MemorySource, party: Party): MemorySource {
  const { changedBy: _, ...made } = source
  return partyOf(made) === party ? made : { ...made, changedBy: party }
}

/** The source without who saved it by hand, for what svc has distilled anew. */
export function withoutSaver(source: MemorySource): MemorySource {
  const { by: _, host: __, changedBy: ___, ...rest } = source
  return rest
}

/** Throws CONFLICT where an agent saves again, word for word, what was forgotten as wrong. */
export function refuseWrong(store: Store, key: string, content: string): void {
  if (!saysWrong(store, [key], content)) return
  throw new SvcError(
    'CONFLICT',
    'this was forgotten as wrong; a person brings it back, with svc remember or svc archive restore',
  )
}
