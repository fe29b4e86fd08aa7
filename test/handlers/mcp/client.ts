import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/** The versions of the protocol that hosts of today speak. */
export const PROTOCOLS = ['2025-11-25', '2025-06-18', '2024-11-05']

/** What a tool answered, as a test looks at it. */
export interface Called {
  text: string
  value: Record<string, unknown>
  isError: boolean
}

/** A client as a host would be one; the official one offers only the newest version by itself. */
export async function connect(
  transport: Transport,
  { protocol, capabilities = {} }: { protocol?: string; capabilities?: ClientCapabilities } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  const send = transport.send.bind(transport)
  transport.send = async (message: JSONRPCMessage, options) => {
    const isGreeting = 'method' in message && message.method === 'initialize'
    if (!isGreeting || protocol === undefined) return send(message, options)
    const params = { ...message.params, protocolVersion: protocol }
    return send({ ...message, params }, options)
  }
  await client.connect(transport)
  return client
}

/** Calls a tool. */
export async function call(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<Called> {
  const result = await client.callTool({ name, arguments: given })
  const blocks = result.content as { type: string; text: string }[]
  if (blocks.length !== 1 || blocks[0]?.type !== 'text') throw new Error('not one text block')
  const value = (result.structuredContent ?? {}) as Record<string, unknown>
  return { text: blocks[0].text, value, isError: result.isError === true }
}
