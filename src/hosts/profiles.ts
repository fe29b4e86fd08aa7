import type { HostProfile, Payload, PayloadSign } from './profile.js'

/** The agent hosts that svc knows by name. */
export type HostName =
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'qwen-code'
  | 'copilot-cli'
  | 'cursor'
  | 'opencode'
  | 'droid'
  | 'vscode'
  | 'dsh'

const EVERY_EVENT = ['hook_event_name', 'session_id', 'cwd', 'transcript_path']
const AGENTS = '.agents/skills'
const CLAUDE = '.claude/skills'
const CLAUDE_FILES = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md']
const COPILOT = ['.github/copilot-instructions.md', '.github/instructions/**/*.instructions.md']

const ROWS = {
  'claude-code': {
    title: 'Claude Code',
    aliases: ['claude'],
    reach: 'installed',
    programs: ['claude'],
    signs: {},
    borrowerSigns: {},
    isLent: true,
    // It may start a plugin's server elsewhere; the variable leaks into other hosts.
    projectVariable: 'CLAUDE_PROJECT_DIR',
    answer: { showsNotices: true },
    isForgetful: false,
    nameTool: (tool, isOfPlugin) => `mcp__${isOfPlugin ? 'plugin_svc_svc' : 'svc'}__${tool}`,
    resident: {
      since: '2.1.118',
      isUsual: true,
      fields: { UserPromptSubmit: [...EVERY_EVENT, 'prompt_id', 'agent_id', 'source', 'prompt'] },
    },
    learner: { model: 'haiku', overheadTokens: 500, mostUsd: 0.1 },
    loads: [
      { paths: [...CLAUDE_FILES, '.claude/rules/**/*.md'], reach: 'below' },
      { paths: ['AGENTS.md'], unless: CLAUDE_FILES, isUnlessAbove: true, reach: 'below' },
    ],
    lists: { project: [CLAUDE], home: [CLAUDE] },
  },
  codex: {
    title: 'Codex',
    aliases: [],
    reach: 'installed',
    programs: ['codex'],
    signs: { usual: [hasFields('turn_id'), isRecordedIn('/rollout-')] },
    borrowerSigns: { weak: [isRecordedIn('/.codex/sessions/')] },
    answer: { showsNotices: true, nothing: '' },
    isForgetful: false,
    nameTool: tool => `${tool} of mcp__svc`,
    resident: {
      since: '0.150.0',
      isUsual: false,
      fields: {
        SessionStart: [...EVERY_EVENT, 'source'],
        UserPromptSubmit: [...EVERY_EVENT, 'turn_id', 'prompt'],
      },
    },
    learner: { overheadTokens: 10_000 },
    loads: [
      { paths: ['AGENTS.override.md'], reach: 'above' },
      { paths: ['AGENTS.md'], unless: ['AGENTS.override.md'], reach: 'above' },
    ],
    lists: { project: [AGENTS, '.codex/skills'], home: [AGENTS, '.codex/skills'] },
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    aliases: ['gemini'],
    reach: 'installed',
    programs: ['gemini'],
    signs: {
      usual: [
        ({ hook_event_name: name }) => name === 'BeforeAgent' || name === 'AfterAgent',
        isRecordedIn('/.gemini/tmp/'),
      ],
    },
    borrowerSigns: {},
    events: { BeforeAgent: 'UserPromptSubmit', AfterAgent: 'Stop' },
    answer: { showsNotices: true, namesOwnEvent: true },
    isForgetful: true,
    nameTool: tool => `mcp_svc_${tool}`,
    learner: { overheadTokens: 10_000 },
    loads: [{ paths: ['GEMINI.md'], reach: 'below' }],
    lists: { project: [AGENTS, '.gemini/skills'], home: [AGENTS, '.gemini/skills'] },
  },
  'qwen-code': {
    title: 'Qwen Code',
    aliases: ['qwen'],
    reach: 'installed',
    programs: ['qwen'],
    signs: { usual: [hasFields('submitted_prompt'), isRecordedIn('/.qwen/')] },
    borrowerSigns: {},
    answer: { showsNotices: true },
    isForgetful: true,
    learner: { overheadTokens: 10_000 },
    loads: [{ paths: ['QWEN.md', 'AGENTS.md'], reach: 'above' }],
    lists: { project: [AGENTS], home: [AGENTS] },
  },
  'copilot-cli': {
    title: 'Copilot CLI',
    aliases: ['copilot'],
    reach: 'installed',
    programs: ['copilot'],
    signs: {
      usual: [hasFields('initial_prompt'), hasFields('stop_reason'), isRecordedIn('/.copilot/')],
      weak: [hasFields('sessionId')],
    },
    borrowerSigns: {
      usual: [
        hasFields('initial_prompt'),
        hasFields('stop_reason'),
        ({ transcript_path: path, timestamp }) =>
          !path && typeof timestamp === 'string' && timestamp !== '',
      ],
    },
    ownHooks: {
      folder: '.copilot',
      folderVariable: 'COPILOT_HOME',
      files: ['hooks/svc.json'],
      project: ['.github/hooks/svc.json'],
    },
    events: { userPromptSubmitted: 'UserPromptSubmit', agentStop: 'Stop' },
    // The model is told, and may pass it on.
    answer: { showsNotices: false, field: 'additionalContext' },
    isForgetful: true,
    nameTool: tool => `svc-${tool}`,
    loads: [
      {
        paths: [...COPILOT, 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.claude/rules/**/*.md'],
        reach: 'above',
      },
    ],
    lists: { project: [AGENTS, CLAUDE, '.github/skills'], home: [AGENTS, '.copilot/skills'] },
  },
  cursor: {
    title: 'Cursor',
    aliases: [],
    reach: 'installed',
    programs: ['cursor', 'cursor-agent'],
    signs: { strong: [hasFields('cursor_version')] },
    borrowerSigns: { strong: [hasFields('cursor_version')] },
    ownHooks: { folder: '.cursor', files: ['hooks.json'], project: ['.cursor/hooks.json'] },
    events: { beforeSubmitPrompt: 'UserPromptSubmit', afterAgentResponse: 'Stop' },
    replyEvent: 'afterAgentResponse',
    runsElsewhere: true,
    answer: { showsNotices: false, field: 'additional_context', prompt: '{"continue":true}' },
    isForgetful: false,
    loads: [
      { paths: ['.cursor/rules/**/*.mdc', 'AGENTS.md'], reach: 'below' },
      { paths: ['.cursorrules'] },
    ],
    lists: undefined,
  },
  opencode: {
    title: 'OpenCode',
    aliases: [],
    reach: 'installed',
    programs: ['opencode'],
    signs: {},
    borrowerSigns: {},
    // It runs an agent that the model started in a session of its own.
    parentFields: ['parentID', 'parent_id', 'parent_session_id'],
    quotesPrompts: true,
    answer: { showsNotices: false, field: 'additionalContext' },
    isForgetful: false,
    loads: [
      { paths: ['AGENTS.md'], reach: 'below' },
      { paths: ['CLAUDE.md'], unless: ['AGENTS.md'], isUnlessAbove: true, reach: 'below' },
    ],
    lists: { project: [AGENTS, CLAUDE], home: [AGENTS, CLAUDE] },
  },
  droid: {
    title: 'Droid',
    aliases: [],
    reach: 'installed',
    programs: ['droid'],
    signs: { usual: [isRecordedIn('/.factory/')] },
    borrowerSigns: { usual: [isRecordedIn('/.factory/')] },
    ownHooks: {
      folder: '.factory',
      homeVariable: 'FACTORY_HOME_OVERRIDE',
      files: ['settings.json', 'hooks.json'],
      project: ['.factory/settings.json', '.factory/hooks.json'],
    },
    answer: { showsNotices: true },
    isForgetful: false,
    loads: [{ paths: ['AGENTS.md', '.agents/AGENTS.md', 'CLAUDE.md'], reach: 'below' }],
    lists: { project: [AGENTS, '.agent/skills'], home: [AGENTS] },
  },
  vscode: {
    title: 'VS Code',
    aliases: [],
    reach: 'borrowed',
    programs: [],
    signs: { usual: [hasFields('hookEventName', 'sessionId')] },
    borrowerSigns: { weak: [hasFields('hookEventName', 'sessionId')] },
    answer: { showsNotices: false },
    isForgetful: false,
    loads: [{ paths: [...COPILOT, 'AGENTS.md'] }],
    lists: undefined,
  },
  dsh: {
    title: 'DeepSeek Harness',
    aliases: [],
    reach: 'plugin',
    programs: [],
    signs: {},
    borrowerSigns: {},
    loader: '@deepseek-ai/dsh-agent-instructions',
    answer: { showsNotices: false },
    isForgetful: false,
    loads: [{ paths: ['AGENTS.md', 'CLAUDE.md'] }],
    lists: undefined,
  },
} satisfies Record<HostName, HostProfile>

type Rows = typeof ROWS
/** The hosts whose rows have certain fields. */
type WithRow<Fields> = { [Name in HostName]: Rows[Name] extends Fields ? Name : never }[HostName]
/** The hosts that `svc install` connects. */
export type InstalledHost = WithRow<{ reach: 'installed' }>
/** The hosts whose program distils. */
export type LearningHost = WithRow<{ learner: object }>

/** The profile of each host, in the order in which hosts are shown. */
export const PROFILES: Readonly<Record<HostName, HostProfile>> = ROWS

/** Every host's name, for whoever reads one that was given. */
export const HOST_NAMES = Object.keys(ROWS) as readonly HostName[]

/** The names of the hosts that `svc install` connects. */
export const INSTALLED_HOSTS = HOST_NAMES.filter(isInstalled)

/** Takes the quotes off that a command line has put around a prompt with blanks. */
export function unquotePrompt(prompt: string): string {
  const inner = /^"((?:\\"|[^"])*)"$/.exec(prompt.trim())?.[1]
  return inner?.includes(' ') ? inner.replaceAll('\\"', '"') : prompt
}

/** Begins the name of the temporary folder in whose `empty` one a host's program distils. */
export const ASK_FOLDER = 'svc-ask-'

/** True for a folder in which a host's program was asked to distil: no person worked there. */
export function isAskFolder(path: string): boolean {
  const [parent, own] = path.split(/[\\/]/).slice(-2)
  return own === 'empty' && parent?.startsWith(ASK_FOLDER) === true
}

function isInstalled(name: HostName): name is InstalledHost {
  return PROFILES[name].reach === 'installed'
}

function hasFields(...names: string[]): PayloadSign {
  return payload => names.every(name => name in payload)
}

function isRecordedIn(part: string): PayloadSign {
  return ({ transcript_path: path }: Payload) =>
    typeof path === 'string' && path.replaceAll('\\', '/').includes(part)
}
