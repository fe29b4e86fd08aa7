/** The fields of a hook call as a host sent them. */
export type Payload = Readonly<Record<string, unknown>>

/** True for a payload that has a certain shape. */
export type Sign = (payload: Payload) => boolean

/**
 * The shapes by which one host is told from the others: those of all hosts are tried strong ones first
 * and weak ones last, and of equal ones in the order of the table.
 */
export interface Signs {
  strong?: readonly Sign[]
  usual?: readonly Sign[]
  weak?: readonly Sign[]
}

/** Files that a host puts into the model's context itself, whatever the session is about. */
interface LoadedFiles {
  /** Paths in the workspace, or `folder/**` + `/*.ext` for every such file below the folder. */
  paths: readonly string[]
  /** Where the workspace has one of these, the host does without. */
  unless?: readonly string[]
}

/** Folders below a project and below the home of which a host lists the skills to its model itself. */
interface ListedSkills {
  project: readonly string[]
  home: readonly string[]
}

/** The form of the answers that a host takes from a hook; by default those of Claude Code. */
interface AnswerForm {
  /** True where it shows the person what stands in `systemMessage`. */
  showsNotices: boolean
  /** The field for the context; by default `hookSpecificOutput` has it. */
  field?: 'additionalContext' | 'additional_context'
  /** True where an answer names the event as the host does. */
  namesOwnEvent?: boolean
  /** What it is told where there is nothing to say; by default an empty object. */
  nothing?: string
  /** What a prompt is answered with where the host takes no context then. */
  prompt?: string
}

/** How a host has hook calls answered by the session's own MCP server. */
interface Resident {
  /** The version that knows such handlers first; an older one drops all hooks over them. */
  since: string
  /** True where they are put in without being asked for. */
  isUsual: boolean
  /**
   * The fields of the payload that each event is given. Codex fails a hook over a field that an event
   * does not have; Claude Code fills in ''. What a Stop says is learned from, and who says it stands
   * in fields that only some payloads have: it stays with the command.
   */
  fields: Partial<Record<'SessionStart' | 'UserPromptSubmit', readonly string[]>>
}

/** How a host's first program distils. */
interface Learner {
  /** The model where none is configured; undefined leaves the choice to the program. */
  model?: string
  /** Tokens that it sends besides the question. */
  overheadTokens: number
  /** US dollars that it is told to stop at, in one call. */
  mostUsd?: number
}

/** Where a host that runs Claude Code's hooks too has hooks of its own. */
interface OwnHooks {
  /** The folder of a person's settings, below the home, and the variable that names another folder or home. */
  folder: string
  folderVariable?: string
  homeVariable?: string
  /** The files in it. */
  files: readonly string[]
  /** Below a project. */
  project: readonly string[]
}

/** What svc knows of an agent host; the code that it needs for one stands in `drivers.ts`. */
export interface HostProfile {
  /** As people write it. */
  title: string
  /** Other names that a person, or a hook's command line, may call it by. */
  aliases: readonly string[]
  /** How svc gets into it: by `svc install`, by another host's hooks, or as a plugin that it loads. */
  reach: 'installed' | 'borrowed' | 'plugin'
  /** Its programs on the PATH. */
  programs: readonly string[]
  /** What its payloads look like. A plain one is Claude Code's. */
  signs: Signs
  /** What none but it sends, even to a hook that is installed for Claude Code. */
  borrowerSigns: Signs
  ownHooks?: OwnHooks
  /** True where other hosts read its settings and run its hooks. */
  isLent?: boolean
  /** Names of events that no other host uses. */
  events?: Readonly<Record<string, 'UserPromptSubmit' | 'Stop'>>
  /** The event that tells a reply, of a turn whose end another one tells. */
  replyEvent?: string
  /** Fields by which it names the session that started one, besides the usual ones. */
  parentFields?: readonly string[]
  /** True where its command line puts a prompt with blanks into quotes, and escapes those within. */
  quotesPrompts?: boolean
  /** True where its hooks run elsewhere than in the session's directory. */
  runsElsewhere?: boolean
  /** The variable by which it tells an MCP server the session's directory. */
  projectVariable?: string
  /** The plugin of its own by which it loads a project's agent files. */
  loader?: string
  answer: AnswerForm
  /** True where it does not keep what a start gave for when the session is resumed. */
  isForgetful: boolean
  /** An MCP tool of svc as its model sees it; by default it is described. */
  nameTool?: (tool: string, isOfPlugin: boolean) => string
  resident?: Resident
  learner?: Learner
  /** As it is known from its program or, of Cursor and VS Code, its pages. */
  loads: readonly LoadedFiles[]
  /** As its program put them into its requests; undefined where that is not known. */
  lists: ListedSkills | undefined
}
