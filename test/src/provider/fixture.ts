import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createConfig, type Config } from '../../../src/config.js'
import type { ReflectionRequest } from '../../../src/provider/types.js'

interface Owner {
  teardown(undo: () => unknown): void
}

/** What must never stand in an error: a word of the conversation, a key and a password. */
export const SAID = 'wombat-said-this'
export const KEY = 'sk-test-kangaroo'
export const PASSWORD = 'platypus'

export const ANSWER = {
  memories: [
    {
      kind: 'constraint',
      title: 'Releases go out Monday to Thursday',
      content: 'Never push on Fridays.',
      tags: ['git'],
      scope: 'project',
    },
  ],
  skills: [],
}

export function reflectionRequest(changes: Partial<ReflectionRequest> = {}): ReflectionRequest {
  const at = '2026-11-20T10:00:00.000Z'
  return {
    scope: { type: 'project', id: '/work/shop' },
    turns: [
      { session: 's', turn: 1, at, prompt: `never push on Fridays ${SAID}`, reply: 'Noted.' },
    ],
    own: { memories: ['Tests run with tap'], skills: ['release'] },
    global: { memories: ['Answers are short'], skills: ['review'] },
    nearest: [],
    maxMemories: 2,
    maxSkills: 1,
    ...changes,
  }
}

export function providerConfig(given: Partial<Record<keyof Config, unknown>>): Config {
  return createConfig({ given })
}

export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

export type Answerer = (seen: Seen, response: ServerResponse, count: number) => void

/** A server on loopback that records what it is sent and answers as it is told to. */
export async function startServer(
  t: Owner,
  answer: Answerer,
): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Seen['body']
      seen.push({ method, path, headers, body })
      answer(seen.at(-1)!, response, seen.length)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The reply of a chat completion, as OpenAI writes it. */
export function chatReply(content: unknown, more: Record<string, unknown> = {}) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_763_632_800,
    model: 'gpt-5.4-mini-2026-03-17',
    choices: [
      { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 1200, completion_tokens: 80, total_tokens: 1280 },
    ...more,
  }
}

/** Everything that a thrown thing could give away. */
export function everythingIn(error: unknown): string {
  const seen = new Set<unknown>()
  const texts: string[] = []
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at)
    texts.push(at.message, at.stack ?? '', JSON.stringify(at))
  }
  return texts.join('\n')
}
