import type { Command } from './command.js'

const NAMES = 'a scope key, a folder name of svc scope list, or a path.'
const HERE = 'Without DIR: the project of this directory.'

/** Every command of `svc scope`, in the order of `svc scope --help`. */
export const SCOPE_COMMANDS: readonly Command[] = [
  {
    name: 'scope list',
    summary: 'list the scopes, where they lie and what they are known by',
    load: async () => (await import('../commands/scopes.js')).scopeList,
  },
  {
    name: 'scope link',
    summary: 'let a directory belong to a project that exists',
    operands: ['SCOPE', '[DIR]'],
    notes: [`SCOPE: ${NAMES}`, HERE, 'A directory that has memories of its own: svc scope move.'],
    writes: true,
    load: async () => (await import('../commands/scopes.js')).scopeLink,
  },
  {
    name: 'scope move',
    summary: 'follow a directory that was moved, or put one scope into another',
    operands: ['FROM', 'TO'],
    notes: [
      `FROM, TO: ${NAMES}`,
      'Where TO has memories: those of FROM are added to them, and FROM is gone.',
      'Into global go memories and skills; the project stays.',
    ],
    writes: true,
    load: async () => (await import('../commands/scopes.js')).scopeMove,
  },
  {
    name: 'scope place',
    summary: "keep a project's memories in its work tree or the data directory",
    operands: ['in-repo|data-dir', '[DIR]'],
    notes: [HERE, 'in-repo: in .svc/, to be committed with the code.'],
    load: async () => (await import('../commands/scopes.js')).scopePlace,
  },
]

/** The command by which a person lets the memories of a repository be used. */
export const TRUST: Command = {
  name: 'trust',
  summary: "use the memories that came with somebody's repository",
  operands: ['[DIR]'],
  flags: { revoke: { kind: 'switch', meaning: 'use them no more' } },
  notes: ['Shows what the .svc of the work tree holds, then trusts it.', HERE],
  load: async call => (await import('../commands/scopes.js')).chooseTrustAction(call),
}
