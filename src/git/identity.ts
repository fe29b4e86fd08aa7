import { hostname, userInfo } from 'node:os'
import type { Git } from '../../store/git/git.js'

/** Who commits: nothing where git knows, else what it is told, and that it had to be. */
export interface Identity {
  /** Options that stand before git's command. */
  args: string[]
  /** A sentence for the person; undefined where git knows who commits. */
  note?: string
}

/** Looks whether git knows who commits here, and stands in with the login name where it does not. */
export async function findIdentity(git: Git): Promise<Identity> {
  const asked = await git.run(['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'])
  if (asked.code === 0) return { args: [] }
  const known = (await git.run(['config', '--get-regexp', '^user\\.(name|email)$'])).stdout
  const name = /^user\.name (.+)$/m.exec(known)?.[1] ?? loginName()
  const email = /^user\.email (.+)$/m.exec(known)?.[1] ?? `${loginName()}@${hostname()}`
  return {
    args: ['-c', `user.name=${name}`, '-c', `user.email=${email}`],
    note: `git knows no user.name or user.email; committed as ${name} <${email}>`,
  }
}

/** A user without an entry in the system's list of users has no name. */
function loginName(): string {
  try {
    return userInfo().username || 'svc'
  } catch {
    return 'svc'
  }
}
