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
import { SvcError } from '../../store/errors.js'
import { toErrorResult, toResult, type ToolResult } from './answers.js'
import type { ToolContext } from './desk.js'
import { describePrompts, renderPrompt } from './prompts.js'
import { listResources, readResource, TEMPLATES } from './resources.js'
import { describeTools, runTool, TOOLS } from './tools.js'

/** Work of a server besides its tools. */
export interface McpOptions {
  /** Answers the hook calls of a host, as exactly that JSON. It must not reject. */
  hook?: (payload: unknown) => Promise<string>
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
  if (name === HOOK_TOOL && hook !== undefined) {
    return { content: [{ type: 'text', text: await hook(given) }] }
  }
  const tool = TOOLS.find(each => each.name === name)
  if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${name}`)
  try {
    return toResult(await runTool(tool, context, given))
  } catch (error) {
    if (!(error instanceof SvcError)) log?.(`${name} failed`, error)
    return toErrorResult(error)
  }
}
