import { basename } from 'node:path'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { readCommits, readObjects, type Commit } from '../../store/git/read.js'
import type { MemoryDocument } from '../../store/types.js'
import { pathspecsOf } from './log.js'
import type { GitStore } from './store.js'

/** A version of a memory that was committed. */
export interface CommittedVersion extends Omit<Commit, 'changes'> {
  document: MemoryDocument
}

/**
 * Reads a memory as it was after each of the newest commits that touched it, newest first; leaves
 * out commits that removed it, and what cannot be read as this memory. [] if it was never
 * committed. Throws NOT_AVAILABLE if it lies in its project's repository or git is missing,
 * GIT_FAILED.
 */
export async function readCommittedVersions(
  gitStore: GitStore,
  id: string,
  limit: number,
): Promise<CommittedVersion[]> {
  const { git } = gitStore
  const paths = await pathspecsOf(gitStore, id)
  const commits = await readCommits(git, { paths, isWhole: true, limit })
  const objects = commits.flatMap(({ changes }) => changes.flatMap(({ newId }) => newId ?? []))
  const texts = await readObjects(git, objects)
  const versions: CommittedVersion[] = []
  for (const { changes, ...commit } of commits) {
    for (const { path, newId = '' } of changes) {
      const document = await readDocument(texts.get(newId), path, id)
      if (document !== undefined) versions.push({ ...commit, document })
    }
  }
  return versions
}

async function readDocument(
  text: string | undefined,
  path: string,
  id: string,
): Promise<MemoryDocument | undefined> {
  if (text === undefined) return undefined
  const origin = { fileName: basename(path), modifiedAt: new Date(0).toISOString() }
  const parsed = await parseMemoryDocument(text, origin)
  return 'document' in parsed && parsed.document.id === id ? parsed.document : undefined
}
