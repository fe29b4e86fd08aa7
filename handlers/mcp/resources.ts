import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { SvcError } from '../../store/errors.js'
import { NOTE, renderFull, toFull, toShort } from './answers.js'
import { readScopes, type ToolContext } from './desk.js'

const PREFIX = 'svc://memory/'
const MIME = 'text/markdown'
/** A host shows them in a menu. */
const MOST_LISTED = 100
/** A resource is read by a person's choice, and whole. */
const READ_CHARS = 256 * 1024
/** The protocol's error code for a resource that is not there. */
const NOT_FOUND = -32002

/** The template by which any memory can be read. */
export const TEMPLATES = [
  {
    uriTemplate: `${PREFIX}{id}`,
    name: 'memory',
    description: 'A memory by its id',
    mimeType: MIME,
  },
]

/** The project's memories and the global ones, the newest first, a hundred at most. */
export async function listResources(context: ToolContext) {
  const scopes = await readScopes(context, {})
  const { items } = await (await context.service()).list({ scopes, limit: MOST_LISTED })
  const project = await context.project()
  return items.map(memory => {
    const { id, title, kind, scope } = toShort(memory, project)
    return { uri: PREFIX + id, name: title, description: `${kind}, ${scope}`, mimeType: MIME }
  })
}

/** A memory as text. Throws McpError where the URI names none. */
export async function readResource(context: ToolContext, uri: string) {
  const id = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : ''
  const memory = await (await context.service()).get(id).catch((error: unknown) => {
    throw toProtocolError(error, uri)
  })
  const full = toFull(memory, await context.project(), { maxChars: READ_CHARS })
  return { uri, mimeType: MIME, text: `${NOTE}\n\n${renderFull(full)}\n` }
}

function toProtocolError(error: unknown, uri: string): McpError {
  const isMissing = error instanceof SvcError && error.code === 'MEMORY_NOT_FOUND'
  if (isMissing) return new McpError(NOT_FOUND, `there is no memory at ${uri}`, { uri })
  const message = error instanceof SvcError ? error.message : 'svc failed'
  return new McpError(ErrorCode.InternalError, message)
}
