import type { Test } from 'tap'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, repository } from '../../src/work-trees.js'
import { temporaryFolder } from '../fixture.js'

/** The remote of somebody's project. */
export const REMOTE = 'https://example.org/acme/secret.git'

/** The folder of somebody's project with a linked worktree, and an empty folder beside it. */
export function makeDesk(t: Test): string {
  const root = temporaryFolder(t)
  const victim = repository(join(root, 'victim'), REMOTE)
  git(victim, 'worktree', 'add', '-q', join(root, 'linked'))
  mkdirSync(join(root, 'evil'))
  return root
}

/** A copy of what `makeDesk` made, as if git had made it there. */
export function copyDesk(t: Test, template: string) {
  const root = temporaryFolder(t)
  cpSync(template, root, { recursive: true })
  const [victim, linked, evil] = [join(root, 'victim'), join(root, 'linked'), join(root, 'evil')]
  const dotGit = join(victim, '.git')
  const own = join(dotGit, 'worktrees', 'linked')
  writeFileSync(join(linked, '.git'), `gitdir: ${own}\n`)
  writeFileSync(join(own, 'gitdir'), `${join(linked, '.git')}\n`)
  return { root, victim, linked, evil, dotGit }
}

/** Somebody's project with a linked worktree, and an empty folder beside it, for one test. */
export function desk(t: Test): Desk {
  return copyDesk(t, makeDesk(t))
}

type Desk = ReturnType<typeof copyDesk>

/** A git directory in the folder of whoever made it, with these files. */
export function makeGitDirectory(path: string, files: Record<string, string>): void {
  mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries({ HEAD: 'ref: refs/heads/main\n', ...files })) {
    writeFileSync(join(path, name), text)
  }
}

/** Each makes a directory that names what is not its own. */
export const CLAIMS: Record<string, (desk: Desk) => void> = {
  'a git directory of its own with a commondir and a back-link': ({ evil, dotGit }) => {
    writeFileSync(join(evil, '.git'), 'gitdir: own\n')
    const back = join(evil, '.git')
    makeGitDirectory(join(evil, 'own'), { commondir: dotGit, gitdir: `${back}\n` })
  },
  'one that lies in a folder called worktrees': ({ evil, dotGit }) => {
    writeFileSync(join(evil, '.git'), 'gitdir: worktrees/own\n')
    const back = join(evil, '.git')
    makeGitDirectory(join(evil, 'worktrees', 'own'), { commondir: dotGit, gitdir: back })
  },
  'a .git folder with a commondir': ({ evil, dotGit }) => {
    makeGitDirectory(join(evil, '.git'), { commondir: dotGit, gitdir: join(evil, '.git') })
  },
  "somebody's git directory": ({ evil, dotGit }) => {
    writeFileSync(join(evil, '.git'), `gitdir: ${dotGit}\n`)
  },
  "somebody's git directory, by a relative path": ({ evil }) => {
    writeFileSync(join(evil, '.git'), 'gitdir: ../victim/.git\r\n\r\n')
  },
  "somebody's linked worktree": ({ evil, dotGit }) => {
    writeFileSync(join(evil, '.git'), `gitdir: ${join(dotGit, 'worktrees', 'linked')}\n`)
  },
  "somebody's linked worktree, by a link to its .git file": ({ evil, linked }) => {
    symlinkSync(join(linked, '.git'), join(evil, '.git'))
  },
  "a link to somebody's git directory": ({ evil, dotGit }) => {
    symlinkSync(dotGit, join(evil, '.git'))
  },
  "a link to somebody's configuration": ({ evil, dotGit }) => {
    makeGitDirectory(join(evil, '.git'), {})
    symlinkSync(join(dotGit, 'config'), join(evil, '.git', 'config'))
  },
  "links to somebody's history": ({ evil, dotGit }) => {
    makeGitDirectory(join(evil, '.git'), {})
    for (const name of ['objects', 'refs'])
      symlinkSync(join(dotGit, name), join(evil, '.git', name))
  },
  "a link to somebody's branch": ({ evil, dotGit }) => {
    const own = join(evil, '.git')
    makeGitDirectory(own, {})
    mkdirSync(join(own, 'objects', 'info'), { recursive: true })
    mkdirSync(join(own, 'refs'))
    writeFileSync(join(own, 'objects', 'info', 'alternates'), join(dotGit, 'objects') + '\n')
    symlinkSync(join(dotGit, 'refs', 'heads'), join(own, 'refs', 'heads'))
  },
  "an include of somebody's configuration": ({ evil, dotGit }) => {
    const config = `[include]\n\tpath = ${join(dotGit, 'config')}\n`
    makeGitDirectory(join(evil, '.git'), { config })
  },
  'a chain of .git files': ({ root, evil, dotGit }) => {
    mkdirSync(join(root, 'between'))
    writeFileSync(join(root, 'between', '.git'), `gitdir: ${dotGit}\n`)
    writeFileSync(join(evil, '.git'), `gitdir: ${join(root, 'between', '.git')}\n`)
  },
  'a worktree of its own that shares it': ({ evil, dotGit }) => {
    const own = join(evil, 'own', '.git')
    makeGitDirectory(join(own, 'worktrees', 'x'), { commondir: dotGit, gitdir: join(evil, '.git') })
    writeFileSync(join(evil, '.git'), `gitdir: ${join(own, 'worktrees', 'x')}\n`)
  },
  'a link among the worktrees that leads out of them': ({ root, evil, dotGit }) => {
    const own = join(root, 'outside')
    makeGitDirectory(own, { commondir: dotGit, gitdir: join(evil, '.git') })
    symlinkSync(own, join(dotGit, 'worktrees', 'own'))
    writeFileSync(join(evil, '.git'), `gitdir: ${join(dotGit, 'worktrees', 'own')}\n`)
  },
  "somebody's submodule": ({ root, evil, victim, dotGit }) => {
    repository(join(root, 'library'), REMOTE)
    const add = ['submodule', '--quiet', 'add', join(root, 'library'), 'vendor']
    git(victim, '-c', 'protocol.file.allow=always', ...add)
    git(join(victim, 'vendor'), 'remote', 'set-url', 'origin', REMOTE)
    writeFileSync(join(evil, '.git'), `gitdir: ${join(dotGit, 'modules', 'vendor')}\n`)
  },
}
