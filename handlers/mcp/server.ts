import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { VERSION } from '../../src/config.js'
import { HOOK_TOOL, MCP_SERVER } from '../../src/hosts/resident.js'
import { redactText } from '../../src/redact/index.js'
import { SvcError } from '../../store/errors.js'
import {
  toErrorResult,
  toResult,
  NOTE,
  renderFull,
  toFull,
  toShort,
  type ToolResult,
} from './answers.js'
import { scopesForRead, type ToolContext } from './arguments.js'
import { describeTools, getGiven, runTool, TOOLS } from './tools.js'

/** Work of a server besides its tools. */
export interface McpOptions {
  /**
   * Answers the hook calls of a host, as exactly that JSON; undefined for one that is not the host's. It
   * must not reject.
   */
  hook?: (payload: unknown) => Promise<string | undefined>
  /** Gets what failed and is not told: the name of the tool and the cause. */
  log?: (message: string, cause: unknown) => void
}

/** Two sentences: the start of a session says when to save. */
const INSTRUCTIONS =
  'Memory of earlier sessions in this project and in all others. Call recall before work that earlier decisions, rules or failures may bear on, and remember what should last.'

/** Elicitation is not used, and the SDK's own validator would be made for it. */
const NO_VALIDATOR = {
  getValidator: () => {
    throw new McpError(ErrorCode.InternalError, 'nothing is validated here')
  },
}

/** Makes an MCP server over a context; it speaks once it is connected to a transport. */
export function createMcpServer(
  createContext: (server: Server) => ToolContext,
  options: McpOptions,
): Server {
  const server = new Server(
    { name: MCP_SERVER, version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: NO_VALIDATOR,
    },
  )
  const context = createContext(server)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: describeTools() }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(params.name, params.arguments, context, options),
  )
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    return { resources: await listResources(context) }
  })
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => {
    return { resourceTemplates: TEMPLATES }
  })
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    return { contents: [await readResource(context, params.uri)] }
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: describePrompts() }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    renderPrompt(params.name, params.arguments),
  )
  return server
}

async function callTool(
  name: string,
  given: unknown,
  context: ToolContext,
  { hook, log }: McpOptions,
): Promise<ToolResult> {
  // To a model there is no such tool.
  const answer = name === HOOK_TOOL ? await hook?.(given) : undefined
  if (answer !== undefined) return { content: [{ type: 'text', text: answer }] }
  const tool = TOOLS.find(each => each.name === name)
  if (tool === undefined)
    throw new McpError(ErrorCode.InvalidParams, `there is no tool ${redactText(name)}`)
  try {
    return toResult(await runTool(tool, context, given))
  } catch (error) {
    if (!(error instanceof SvcError)) log?.(`${name} failed`, error)
    return toErrorResult(error)
  }
}

interface Prompt {
  name: string
  description: string
  argument: { name: string; description: string }
  render(given: string): string
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'remember',
    description: 'Save something for later sessions',
    argument: { name: 'what', description: 'What to save; without it, what this session taught' },
    render: what =>
      `Save this with svc's remember tool, after a recall whether it is known: ${what || 'what lasts of this conversation, one memory a fact'}`,
  },
  {
    name: 'recall',
    description: 'Look up what earlier sessions learned',
    argument: { name: 'topic', description: 'What to look for; without it, what we are at' },
    render: topic =>
      `Look up with svc's recall tool what is known about ${topic || 'what we are working on'}, and tell me in a few lines, with ids.`,
  },
]

/** The prompts that a host offers as commands. */
function describePrompts() {
  return PROMPTS.map(({ name, description, argument }) => {
    return { name, description, arguments: [{ ...argument, required: false }] }
  })
}

/** Renders a prompt as the user's message. Throws McpError if there is none of that name. */
function renderPrompt(name: string, given: Readonly<Record<string, string>> = {}) {
  const prompt = PROMPTS.find(each => each.name === name)
  if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `no prompt ${name}`)
  const text = prompt.render((given[prompt.argument.name] ?? '').trim())
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}

const PREFIX = 'svc://memory/'
const MIME = 'text/markdown'
/** A host shows them in a menu. */
const MOST_LISTED = 100
/** A resource is read by a person's choice, and whole. */
const READ_CHARS = 256 * 1024
/** The protocol's error code for a resource that is not there. */
const NOT_FOUND = -32002

/** The template by which any memory can be read. */
const TEMPLATES = [
  {
    uriTemplate: `${PREFIX}{id}`,
    name: 'memory',
    description: 'A memory by its id',
    mimeType: MIME,
  },
]

/** The project's memories and the global ones, the newest first, a hundred at most. */
async function listResources(context: ToolContext) {
  const scopes = await scopesForRead(context, {})
  const { items } = await (
    await context.service()
  ).memories.list({
    ...{ scopes, limit: MOST_LISTED },
    isForModel: true,
  })
  const project = await context.project()
  return items.map(memory => {
    const { id, title, kind, scope } = toShort(memory, project)
    return { uri: PREFIX + id, name: title, description: `${kind}, ${scope}`, mimeType: MIME }
  })
}

/** A memory as text. Throws McpError where the URI names none. */
async function readResource(context: ToolContext, uri: string) {
  const id = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : ''
  const memory = await getGiven(context, id).catch((error: unknown) => {
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
