import type { Command } from './command.js'

/** Every command of `svc git`, in the order of `svc git --help`. */
export const GIT_COMMANDS: readonly Command[] = [
  {
    name: 'git init',
    summary: 'make the store a git repository, or join the one it lies in',
    notes: ['Running it again changes nothing, unless svc has moved: then it finds svc again.'],
    load: async () => (await import('../commands/git-status.js')).gitInit,
  },
  {
    name: 'git clone',
    summary: 'begin with the store of another machine',
    operands: ['URL'],
    notes: ['The data directory must not hold any memories yet.'],
    load: async () => (await import('../commands/git.js')).gitClone,
  },
  {
    name: 'git commit',
    summary: 'commit what changed in the store, and nothing beside it',
    flags: {
      message: { kind: 'text', short: 'm', value: 'M', meaning: 'instead of what changed' },
    },
    notes: ['A file with conflict markers or a secret in it is not committed.'],
    load: async () => (await import('../commands/git.js')).gitCommit,
  },
  {
    name: 'git sync',
    summary: 'commit, take in what others have pushed, and push',
    notes: ['Exit code 1 where a person must settle a conflict: the merge stays open then.'],
    load: async () => (await import('../commands/git.js')).gitSync,
  },
  {
    name: 'git accept',
    summary: 'let the settings that git shares hold on this machine',
    notes: [
      'provider, model, dailyTokens, dailyUsd, capacity, git.autoCommit and agentRules of config.json',
      'send turns, spend, archive memories, start programs or let agents set rules. The others hold.',
    ],
    load: async () => (await import('../commands/git.js')).gitAccept,
  },
  {
    name: 'git resolve',
    summary: 'settle what a merge left open, without losing anything',
    notes: [
      'Settles files that git could not merge, saved conflict markers, and memories',
      'of one title or one id. What both sides changed is kept and tagged needs-review.',
      'Nothing is concluded: go on with svc git commit, or git rebase --continue.',
      'Exit code 1 where something is left for you.',
    ],
    load: async () => (await import('../commands/git.js')).gitResolve,
  },
  {
    name: 'git status',
    summary: 'show what is not committed, pushed or merged',
    notes: ['Asks no remote: what is behind is as it was last fetched.'],
    load: async () => (await import('../commands/git-status.js')).gitStatus,
  },
  {
    name: 'git log',
    summary: 'show the commits that touched the store, or one memory',
    operands: ['[ID]'],
    flags: { limit: { kind: 'number', value: 'N', least: 1, meaning: 'at most N commits (20)' } },
    notes: ['Of a memory: through all names and scopes that it had, also once it is gone.'],
    load: async call => (await import('../commands/history.js')).chooseLogAction(call),
  },
  {
    name: 'git restore',
    summary: 'bring a memory back as it was committed',
    operands: ['ID[@REV]'],
    notes: [
      'What is gone comes back as it was last committed, what is there goes back to',
      'what was committed before its last change; with @REV either to that commit or',
      'tag. Nothing is committed. What undoes it: of a memory that was there',
      'svc archive restore ID, of one that was gone svc forget ID.',
    ],
    writes: true,
    load: async () => (await import('../commands/history.js')).gitRestore,
  },
  {
    name: 'git check',
    summary: 'check the files of a store, for CI; exit 1 where one is bad',
    operands: ['[DIR]'],
    notes: [
      'DIR: a data directory, or the .svc folder of a project. Without it: your store.',
      'Reads only: works in a plain checkout, without git, and writes nothing.',
    ],
    load: async () => (await import('../commands/checks.js')).gitCheck,
  },
  {
    name: 'git merge-driver',
    summary: 'merge one memory field by field; git runs it',
    operands: ['BASE', 'OURS', 'THEIRS', '[MARKER-SIZE]', '[PATH]'],
    notes: [
      'svc git init registers it.',
      'Exit codes: 0 merged, 65 a person must look, others: OURS is as it was.',
    ],
    load: async () => (await import('../commands/merge-driver.js')).mergeDriver,
  },
]
