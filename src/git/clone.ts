import { mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ensureDirectory } from '../../store/atomic-file.js'
import { SvcError } from '../../store/errors.js'
import { openGit, toGitError } from '../../store/git/git.js'
import { openStore } from '../../store/store.js'
import { settleBranch } from './clone-branch.js'
import { checkClone } from './clone-check.js'
import { findUsed } from './clone-target.js'
import { refuseUnsafe } from './incoming-check.js'
import type { InitOptions } from './init.js'
import { prepareStore } from './init.js'
import { moveEntries } from './move-entries.js'
import { addRemote } from './words.js'

/** What a clone is made with. */
export interface CloneOptions extends InitOptions {
  /** The folder that a relative address counts from. */
  cwd: string
}

/** What `svc git clone` did. */
export interface CloneResult {
  store: string
  /** True where the remote held nothing yet. */
  empty: boolean
}

/**
 * Clones a store into the data directory, which must be absent, empty, or without anything worth
 * keeping; its `state/` stays. Throws INVALID_REQUEST on an address that holds no store, CONFLICT
 * where the directory is in use, GIT_FAILED; then the directory is as it was.
 */
export async function cloneStore(
  url: string,
  databasePath: string,
  { env, program, cwd }: CloneOptions,
): Promise<CloneResult> {
  if (url.startsWith('-')) {
    throw new SvcError(
      'INVALID_REQUEST',
      'the address begins with a dash: git would take it for a flag',
    )
  }
  const target = dirname(databasePath)
  refuseUsed(target, basename(databasePath))
  ensureDirectory(dirname(target))
  const temporary = mkdtempSync(join(dirname(target), '.svc-clone-'))
  try {
    const clone = join(temporary, 'store')
    await runClone(url, clone, openGit(cwd, env))
    await settleBranch(openGit(clone, env), basename(databasePath), url)
    const empty = checkClone(clone, basename(databasePath), url)
    if (!empty) await refuseUnsafe(openGit(clone, env), 'HEAD', url)
    refuseUsed(target, basename(databasePath))
    ensureDirectory(target)
    moveEntries(clone, target)
    const store = openStore(databasePath)
    await prepareStore(store, openGit(store.root, env), program)
    return { store: store.root, empty }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function runClone(url: string, into: string, git: ReturnType<typeof openGit>): Promise<void> {
  const args = ['clone', '--quiet', '--origin', 'origin', '--', url, into]
  const { code, stderr } = await git.run(args)
  if (code !== 0) throw toGitError(args, stderr)
}

function refuseUsed(target: string, manifest: string): void {
  const used = findUsed(target, manifest)
  if (used === undefined) return
  throw new SvcError(
    'CONFLICT',
    `${target} is in use (${used}); to join the two without loss: svc git init, ` +
      `${addRemote(target)}, svc git sync`,
  )
}
