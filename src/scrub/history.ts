import { existsSync } from 'node:fs'
import { openGit, type Environment, type Git } from '../../store/git/git.js'
import { findRepository } from '../../store/git/repository.js'
import { listScopes } from '../../store/projects/projects.js'
import type { Store } from '../../store/store.js'
import { hintOf, secretsIn, secretsInName, toSlugs, type Known } from './find.js'

/** A commit that brought a secret in: git has it whatever the files say now. */
export interface CommittedSecret {
  /** The work tree of the repository. */
  repository: string
  commit: string
  rule: string
  hint: string
  /** True where it stands in the name of a file. */
  isName?: true
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
const PLAIN = ['core.quotePath', 'diff.noprefix', 'diff.mnemonicPrefix'].flatMap(key => [
  '-c',
  `${key}=false`,
])

async function findInRepository(
  folder: string,
  env: Environment,
  given: string | undefined,
): Promise<CommittedSecret[]> {
  const repository = findRepository(folder)?.workTree
  if (repository === undefined) return []
  const git = openGit(folder, env)
  const { code, stdout } = await git.run([...PLAIN, ...LOG, '--no-textconv', '--', folder])
  if (code !== 0) return []
  const commits = stdout.split('\0').map(readCommit)
  const inTexts = commits.flatMap(({ commit, added }) =>
    secretsIn(added, given).map(one => ({ commit, ...one })),
  )
  const isGiven = given !== undefined
  const known: Known[] = isGiven ? [{ rule: 'given', secret: given }] : inTexts
  const slugs = known.flatMap(one => toSlugs(one, isGiven))
  const inNames = commits.flatMap(({ commit, names }) =>
    names.flatMap(name => secretsInName(name, slugs, isGiven).map(one => ({ commit, ...one }))),
  )
  const pushed = await pushedOf(git, [...new Set([...inTexts, ...inNames].map(one => one.commit))])
  const show = ({ commit, rule, secret }: Known & { commit: string }) => {
    return { repository, commit, rule, hint: hintOf(secret), isPushed: pushed.has(commit) }
  }
  return [...inTexts.map(show), ...inNames.map(one => ({ ...show(one), isName: true as const }))]
}

/** Reads what a commit added, each byte a character, and names of files and folders it touched. */
function readCommit(part: string): { commit: string; added: string; names: string[] } {
  const [commit = '', ...lines] = part.split('\n')
  const added = lines.filter(line => /^\+(?!\+\+ )/.test(line)).map(line => line.slice(1))
  const paths = lines.flatMap(line => /^(?:\+\+\+ b\/|rename to )(.+)$/.exec(line)?.[1] ?? [])
  return {
    commit,
    added: Buffer.from(added.join('\n')).toString('latin1'),
    names: [...new Set(paths.flatMap(path => path.replace(/\t$/, '').split('/')))],
  }
}

async function pushedOf(git: Git, commits: readonly string[]): Promise<Set<string>> {
  const pushed = new Set<string>()
  for (const commit of commits) {
    const { stdout } = await git.run(['branch', '-r', '--contains', commit, '--format=%(refname)'])
    if (stdout.trim() !== '') pushed.add(commit)
  }
  return pushed
}
