import type { Command, CommandGroup, Flag } from './command.js'

/** Every command of `svc git`, in the order of `svc git --help`. */
const GIT_COMMANDS: readonly Command[] = [
  {
    name: 'git init',
    summary: 'make the store a git repository, or join the one it lies in',
    operands: [],
    flags: {},
    notes: ['Running it again changes nothing, unless svc has moved: then it finds svc again.'],
    load: async () => (await import('../commands/git.js')).gitInit,
  },
  {
    name: 'git clone',
    summary: 'begin with the store of another machine',
    operands: ['URL'],
    flags: {},
    notes: ['The data directory must not hold any memories yet.'],
    load: async () => (await import('../commands/git.js')).gitClone,
  },
  {
    name: 'git commit',
    summary: 'commit what changed in the store, and nothing beside it',
    operands: [],
    flags: {
      message: { kind: 'text', short: 'm', value: 'M', meaning: 'instead of what changed' },
    },
    notes: ['A file with conflict markers or a secret in it is not committed.'],
    load: async () => (await import('../commands/git.js')).gitCommit,
  },
  {
    name: 'git sync',
    summary: 'commit, take in what others have pushed, and push',
    operands: [],
    flags: {},
    notes: ['Exit code 1 where a person must settle a conflict: the merge stays open then.'],
    load: async () => (await import('../commands/git.js')).gitSync,
  },
  {
    name: 'git resolve',
    summary: 'settle what a merge left open, without losing anything',
    operands: [],
    flags: {},
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
    operands: [],
    flags: {},
    notes: ['Asks no remote: what is behind is as it was last fetched.'],
    load: async () => (await import('../commands/git.js')).gitStatus,
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
    flags: {},
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
    flags: {},
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
    flags: {},
    notes: [
      'svc git init registers it.',
      'Exit codes: 0 merged, 65 a person must look, others: OURS is as it was.',
    ],
    load: async () => (await import('../commands/merge-driver.js')).mergeDriver,
  },
]

const NAMES = 'a scope key, a folder name of svc scope list, or a path.'
const HERE = 'Without DIR: the project of this directory.'

/** Every command of `svc scope`, in the order of `svc scope --help`. */
const SCOPE_COMMANDS: readonly Command[] = [
  {
    name: 'scope list',
    summary: 'list the scopes, where they lie and what they are known by',
    operands: [],
    flags: {},
    load: async () => (await import('../commands/scopes.js')).scopeList,
  },
  {
    name: 'scope link',
    summary: 'let a directory belong to a project that exists',
    operands: ['SCOPE', '[DIR]'],
    flags: {},
    notes: [`SCOPE: ${NAMES}`, HERE, 'A directory that has memories of its own: svc scope move.'],
    writes: true,
    load: async () => (await import('../commands/scopes.js')).scopeLink,
  },
  {
    name: 'scope move',
    summary: 'follow a directory that was moved, or put one scope into another',
    operands: ['FROM', 'TO'],
    flags: {},
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
    flags: {},
    notes: [HERE, 'in-repo: in .svc/, to be committed with the code.'],
    load: async () => (await import('../commands/scopes.js')).scopePlace,
  },
]

const scope: Flag = {
  kind: 'text',
  value: 'S',
  meaning: 'global, project (the one of this directory) or project:PATH',
}
const limit: Flag = { kind: 'number', value: 'N', least: 1, meaning: 'at most N of them' }
const offset: Flag = { kind: 'number', value: 'N', least: 0, meaning: 'leave out the first N' }
const kind: Flag = {
  kind: 'text',
  value: 'K',
  meaning: 'fact, preference, constraint, procedure …',
}
const tags: Flag = { kind: 'text', value: 'a,b', meaning: 'tags, separated by commas' }
const aliases: Flag = {
  kind: 'text',
  value: 'a,b',
  meaning: 'phrases in other words, separated by commas',
}
const title: Flag = { kind: 'text', value: 'T', meaning: 'title, one line' }
const text: Flag = { kind: 'text', value: 'T', meaning: 'full-text search' }
const agentHost: Flag = { kind: 'text', value: 'NAME', required: true, meaning: 'claude-code' }
const project: Flag = {
  kind: 'switch',
  meaning: "the project's .claude/settings.json instead of your own",
}
const READS = 'Without --scope: the project of this directory, and global.'
const WRITES = 'Without --scope: the project of this directory.'

/** Every command of `svc`, in the order of `svc --help`. A command's code is loaded when it runs. */
export const COMMANDS: readonly (Command | CommandGroup)[] = [
  {
    name: 'serve',
    summary: 'run the HTTP service until it is interrupted',
    operands: [],
    flags: {
      host: { kind: 'text', value: 'H', meaning: 'address to listen on (127.0.0.1)' },
      port: { kind: 'number', value: 'N', least: 0, most: 65_535, meaning: '4747; 0: a free one' },
    },
    notes: ['Listening beyond loopback needs a token in SVC_TOKEN.'],
    load: async () => (await import('../commands/serve.js')).serve,
  },
  {
    name: 'remember',
    summary: 'store a memory, or update the one of that title',
    operands: ['CONTENT'],
    flags: { scope, kind, title: { ...title, required: true }, tags, aliases },
    notes: [WRITES, 'CONTENT - reads standard input.'],
    writes: true,
    load: async () => (await import('../commands/memories.js')).remember,
  },
  {
    name: 'recall',
    summary: 'show what a prompt would bring back, and why',
    operands: ['TEXT...'],
    flags: { scope, limit },
    notes: [READS, "An empty TEXT ('') shows what a session start brings."],
    load: async () => (await import('../commands/memories.js')).recall,
  },
  {
    name: 'list',
    summary: 'list memories, the newest update first',
    operands: [],
    flags: { scope, kind, tags, text, limit, offset },
    notes: [READS, '--kind takes any of a comma list, --tags all of it.'],
    load: async () => (await import('../commands/memories.js')).list,
  },
  {
    name: 'show',
    summary: 'show one memory in full',
    operands: ['ID'],
    flags: {},
    load: async () => (await import('../commands/memories.js')).show,
  },
  {
    name: 'edit',
    summary: 'change a memory, by flags or in your editor',
    operands: ['ID'],
    flags: {
      title,
      content: { kind: 'text', value: 'C', meaning: 'text; - reads stdin' },
      kind,
      tags,
      aliases,
    },
    notes: [
      'Without a flag: opens $VISUAL or $EDITOR.',
      'An empty --tags removes all tags, an empty --aliases all aliases.',
    ],
    writes: true,
    load: async () => (await import('../commands/edit.js')).edit,
  },
  {
    name: 'forget',
    summary: 'remove a memory and its file',
    operands: ['ID'],
    flags: {},
    writes: true,
    load: async () => (await import('../commands/memories.js')).forget,
  },
  {
    name: 'import',
    summary: "import a project's agent files (AGENTS.md, CLAUDE.md, …)",
    operands: ['[DIR]'],
    flags: { force: { kind: 'switch', meaning: 'again, where it was imported already' } },
    notes: ['Without DIR: the project of this directory.'],
    load: async () => (await import('../commands/service.js')).importFiles,
  },
  {
    name: 'skills',
    summary: 'list the skills found on disk',
    operands: [],
    flags: {
      scope,
      text,
      'include-dormant': { kind: 'switch', meaning: 'those unused for 21 days too' },
      limit,
      offset,
    },
    notes: [READS],
    load: async () => (await import('../commands/service.js')).skills,
  },
  {
    name: 'events',
    summary: 'show what the service did, newest first',
    operands: [],
    flags: { limit },
    load: async () => (await import('../commands/service.js')).events,
  },
  {
    name: 'status',
    summary: 'show the store and what is queued',
    operands: [],
    flags: {},
    load: async () => (await import('../commands/service.js')).status,
  },
  {
    name: 'backlog',
    summary: 'count the batches queued for the next consolidation',
    operands: [],
    flags: { scope },
    notes: [WRITES],
    load: async () => (await import('../commands/service.js')).backlog,
  },
  {
    name: 'reflect',
    summary: 'distil the turns that are queued now',
    operands: [],
    flags: { scope },
    notes: [WRITES],
    writes: true,
    load: async () => (await import('../commands/service.js')).reflect,
  },
  {
    name: 'consolidate',
    summary: 'merge related memories, drop duplicates, keep to capacity',
    operands: [],
    flags: { scope },
    notes: [WRITES],
    writes: true,
    load: async () => (await import('../commands/service.js')).consolidate,
  },
  {
    name: 'archive',
    summary: 'bring back what is gone or was changed; list it',
    operands: ['list|history|restore|keep', '[ID]'],
    flags: { scope, limit, offset },
    notes: [
      READS,
      'history ID lists the ten old versions that this machine keeps of a memory.',
      'restore ID brings back what is gone, or what stood before the last change;',
      'restore ID@2 the version before that, and so on. Restoring again undoes it.',
      'keep ID: it was forgotten here and a merge brought it back, and it may stay.',
      'What was merged away or evicted is kept for 90 days.',
    ],
    writes: true,
    load: async call => (await import('../commands/memories.js')).chooseArchiveAction(call),
  },
  {
    name: 'export',
    summary: 'print memories as JSON, one a line',
    operands: [],
    flags: { scope },
    notes: ['Without --scope: everything.'],
    load: async () => (await import('../commands/transfer.js')).exportAll,
  },
  {
    name: 'load',
    summary: 'restore memories from an export',
    operands: ['FILE.jsonl'],
    flags: {},
    notes: ['FILE - reads standard input. Loading a file again changes nothing.'],
    writes: true,
    load: async () => (await import('../commands/transfer.js')).load,
  },
  {
    name: 'install',
    summary: "put svc's hooks into an agent host's settings",
    operands: [],
    flags: { host: agentHost, project },
    load: async () => (await import('../commands/install.js')).install,
  },
  {
    name: 'uninstall',
    summary: 'take them out again',
    operands: [],
    flags: { host: agentHost, project },
    load: async () => (await import('../commands/install.js')).uninstall,
  },
  {
    name: 'doctor',
    summary: 'check what is stored, queued and installed',
    operands: [],
    flags: {
      fix: { kind: 'switch', meaning: 'remove left-overs, settle duplicates and conflicts' },
    },
    writes: true,
    load: async () => (await import('../commands/checks.js')).doctor,
  },
  {
    name: 'git',
    summary: 'keep the store in git: share it, merge it, look back',
    commands: GIT_COMMANDS,
  },
  {
    name: 'scope',
    summary: 'list projects, and say which directory is which',
    commands: SCOPE_COMMANDS,
  },
  {
    name: 'trust',
    summary: "use the memories that came with somebody's repository",
    operands: ['[DIR]'],
    flags: { revoke: { kind: 'switch', meaning: 'use them no more' } },
    notes: [
      'Shows what the .svc of the work tree holds, then trusts it.',
      'Without DIR: the project of this directory.',
    ],
    load: async call => (await import('../commands/scopes.js')).chooseTrustAction(call),
  },
]

/** The commands without the words that only stand before others. */
export const EVERY_COMMAND: readonly Command[] = COMMANDS.flatMap(row =>
  'commands' in row ? row.commands : [row],
)
