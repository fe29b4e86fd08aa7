import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contextOf, type HookHost } from '../handlers/hooks/host.js'

/** A payload as a host sent it. */
export type Payload = Record<string, unknown>

/** What a hook call was answered: its payload, all that was printed, and the context in it. */
export interface Answered {
  payload: Payload
  stdout: string
  context: string
}

/** The calls of a session in their order, as a real program made them: a file in fixtures/hosts. */
export function readCalls(file: string): Payload[] {
  const path = fileURLToPath(new URL(`../fixtures/hosts/${file}.jsonl`, import.meta.url))
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line) as Payload)
}

/** Makes the calls in this project, one after the other, each with the whole hook program. */
export async function replay(
  host: HookHost,
  calls: readonly Payload[],
  ...args: string[]
): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const call of calls) {
    const text = JSON.stringify(call)
      .replaceAll('/home/dev/proj', host.project)
      .replaceAll('/home/dev', host.home)
    const stdout = await host.runPayload(text, args)
    answered.push({ payload: JSON.parse(text) as Payload, stdout, context: contextOf(stdout) })
  }
  return answered
}
