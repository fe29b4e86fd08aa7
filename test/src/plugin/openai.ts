import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'

/** A request as a server of chat completions gets it. */
export interface ChatRequest {
  model: string
  messages: { role: string; content: string }[]
}

/** What the server answers: a text; it waits where it is promised. Throws to fail. */
export type ChatAnswer = (request: ChatRequest) => string | Promise<string>

/** A server of chat completions on loopback, with the requests that it got. */
export async function startOpenAi(t: Test, answer: ChatAnswer) {
  const requests: ChatRequest[] = []
  const server = createServer((request, response) => {
    const reply = async () => {
      const body = JSON.parse(await text(request)) as ChatRequest
      requests.push(body)
      const content = await answer(body)
      const usage = { prompt_tokens: 900, completion_tokens: 40 }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ message: { content } }], usage }))
    }
    reply().catch(() => response.writeHead(500).end('{}'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
