import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../../store/errors.js'
import { scanMemoryFiles, type MemoryFile } from '../../store/memory-files.js'
import { decodeMemoryFile, parseMemoryDocument } from '../../store/memory-document.js'
import type { Revision } from '../../store/revisions.js'
import type { MemoryDocument } from '../../store/types.js'

/** A memory file as it was read: its document, or the reason why it cannot be used. */
export type LoadedFile =
  | { file: MemoryFile; document: MemoryDocument; problem?: never }
  | { file: MemoryFile; document?: never; problem: string }

/**
 * Reads the memory files of a folder by name, and takes those whose stamp is unchanged from
 * `previous`. Undefined where there is no folder.
 */
export async function loadFiles(
  directory: string,
  previous: ReadonlyMap<string, LoadedFile>,
): Promise<Map<string, LoadedFile> | undefined> {
  const files = scanMemoryFiles(directory)
  if (files === undefined) return undefined
  const loaded = new Map<string, LoadedFile>()
  for (const file of files) {
    const known = previous.get(file.name)
    const entry = known?.file.stamp === file.stamp ? known : await loadFile(directory, file)
    if (entry) loaded.set(file.name, entry)
  }
  return loaded
}

/** As it was before, except for files that are as svc itself wrote them last. */
export async function loadOwnWrites(
  directory: string,
  previous: ReadonlyMap<string, LoadedFile>,
  revisions: ReadonlyMap<string, Revision>,
): Promise<Map<string, LoadedFile>> {
  const stamps = new Set(Array.from(revisions.values(), ({ stamp }) => stamp))
  const loaded = new Map(previous)
  for (const file of scanMemoryFiles(directory) ?? []) {
    if (!stamps.has(file.stamp) || previous.get(file.name)?.file.stamp === file.stamp) continue
    const entry = await loadFile(directory, file)
    if (entry) loaded.set(file.name, entry)
  }
  return loaded
}

/** One file; undefined where it vanished between the scan and the read. */
export async function loadFile(
  directory: string,
  file: MemoryFile,
): Promise<LoadedFile | undefined> {
  try {
    const read = decodeMemoryFile(readFileSync(join(directory, file.name)))
    if ('problem' in read) return { file, problem: read.problem }
    const parsed = await parseMemoryDocument(read.text, {
      fileName: file.name,
      modifiedAt: file.modifiedAt,
    })
    return { file, ...parsed }
  } catch (error) {
    if (isMissing(error)) return undefined
    return {
      file,
      problem: `cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
    }
  }
}
