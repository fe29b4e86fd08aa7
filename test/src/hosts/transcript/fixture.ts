import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTurn, type TranscriptTurn } from '../../../../src/hosts/transcript/turns.js'
import { temporaryFolder } from '../../../store/fixture.js'

const FIXTURES = fileURLToPath(new URL('../../../fixtures/transcripts/', import.meta.url))

/** The path of a transcript that a host wrote (`captured-…`) or that shows its format. */
export function fixture(name: string): string {
  return join(FIXTURES, name)
}

/** A home in which a host's program left its sessions (`homes/`), but for Cursor's, which is made by hand. */
export function homeOfHost(host: string): string {
  return fixture(`homes/${host}`)
}

/** The transcript in such a home whose path holds a text. */
export function homeFile(host: string, text: string): string {
  const home = homeOfHost(host)
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  const found = files.filter(file => /\.(?:jsonl|db)$/.test(file))
  const own = found.find(file => (file.split('/').at(-1) ?? '').includes(text))
  return join(home, own ?? found.find(file => file.includes(text)) ?? text)
}

interface Owner {
  teardown(undo: () => void): void
}

/** A transcript of these lines; texts stand as they are, objects as JSON. Answers its path. */
export function transcriptOf(t: Owner, ...lines: unknown[]): string {
  const path = join(temporaryFolder(t), 'transcript.jsonl')
  const texts = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(path, texts.map(text => `${text}\n`).join(''))
  return path
}

/** A fixture with text cut off its end and put there. */
export function changed(t: Owner, name: string, change: (text: string) => string): string {
  const path = join(temporaryFolder(t), name)
  writeFileSync(path, change(readFileSync(fixture(name), 'utf8')))
  return path
}

export function asked(text: unknown, fields: object = {}): object {
  return { type: 'user', isSidechain: false, message: { role: 'user', content: text }, ...fields }
}

export function answered(text: string, fields: object = {}, id = 'm1'): object {
  const content = [{ type: 'text', text }]
  const message = { id, role: 'assistant', model: 'x', content, stop_reason: 'end_turn' }
  return { type: 'assistant', isSidechain: false, message, ...fields }
}

export function called(name: string, input: object): object {
  const content = [{ type: 'tool_use', id: 't1', name, input }]
  const message = { id: 'm0', role: 'assistant', content, stop_reason: 'tool_use' }
  return { type: 'assistant', isSidechain: false, message }
}

/** The last turn of a transcript, looked for in its last `maxBytes`. */
export function readLastTurn(
  path: string,
  { maxBytes = 512 * 1024 }: { maxBytes?: number } = {},
): TranscriptTurn | undefined {
  return findTurn(path, maxBytes, () => true)
}
