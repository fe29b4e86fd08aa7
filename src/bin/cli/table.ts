import { INSTALLED_HOSTS } from '../../hosts/profiles.js'
import {
  CHANGED_MEMORY,
  FORGET_OPTIONS,
  LIST_FILTER,
  NEW_MEMORY,
  PAGE,
  REVIEW_FILTER,
  SKILL_FILTER,
} from '../../memories/fields.js'
import { flagsOf, type Command, type CommandGroup, type Flag } from './command.js'
import { GIT_COMMANDS } from './git-table.js'
import { SCOPE_COMMANDS, TRUST } from './scope-table.js'

const scope: Flag = {
  kind: 'text',
  value: 'S',
  meaning: 'global, project (the one of this directory) or project:PATH',
}
const limit: Flag = PAGE.limit.flag
/** The content is an operand. */
const { content: _, ...REMEMBERED } = NEW_MEMORY
const HOST_NAMES = `NAME: ${INSTALLED_HOSTS.join(', ')}.`
const agentHost: Flag = {
  kind: 'text',
  value: 'NAME',
  meaning: 'this agent host alone',
}
const recallHost: Flag = {
  kind: 'text',
  value: 'NAME',
  meaning: 'without what this agent host loads itself',
}
const project: Flag = {
  kind: 'switch',
  meaning: "in this project's files, for all who work in it",
}
const dryRun: Flag = { kind: 'switch', meaning: 'only show what would be changed' }
const yes: Flag = { kind: 'switch', meaning: 'without asking' }
const explain: Flag = { kind: 'switch', meaning: 'with the numbers by which it was decided' }
const byAgent: Flag = { kind: 'switch', meaning: 'an agent saves it, not a person' }
const READS = 'Without --scope: the project of this directory, and global.'
const WRITES = 'Without --scope: the project of this directory.'

/** Every command of `svc`, in the order of `svc --help`. A command's code is loaded when it runs. */
export const COMMANDS: readonly (Command | CommandGroup)[] = [
  {
    name: 'serve',
    summary: 'run the HTTP service until it is interrupted',
    flags: {
      host: { kind: 'text', value: 'H', meaning: 'address to listen on (127.0.0.1)' },
      port: { kind: 'number', value: 'N', least: 0, most: 65_535, meaning: '4747; 0: a free one' },
    },
    notes: ['Listening beyond loopback needs a token in SVC_TOKEN.'],
    load: async () => (await import('../commands/serve.js')).serve,
  },
  {
    name: 'open',
    summary: 'show the panel in the browser; starts a service where none runs',
    flags: { print: { kind: 'switch', meaning: 'only print its address' } },
    notes: [
      'The service is that of this store, where SVC_HOST and SVC_PORT say; one that is started goes on when the browser is closed. What it says is left in state/serve.log.',
    ],
    load: async () => (await import('../commands/open.js')).open,
  },
  {
    name: 'mcp',
    summary: 'speak MCP on standard input and output, for an agent host',
    flags: { host: { kind: 'text', value: 'NAME', meaning: 'the agent host that starts it' } },
    notes: [
      'A host starts it with a session and ends it with that.',
      'It answers the prompt hooks of its host too, where svc install has set that up.',
      'Over HTTP: /svc/mcp of svc serve, ?cwd=DIR for the project.',
    ],
    load: async () => (await import('../commands/mcp.js')).mcp,
  },
  {
    name: 'remember',
    summary: 'store a memory, or update the one of that title',
    operands: ['CONTENT'],
    flags: {
      ...{ scope, kind: NEW_MEMORY.kind.flag, ...flagsOf(REMEMBERED) },
      ...{ title: { ...NEW_MEMORY.title.flag, required: true }, 'by-agent': byAgent },
    },
    notes: [WRITES, 'CONTENT - reads standard input.'],
    writes: true,
    load: async () => (await import('../commands/memories.js')).remember,
  },
  {
    name: 'recall',
    summary: 'show what a prompt would bring back, and why',
    operands: ['TEXT...'],
    flags: { scope, limit, host: recallHost, explain },
    notes: [READS, "An empty TEXT ('') prints what a session start brings; --explain says why."],
    load: async () => (await import('../commands/memories.js')).recall,
  },
  {
    name: 'search',
    summary: 'find memories and turns of past sessions, and what came of them',
    operands: ['[TEXT...]'],
    flags: {
      scope,
      'all-projects': { kind: 'switch', meaning: 'in all projects, this one first' },
      sessions: { kind: 'switch', meaning: 'past sessions alone' },
      memories: { kind: 'switch', meaning: 'memories alone' },
      since: { kind: 'text', value: 'WHEN', meaning: 'nothing older: a date, or 12h, 30d, 8w, 2y' },
      file: { kind: 'text', value: 'PATH', meaning: 'turns that changed this file or folder' },
      limit,
    },
    notes: [READS, '--file without TEXT lists the turns that changed it, the newest first.'],
    load: async () => (await import('../commands/search.js')).searchAll,
  },
  {
    name: 'fix',
    summary: 'tell what was done after the same error before, and worked',
    operands: ['[ERROR...]'],
    flags: { scope, limit },
    notes: [
      'Without --scope: all past sessions of this machine, those of this project first.',
      'ERROR - or none reads standard input: npm test 2>&1 | svc fix',
    ],
    load: async () => (await import('../commands/fix.js')).fix,
  },
  {
    name: 'list',
    summary: 'list memories, the newest update first',
    flags: { scope, ...flagsOf({ ...LIST_FILTER, ...PAGE }) },
    notes: [READS, '--kind takes any of a comma list, --tags all of it.'],
    load: async () => (await import('../commands/memories.js')).list,
  },
  {
    name: 'show',
    summary: 'show one memory in full',
    operands: ['ID'],
    load: async () => (await import('../commands/memories.js')).show,
  },
  {
    name: 'edit',
    summary: 'change a memory, by flags or in your editor',
    operands: ['ID'],
    flags: flagsOf(CHANGED_MEMORY),
    notes: [
      'Without a flag: opens $VISUAL or $EDITOR.',
      'An empty --tags removes all tags, an empty --aliases all aliases.',
    ],
    writes: true,
    load: async () => (await import('../commands/edit.js')).edit,
  },
  {
    name: 'forget',
    summary: 'remove a memory and its file, or all that was kept of a session',
    operands: ['[ID]'],
    flags: {
      ...flagsOf(FORGET_OPTIONS),
      session: {
        kind: 'text',
        value: 'S',
        meaning: 'a session, by its id or the beginning that svc search shows',
      },
    },
    notes: [
      'With --session its turns word for word are gone, those that wait to be distilled, and what hooks noted of it; none of it is kept again. What was learned from it stays, without the words that it came from.',
      'With --wrong conversations that say the same, or something of the same title, are not distilled into a memory again: there, and of a global one everywhere. svc remember, and svc archive restore ID, take that back. Only this machine knows of it.',
    ],
    writes: true,
    load: async () => (await import('../commands/memories.js')).forget,
  },
  {
    name: 'review',
    summary: 'accept, edit or undo what was learned',
    operands: ['[accept|undo]', '[ID...]'],
    flags: { scope, ...flagsOf(REVIEW_FILTER) },
    notes: [
      READS,
      'On a terminal: one memory at a time, one key each. Elsewhere: a list.',
      'accept ID... (or accept all): right as they stand. undo ID...: what was added is',
      'forgotten, what was changed or taken back is as it was before.',
      'In place of IDs: transcripts or git, all that learn --from has proposed anywhere.',
      'The words that something was learned from are kept on this machine, for 90 days.',
    ],
    writes: true,
    load: async call => (await import('../commands/review.js')).chooseReviewAction(call),
  },
  {
    name: 'learn',
    summary: 'learn from what is on this machine already',
    flags: {
      from: {
        kind: 'text',
        value: 'SOURCE',
        required: true,
        meaning: 'transcripts: sessions of agents; git: commits of a project',
      },
      since: { kind: 'text', value: 'T', meaning: 'nothing older: a date, or 30d, 8w, 2y' },
      project: { kind: 'text', value: 'PATH', meaning: 'only what is of this project' },
      host: agentHost,
      'dry-run': { kind: 'switch', meaning: 'only say what there is to learn from' },
      yes,
    },
    notes: [
      'Says what there is and how long it takes, and asks. Nothing leaves this machine.',
      'Ctrl-C ends it; the same command goes on, and learns nothing twice.',
      'What was learned stands in svc review.',
      'Of commits, of the project here or of --project, it proposes rules: none',
      'holds until you accept it.',
    ],
    writes: true,
    load: async call => (await import('../commands/backfill.js')).chooseLearnAction(call),
  },
  {
    name: 'import',
    summary: 'import agent files, or memories of other tools; undo that',
    operands: ['[undo]', '[PATH]'],
    flags: {
      from: { kind: 'text', value: 'KIND', meaning: 'memories of another tool' },
      scope,
      project: { kind: 'text', value: 'N=DIR', meaning: "the tool's project N is in DIR; N=DIR,…" },
      all: { kind: 'switch', meaning: 'with what is left out by itself' },
      review: { kind: 'switch', meaning: 'all of it waits to be accepted' },
      force: { kind: 'switch', meaning: 'again what was imported, or forgotten' },
      'dry-run': dryRun,
      yes,
    },
    notes: [
      'Without --from: agent files (AGENTS.md, …) of PATH, or of the project here.',
      'KIND, found by itself: claude-code, codex, gemini, qwen, droid, opencode,',
      'copilot, cursor, basic-memory, claude-mem. With a PATH: mcp-memory, mem0,',
      'openmemory, okf, markdown, claude-export and chatgpt-export (unzipped),',
      'text (a memory a line).',
      'Says what would come, and asks; without a terminal it needs --yes.',
      'Repeating an import changes nothing; what was forgotten stays away.',
      'undo lists the imports; undo ID takes back what nobody has changed since.',
    ],
    writes: true,
    load: async call => (await import('../commands/foreign.js')).chooseImportAction(call),
  },
  {
    name: 'skills',
    summary: 'list the skills found on disk',
    flags: { scope, ...flagsOf({ ...SKILL_FILTER, ...PAGE }) },
    notes: [READS],
    load: async () => (await import('../commands/service.js')).skills,
  },
  {
    name: 'events',
    summary: 'show what the service did, newest first',
    flags: { limit },
    load: async () => (await import('../commands/service.js')).events,
  },
  {
    name: 'status',
    summary: 'show the store and what is queued',
    load: async () => (await import('../commands/service.js')).status,
  },
  {
    name: 'backlog',
    summary: 'count the batches queued for the next consolidation',
    flags: { scope },
    notes: [WRITES],
    load: async () => (await import('../commands/upkeep.js')).backlog,
  },
  {
    name: 'reflect',
    summary: 'distil the turns that are queued now',
    flags: { scope },
    notes: [WRITES],
    writes: true,
    load: async () => (await import('../commands/upkeep.js')).reflect,
  },
  {
    name: 'aliases',
    summary: 'fill in aliases where memories have none',
    flags: { scope, 'dry-run': dryRun, limit },
    notes: [
      READS,
      'Sends title and beginning of each such memory, redacted, to the provider',
      'of SVC_PROVIDER, within the budget of the day. Repeating goes on with the rest.',
      'With builtin nothing is sent: headings and code names of the text become aliases.',
    ],
    writes: true,
    load: async () => (await import('../commands/upkeep.js')).aliases,
  },
  {
    name: 'consolidate',
    summary: 'merge related memories, drop duplicates, keep to capacity',
    flags: {
      scope,
      'dry-run': { kind: 'switch', meaning: 'only say what would be merged, marked and archived' },
    },
    notes: [WRITES],
    writes: true,
    load: async () => (await import('../commands/upkeep.js')).consolidate,
  },
  {
    name: 'archive',
    summary: 'bring back what is gone or was changed; list it',
    operands: ['list|history|restore|keep', '[ID]'],
    flags: { scope, ...flagsOf(PAGE) },
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
    summary: 'print memories as JSON, or write them in other forms',
    operands: ['[PATH]'],
    flags: {
      scope,
      to: { kind: 'text', value: 'FORM', meaning: 'okf, markdown, mcp-memory or jsonl' },
    },
    notes: ['Without --scope: everything, in jsonl agent files too. PATH: new or empty.'],
    load: async call => (await import('../commands/foreign.js')).chooseExportAction(call),
  },
  {
    name: 'load',
    summary: 'restore memories from an export',
    operands: ['FILE.jsonl'],
    notes: ['FILE - reads standard input. Loading a file again changes nothing.'],
    writes: true,
    load: async () => (await import('../commands/transfer.js')).load,
  },
  {
    name: 'install',
    summary: 'connect agent hosts: hooks and the MCP server, in their settings',
    flags: {
      host: agentHost,
      project,
      'dry-run': dryRun,
      trust: { kind: 'switch', meaning: 'have Codex approve the hooks' },
      'no-mcp': { kind: 'switch', meaning: 'without the MCP server' },
      resident: { kind: 'switch', meaning: 'in Codex: the MCP server answers prompts' },
      'learn-with': {
        kind: 'text',
        value: 'P',
        meaning: "host: by agents' own programs; builtin: by svc itself",
      },
      yes,
    },
    notes: [
      HOST_NAMES,
      'Without --host: shows the hosts that are there, and asks.',
      'Once it asks what may learn; --learn-with answers that, --yes does not.',
      'In Claude Code from 2.1.118 on the MCP server answers prompts without being asked to.',
      'Repeating it brings an older installation up to date; svc uninstall undoes it.',
    ],
    load: async () => (await import('../commands/install.js')).install,
  },
  {
    name: 'uninstall',
    summary: 'take svc out of them again',
    flags: { host: agentHost, project, 'dry-run': dryRun, yes },
    notes: [HOST_NAMES, 'Without --host: shows where svc is, and asks.'],
    load: async () => (await import('../commands/install.js')).uninstall,
  },
  {
    name: 'doctor',
    summary: 'check what is stored, queued and installed',
    flags: {
      fix: { kind: 'switch', meaning: 'remove left-overs, settle duplicates, mend launchers' },
    },
    writes: true,
    load: async () => (await import('../commands/checks.js')).doctor,
  },
  {
    name: 'scrub',
    summary: 'find secrets that are stored already, and remove them',
    flags: { text: { kind: 'text', value: '-', meaning: 'the text that stdin names' }, yes },
    notes: [
      'Looks into memories, skills, archive, history, queues and logs, and into all commits.',
      'Asks for each finding; without a terminal it only lists them, unless --yes says so.',
      'Never shows a secret. Exit code 1 where one is left, in git too.',
    ],
    writes: true,
    load: async () => (await import('../commands/scrub.js')).scrub,
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
  TRUST,
]

/** The commands without the words that only stand before others. */
export const EVERY_COMMAND: readonly Command[] = COMMANDS.flatMap(row =>
  'commands' in row ? row.commands : [row],
)
