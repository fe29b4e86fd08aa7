import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { toDataFolder } from '../../store/scope-folders.js'
import { findPointer, toUnplaced, writePointer } from '../../store/scope-folders/pointers.js'
import type { Store } from '../../store/store.js'
import { loadFiles, type LoadedFile } from '../collection/load-files.js'
import { inspectInRepo, type InRepoContents } from './inspect.js'
import { countMemoryFiles } from './link.js'
import { isLiving } from '../recall/collection-source.js'
import { makeProject, toPlaced, type ProjectScope } from './project.js'

/** What a `.svc` holds that somebody is about to trust. */
export interface InRepoView extends InRepoContents {
  /** Living memories. */
  items: number
  /** Titles of the first ten of them, by title. */
  titles: string[]
  /** Memory files that cannot be used. */
  problems: string[]
}

/** What becomes of the memories of a project that lie in the data directory. */
export interface TrustOutcome {
  /** Memory files in the data directory that are not read while the work tree's are. */
  setAside: number
}

const TITLES_SHOWN = 10

/** Reads what the `.svc` of a work tree holds. Throws SCOPE_NOT_FOUND where there is none. */
export async function readInRepo({ id }: ProjectScope): Promise<InRepoView> {
  const contents = inspectInRepo(id)
  if (contents === undefined) {
    throw new SvcError('SCOPE_NOT_FOUND', `there is no .svc in ${id}, so there is nothing to trust`)
  }
  const isSound = contents.findings.length === 0
  const titles: string[] = []
  const problems: string[] = []
  if (isSound) {
    for (const { file, document, problem } of await readFiles(contents.path)) {
      if (document === undefined) problems.push(`${file.name} ${problem}`)
      else if (isLiving(document)) titles.push(document.title)
    }
  }
  titles.sort()
  const shown = titles.slice(0, TITLES_SHOWN)
  return { ...contents, items: titles.length, titles: shown, problems }
}

/**
 * From now on the `.svc` of a project counts, as long as its remote stays the same. Nothing is
 * moved. Throws CONFLICT where it holds symbolic links.
 */
export async function trustProject(store: Store, scope: ProjectScope): Promise<TrustOutcome> {
  const findings = inspectInRepo(scope.id)?.findings ?? []
  if (findings[0] !== undefined) {
    throw new SvcError('CONFLICT', `${findings[0]}; remove it, a .svc with links is never used`)
  }
  const { key } = await makeProject(store, scope)
  writePointer(store, toPlaced(scope.id, key))
  return { setAside: countMemoryFiles(toDataFolder(store, scope, key).path) }
}

/** The `.svc` of a project no longer counts; its files stay, and those of the data directory count. */
export function revokeTrust(store: Store, scope: ProjectScope): { wasTrusted: boolean } {
  const pointer = findPointer(store, scope.id)
  const wasTrusted = pointer?.placement === 'in-repo'
  if (wasTrusted) writePointer(store, toUnplaced(pointer))
  return { wasTrusted }
}

/** Without a collection: looking leaves no trace in what is known of the project. */
async function readFiles(path: string): Promise<LoadedFile[]> {
  const files = await loadFiles(join(path, 'memories'), new Map())
  return [...(files?.values() ?? [])]
}
