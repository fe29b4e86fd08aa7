import type { Service } from '../../src/api.js'
import { FORGET_OPTIONS } from '../../src/memories/fields.js'
import { invalid, readOptional, readText } from '../../src/memories/forms.js'
import type { Saver, Seen } from '../../src/types.js'
import { parseScope } from '../../store/projects/scope.js'
import type { Memory } from '../../store/types.js'
import { ok, type Answer, type MatchedRequest } from './exchange.js'
import { readQuery } from './params.js'

/** One memory with the name of what its file says as its ETag. */
export async function getMemory(service: Service, { params }: MatchedRequest): Promise<Answer> {
  return tagged(await service.memories.get(params.id ?? ''))
}

/** Changes a memory, where `If-Match` is given only the version that it names. */
export async function patchMemory(service: Service, request: MatchedRequest): Promise<Answer> {
  const seen = readSeen(request)
  const { by, host, ...given } = await request.readBody()
  const saver = { by, host } as Saver
  return tagged(await service.memories.edit(request.params.id ?? '', given, seen, saver))
}

/** Removes a memory, where `If-Match` is given only the version that it names. */
export async function deleteMemory(service: Service, request: MatchedRequest): Promise<Answer> {
  const how = { ...readQuery(request.query, FORGET_OPTIONS), ...readSeen(request) }
  return tagged(await service.memories.forget(request.params.id ?? '', how))
}

/** Brings a memory, or a version that its history names, back. */
export async function restoreMemory(service: Service, request: MatchedRequest): Promise<Answer> {
  const { id = '' } = request.params
  const version = readOptional((await request.readBody()).version, 'version', readText)
  const name = version === undefined ? id : `${id}@${version}`
  return tagged(await service.archive.restore(name, readSeen(request)))
}

/** Moves a memory into the scope that the body names. */
export async function moveMemory(service: Service, request: MatchedRequest): Promise<Answer> {
  const scope = parseScope((await request.readBody()).scope)
  return tagged(await service.memories.move(request.params.id ?? '', scope, readSeen(request)))
}

function tagged(memory: Memory): Answer {
  const { revision } = memory
  return revision === undefined ? ok(memory) : { ...ok(memory), headers: { etag: `"${revision}"` } }
}

const ENTITY_TAG = /^"([\x21\x23-\x7e]*)"$/

/** Reads the revision in `If-Match`; `*` and no header are any. Throws INVALID_REQUEST. */
function readSeen({ headers }: MatchedRequest): Seen {
  const given = headers?.get('if-match')?.trim() ?? '*'
  if (given === '*') return {}
  const [, revision] = ENTITY_TAG.exec(given) ?? []
  if (revision === undefined) throw invalid('If-Match must be one ETag, as GET answers it, or *')
  return { revision }
}
