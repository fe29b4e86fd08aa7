import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openGitStore } from '../../../src/git/store.js'
import { resolveConflicts } from '../../../src/git/resolve.js'
import { formatMemoryDocument } from '../../../store/document/format.js'
import type { MemoryDocument } from '../../../store/types.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'

interface Owner {
  teardown(undo: () => void): void
}

export const FOLDER = 'global/memories'

/** A memory document with the fields that a test is about. */
export function memory(id: string, content: string, more: Partial<MemoryDocument> = {}) {
  const fields = {
    kind: 'fact',
    title: `Title of ${id}`,
    tags: [],
    aliases: [],
    source: { runtime: 'svc' },
  }
  const document: MemoryDocument = {
    ...{ id, content, ...fields, createdAt: '2026-11-01T10:00:00.000Z', pinned: false, extra: {} },
    ...more,
  }
  return document
}

/** The file of a memory as a path and a text; its slug says nothing. */
export function fileOf(document: MemoryDocument, name = `a--${document.id}.md`) {
  return { [`${FOLDER}/${name}`]: formatMemoryDocument(document) }
}

/** A store in git with a branch `main` and a branch `other`, and no merge driver. */
export class Branches extends Workbench {
  constructor(_: Owner, directory: string, files: Record<string, string>) {
    super(directory)
    Workbench.init(directory)
    openGitStore(this.manifest, { env: GIT_ENV })
    this.write(files)
    this.commit('base')
    this.git(['branch', 'other'])
  }

  get manifest(): string {
    return join(this.directory, 'svc.json')
  }

  get store() {
    return openGitStore(this.manifest, { env: GIT_ENV })
  }

  /** Commits files on a branch; null removes one. */
  on(branch: string, files: Record<string, string | null>): void {
    this.git(['checkout', '-q', branch])
    for (const [path, text] of Object.entries(files)) {
      if (text === null) rmSync(join(this.directory, path))
      else this.write({ [path]: text })
    }
    this.commit(`change on ${branch}`)
  }

  /** Runs git where it may fail; answers whether it did not. */
  tryGit(args: readonly string[], env: Record<string, string> = {}): boolean {
    try {
      this.git(args, env)
      return true
    } catch {
      return false
    }
  }

  /** Merges the other branch into main; true where git had no conflict. */
  merge(...args: string[]): boolean {
    this.git(['checkout', '-q', 'main'])
    return this.tryGit(['merge', '-q', '--no-edit', ...args, 'other'])
  }

  resolve() {
    return resolveConflicts(this.store)
  }

  /** The memory files by name. */
  get files(): Record<string, string> {
    const folder = join(this.directory, FOLDER)
    const names = readdirSync(folder).sort()
    return Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]))
  }

  /** What git says is not committed, one line a file. */
  get porcelain(): string[] {
    return this.git(['status', '--porcelain']).split('\n').filter(Boolean)
  }
}

/** The one file of a memory in a folder. */
export function pathOf(folder: string, id: string): string {
  const name = readdirSync(folder).find(one => one.endsWith(`--${id}.md`))
  if (name === undefined) throw new Error(`no file of ${id}`)
  return join(folder, name)
}
