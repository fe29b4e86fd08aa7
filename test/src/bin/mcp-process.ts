import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'

/** What a client says first. */
export const GREETING = {
  jsonrpc: '2.0',
  id: 'greeting',
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
}
/** What it says when it was greeted. */
export const READY = { jsonrpc: '2.0', method: 'notifications/initialized' }

/** A message of the server. */
export type Message = { id?: unknown; result?: Record<string, unknown>; error?: { code: number } }

/** A server at the other end of two pipes, killed after the test. */
export function speakTo(t: Test, child: ChildProcessWithoutNullStreams) {
  t.teardown(() => child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  const lines: string[] = []
  const waiting: (() => void)[] = []
  createInterface({ input: child.stdout }).on('line', line => {
    lines.push(line)
    waiting.splice(0).forEach(wake => wake())
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)))
  const ended = new Promise<{ code: number | null; signal: string | null }>(resolve => {
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
  const send = (message: unknown) =>
    child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  const answer = async (id: unknown): Promise<Message> => {
    for (;;) {
      const found = lines.map(line => JSON.parse(line) as Message).find(one => one.id === id)
      if (found !== undefined) return found
      await new Promise<void>(resolve => waiting.push(resolve))
    }
  }
  let last = 0
  const call = async (name: string, given: object) => {
    const id = `call ${++last}`
    send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } })
    return (await answer(id)).result as { content: { text: string }[] } | undefined
  }
  return { child, send, answer, call, ended, lines, stderr: () => stderr }
}
