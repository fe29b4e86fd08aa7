import type { MemoryPatch, Service } from '../../api.js'
import { slugOf } from '../../../store/file-name.js'
import { isImportRow, type Memory } from '../../../store/types.js'
import { SvcError } from '../../../store/errors.js'
import { formatJson } from '../terminal/json.js'
import { renderOutcome } from '../terminal/memory.js'
import type { Call } from './command.js'
import { formatDraft, parseDraft } from './draft.js'
import { chooseEditor, openEditor } from './editor.js'
import { splitList } from './scope.js'
import { readContent } from './stdin.js'

/** `svc edit ID`: changes what the flags say, or what the person changes in an editor. */
export async function runEdit(call: Call): Promise<void> {
  const id = call.operands[0] ?? ''
  const patch = await readPatch(call)
  const service = await call.service()
  if (patch !== undefined) return report(call, 'changed', await service.edit(id, patch))
  const before = await service.get(id)
  const after = await editByHand(service, before)
  report(call, after === before ? 'nothing changed in' : 'changed', after)
}

async function readPatch(call: Call): Promise<MemoryPatch | undefined> {
  const content = call.text('content')
  const given = {
    title: call.text('title'),
    kind: call.text('kind'),
    tags: splitList(call.text('tags')),
    content: content === undefined ? undefined : await readContent(content),
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return set.length === 0 ? undefined : Object.fromEntries(set)
}

/** The text a person wrote is never lost: on any failure the file stays and the error names it. */
async function editByHand(service: Service, before: Memory): Promise<Memory> {
  if (isImportRow(before)) {
    const path = before.source.path ?? 'the file it was imported from'
    throw new SvcError('READ_ONLY_ITEM', `this memory was imported; edit ${path}`)
  }
  const editor = chooseEditor(process.env, process.stdin.isTTY)
  const file = await openEditor(editor, `${slugOf(before.title)}.md`, formatDraft(before))
  const after = await applyDraft(service, before, file.text).catch((error: unknown) => {
    throw withPath(error, file.path)
  })
  file.remove()
  return after
}

async function applyDraft(service: Service, before: Memory, text: string): Promise<Memory> {
  const patch = await parseDraft(text, before)
  if (Object.keys(patch).length === 0) return before
  const now = await service.get(before.id)
  if (formatDraft(now) !== formatDraft(before)) {
    throw new SvcError('CONFLICT', 'the memory was changed by another program meanwhile')
  }
  return service.edit(before.id, patch)
}

function withPath(error: unknown, path: string): SvcError {
  const code = error instanceof SvcError ? error.code : 'INTERNAL'
  const message = error instanceof Error ? error.message : String(error)
  return new SvcError(code, `${message}; your text is kept in ${path}`, { cause: error })
}

function report({ json, screen }: Call, done: string, memory: Memory): void {
  screen.print(json ? formatJson(memory) : renderOutcome(done, memory, screen))
}
