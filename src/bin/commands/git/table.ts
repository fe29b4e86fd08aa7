import type { Command } from '../command.js'

/** Every command of `svc git`, in the order of `svc git --help`. */
export const GIT_COMMANDS: readonly Command[] = [
  {
    name: 'git init',
    summary: 'make the store a git repository, or join the one it lies in',
    operands: [],
    flags: {},
    notes: ['Running it again changes nothing, unless svc has moved: then it finds svc again.'],
    load: async () => (await import('./init.js')).runGitInit,
  },
  {
    name: 'git clone',
    summary: 'begin with the store of another machine',
    operands: ['URL'],
    flags: {},
    notes: ['The data directory must not hold any memories yet.'],
    load: async () => (await import('./clone.js')).runGitClone,
  },
  {
    name: 'git commit',
    summary: 'commit what changed in the store, and nothing beside it',
    operands: [],
    flags: {
      message: { kind: 'text', short: 'm', value: 'M', meaning: 'instead of what changed' },
    },
    notes: ['A file with conflict markers or a secret in it is not committed.'],
    load: async () => (await import('./commit.js')).runGitCommit,
  },
  {
    name: 'git sync',
    summary: 'commit, take in what others have pushed, and push',
    operands: [],
    flags: {},
    notes: ['Exit code 1 where a person must settle a conflict: the merge stays open then.'],
    load: async () => (await import('./sync.js')).runGitSync,
  },
  {
    name: 'git status',
    summary: 'show what is not committed, pushed or merged',
    operands: [],
    flags: {},
    notes: ['Asks no remote: what is behind is as it was last fetched.'],
    load: async () => (await import('./status.js')).runGitStatus,
  },
]
