import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { formatMemoryDocument, normaliseContent } from '../../../store/document/format.js'
import { parseFrontMatter } from '../../../store/document/front-matter.js'
import { parseMemoryDocument } from '../../../store/document/parse.js'
import { SvcError } from '../../../store/errors.js'
import { slugOf } from '../../../store/names.js'
import { type Memory, isImportRow } from '../../../store/types.js'
import type { Service } from '../../api.js'
import type { MemoryPatch } from '../../types.js'
import type { Action, Call } from '../cli/command.js'
import { readMemoryFlags } from '../cli/flags.js'
import { renderOutcome } from '../terminal/memories.js'
import { readContent } from './input.js'

/** `svc edit ID`: changes what the flags say, or what the person changes in an editor. */
export const edit: Action<{ memory: Memory; isChanged: boolean }> = {
  async run(call) {
    const id = call.operands[0] ?? ''
    const patch = await readPatch(call)
    const service = await call.service()
    if (patch !== undefined)
      return { memory: await service.memories.edit(id, patch), isChanged: true }
    const before = await service.memories.get(id)
    const memory = await editByHand(service, before)
    return { memory, isChanged: memory !== before }
  },
  toJson: ({ memory }) => memory,
  render: ({ memory, isChanged }, screen) =>
    renderOutcome(isChanged ? 'changed' : 'nothing changed in', memory, screen),
}

/** Reads the changes that the flags ask for; undefined if none is given. */
async function readPatch(call: Call): Promise<MemoryPatch | undefined> {
  const patch = readMemoryFlags(call)
  if (patch.content !== undefined) patch.content = await readContent(patch.content)
  return Object.keys(patch).length === 0 ? undefined : patch
}

/**
 * Opens a memory in the person's editor and stores what they wrote; the same object where nothing
 * changed. The text is never lost: on any failure the file stays and the error names it.
 */
export async function editByHand(service: Service, before: Memory): Promise<Memory> {
  if (isImportRow(before)) {
    const path = before.source.path ?? 'the file it was imported from'
    throw new SvcError('READ_ONLY_ITEM', `this memory was imported; edit ${path}`)
  }
  const editor = chooseEditor(process.env, process.stdin.isTTY)
  const path = join(mkdtempSync(join(tmpdir(), 'svc-edit-')), `${slugOf(before.title)}.md`)
  writeFileSync(path, formatDraft(before), { mode: 0o600, flag: 'wx' })
  const failure = await runEditor(editor, path)
  if (failure !== undefined) {
    const message = `the editor (${editor}) ${failure}; nothing was changed, the text is in ${path}`
    throw new SvcError('INVALID_REQUEST', message)
  }
  const text = readFileSync(path, 'utf8')
  const after = await applyDraft(service, before, text).catch((error: unknown) => {
    throw withPath(error, path)
  })
  rmSync(dirname(path), { recursive: true, force: true })
  return after
}

async function applyDraft(service: Service, before: Memory, text: string): Promise<Memory> {
  const patch = await parseDraft(text, before)
  if (Object.keys(patch).length === 0) return before
  const now = await service.memories.get(before.id)
  if (formatDraft(now) !== formatDraft(before)) {
    throw new SvcError('CONFLICT', 'the memory was changed by another program meanwhile')
  }
  const { revision } = now
  return service.memories.edit(before.id, patch, { ...(revision !== undefined && { revision }) })
}

function withPath(error: unknown, path: string): SvcError {
  const code = error instanceof SvcError ? error.code : 'INTERNAL'
  const message = error instanceof Error ? error.message : String(error)
  return new SvcError(code, `${message}; your text is kept in ${path}`, { cause: error })
}

const FILE_NAME = 'draft.md'

/** Formats the editable fields as a memory file: title, kind, tags, aliases, content, pinned. */
function formatDraft(memory: Memory): string {
  const text = formatMemoryDocument({ ...memory, source: {}, extra: {} })
  return text.replace(/^id: .*\n/m, '').replace(/^createdAt: .*\n/m, '')
}

/**
 * Compares an edited draft with its memory; {} for no change. Throws INVALID_REQUEST if the draft
 * is empty or cannot be read as a memory.
 */
async function parseDraft(text: string, memory: Memory): Promise<MemoryPatch> {
  if (text.trim() === '') throw refuse('it is empty')
  const { raw, problem } = await parseFrontMatter(text)
  if (problem !== undefined) throw refuse(`its front matter is not YAML: ${problem}`)
  if (!/^title:[ \t]*\S/m.test(raw)) throw refuse('it has no title line between --- lines')
  const modifiedAt = memory.createdAt
  const parsed = await parseMemoryDocument(text, { fileName: FILE_NAME, modifiedAt })
  if ('problem' in parsed) throw refuse(`it ${parsed.problem}`)
  const { title, kind, tags, aliases, content, pinned } = parsed.document
  if (content === '') throw refuse('it has no content')
  return {
    ...(title !== memory.title && { title }),
    ...(/^kind:/m.test(raw) && kind !== memory.kind && { kind }),
    ...(tags.join('\n') !== memory.tags.join('\n') && { tags }),
    ...(aliases.join('\n') !== memory.aliases.join('\n') && { aliases }),
    ...(pinned !== memory.pinned && { pinned }),
    ...(content !== normaliseContent(memory.content) && { content }),
  }
}

function refuse(why: string): SvcError {
  return new SvcError('INVALID_REQUEST', `the edited text cannot be stored: ${why}`)
}

/**
 * The command that opens a person's editor: $VISUAL, $EDITOR, else vi on a terminal. Throws
 * INVALID_REQUEST where there is none.
 */
function chooseEditor(env: Record<string, string | undefined>, terminal: boolean): string {
  const editor = env.VISUAL?.trim() || env.EDITOR?.trim() || (terminal ? 'vi' : '')
  if (editor !== '') return editor
  const message = 'no editor: set EDITOR, or give --title, --content, --kind, --tags or --aliases'
  throw new SvcError('INVALID_REQUEST', message)
}

/** Runs the editor (a shell command) and names its failure, if any. The shell splits its arguments, as git does. */
function runEditor(editor: string, path: string): Promise<string | undefined> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${path}"`, { shell: true, stdio: 'inherit' })
      : spawn('sh', ['-c', `${editor} "$@"`, editor, path], { stdio: 'inherit' })
  return new Promise(resolve => {
    child.on('error', error => resolve(`cannot be started (${error.message})`))
    child.on('exit', (code, signal) => {
      resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`)
    })
  })
}
