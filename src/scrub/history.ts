import { existsSync } from 'node:fs'
import { openGit, type Environment } from '../../store/git/git.js'
import { findRepository } from '../../store/git/repository.js'
import { listScopes } from '../../store/projects/projects.js'
import type { Store } from '../../store/store.js'
import { hintOf, secretsIn } from './find.js'

/** A commit that brought a secret in: git has it whatever the files say now. */
export interface CommittedSecret {
  /** The work tree of the repository. */
  repository: string
  commit: string
  rule: string
  hint: string
  /** True where a branch of a remote has it: others may have it too. */
  isPushed: boolean
}

/**
 * The commits, of all branches and stashes, whose added lines hold a secret, in the store's repository
 * and in those of projects that keep their memories in `.svc`; [] without git. The secret is looked
 * for here, never handed to git: arguments of a process can be seen.
 */
export async function findCommitted(
  store: Store,
  env: Environment,
  given?: string,
): Promise<CommittedSecret[]> {
  const inRepo = listScopes(store).filter(({ placement }) => placement === 'in-repo')
  const folders = [store.root, ...inRepo.map(({ path }) => path)].filter(path => existsSync(path))
  const found: CommittedSecret[] = []
  for (const folder of folders) found.push(...(await findInRepository(folder, env, given)))
  return found
}

const LOG = ['log', '--all', '-p', '-U0', '-m', '--format=%x00%H', '--no-color', '--no-ext-diff']

async function findInRepository(
  folder: string,
  env: Environment,
  given: string | undefined,
): Promise<CommittedSecret[]> {
  const repository = findRepository(folder)?.workTree
  if (repository === undefined) return []
  const git = openGit(folder, env)
  const { code, stdout } = await git.run([...LOG, '--no-textconv', '--', folder])
  if (code !== 0) return []
  const found = stdout.split('\0').flatMap(part => {
    const commit = part.slice(0, part.indexOf('\n'))
    const added = part.split('\n').filter(line => /^\+(?!\+\+ )/.test(line))
    const text = Buffer.from(added.map(line => line.slice(1)).join('\n')).toString('latin1')
    return secretsIn(text, given).map(({ rule, secret }) => ({
      commit,
      rule,
      hint: hintOf(secret),
    }))
  })
  const pushed = await pushedOf(git, [...new Set(found.map(({ commit }) => commit))])
  return found.map(one => ({ repository, ...one, isPushed: pushed.has(one.commit) }))
}

async function pushedOf(
  git: ReturnType<typeof openGit>,
  commits: readonly string[],
): Promise<Set<string>> {
  const pushed = new Set<string>()
  for (const commit of commits) {
    const { stdout } = await git.run(['branch', '-r', '--contains', commit, '--format=%(refname)'])
    if (stdout.trim() !== '') pushed.add(commit)
  }
  return pushed
}
