import { isAbsolute } from 'node:path'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Service } from '../../src/api.js'
import { invalid } from '../../src/memories/forms.js'
import { resolveProject } from '../../store/projects/scope.js'
import type { ProjectScope } from '../../store/types.js'
import { BATCH_PROTOCOL, readMember, refuseBatch } from './batch.js'
import { createMcpServer } from './server.js'

/** One message over HTTP, or a batch of them: the guard has let it in, and its body is read. */
interface McpPost {
  body: unknown
  /** The directory that the session is in; without it only what is global is the session's own. */
  cwd: string | undefined
  /** The client's `mcp-protocol-version`, if it says one. */
  version: string | undefined
}

/** The answer to the client; `body` is undefined for a notification. */
interface McpReply {
  status: number
  body: unknown
}

/** The transport answers any of the two; ours is always JSON. */
const ACCEPTED = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
}

/**
 * Answers a message of the streamable HTTP transport, or a batch of them one after the other: no
 * session, and JSON in place of a stream. Throws INVALID_REQUEST on a directory that can be no project.
 */
export async function answerMcp(service: Service, post: McpPost): Promise<McpReply> {
  const { body, version = BATCH_PROTOCOL } = post
  if (!Array.isArray(body)) return answerMessage(service, post)
  const refusal = refuseBatch(body, version)
  if (refusal !== undefined) return { status: 400, body: refusal }
  const answers: unknown[] = []
  for (const value of body) {
    const member = readMember(value)
    const answer =
      'failure' in member
        ? member.failure
        : (await answerMessage(service, { ...post, body: member.message })).body
    if (answer !== undefined) answers.push(answer)
  }
  return answers.length === 0 ? { status: 202, body: undefined } : { status: 200, body: answers }
}

async function answerMessage(service: Service, post: McpPost): Promise<McpReply> {
  const project = post.cwd === undefined ? undefined : toProject(post.cwd)
  const server = createMcpServer(
    () => ({ service: async () => service, project: async () => project }),
    {},
  )
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(toRequest(post), { parsedBody: post.body })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  } finally {
    await server.close()
  }
}

function toProject(cwd: string): ProjectScope {
  if (!isAbsolute(cwd)) throw invalid('cwd must be an absolute directory path')
  return resolveProject(cwd)
}

function toRequest({ version }: McpPost): Request {
  const headers = { ...ACCEPTED, ...(version !== undefined && { 'mcp-protocol-version': version }) }
  return new Request('http://svc/mcp', { method: 'POST', headers })
}
