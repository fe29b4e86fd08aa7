/** The fields of a hook call as a host sent them. */
export type Payload = Readonly<Record<string, unknown>>

/** True for a payload that has a certain shape. */
export type PayloadSign = (payload: Payload) => boolean

/**
 * The shapes by which one host is told from the others: those of all hosts are tried strong ones first
 * and weak ones last, and of equal ones in the order of the table.
 */
export interface PayloadSigns {
  strong?: readonly PayloadSign[]
  usual?: readonly PayloadSign[]
  weak?: readonly PayloadSign[]
}

/** Files that a host puts into the model's context itself, whatever the session is about. */
export interface LoadedFiles {
  /** Paths in the workspace, or `folder/**` + `/*.ext` for every such file below the folder. */
  paths: readonly string[]
  /** The host does without if the folder of the file has one of these. */
  unless?: readonly string[]
  /** True where one on the way from the workspace to the folder of the session will do for that. */
  isUnlessAbove?: boolean
  /**
   * Folders besides the workspace's own in which it looks for them: those on the way down to the one
   * that the session is in, or also those below, once it reads a file there.
   */
  reach?: 'above' | 'below'
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
  /** The answer when there is nothing to say; by default an empty object. */
  nothing?: string
  /** The answer to a prompt if the host takes no context then. */
  prompt?: string
}

/** The hook calls that the session's own MCP server answers for a host. */
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

/** The host's first program as a provider that distils. */
interface Learner {
  /** The model where none is configured; undefined leaves the choice to the program. */
  model?: string
  /** Tokens that it sends besides the question. */
  overheadTokens: number
  /** US dollars that it is told to stop at, in one call. */
  mostUsd?: number
}

/** Hook files of a host that runs Claude Code's hooks too. */
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

/** A model's way to svc: the tools of its MCP server, the same brought by a plugin, or commands. */
export type ToolAccess = 'mcp' | 'plugin' | 'cli'

/** All facts of an agent host; the code that svc needs for one stands in `drivers.ts`. */
export interface HostProfile {
  /** Its name for people. */
  title: string
  /** Other names that a person, or a hook's command line, may call it by. */
  aliases: readonly string[]
  /** The way in: by `svc install`, by another host's hooks, or as a plugin that it loads. */
  reach: 'installed' | 'borrowed' | 'plugin'
  /** Its programs on the PATH. */
  programs: readonly string[]
  /** Shapes of its payloads. A plain one is Claude Code's. */
  signs: PayloadSigns
  /** Shapes that only its payloads have, even in a hook that is installed for Claude Code. */
  borrowerSigns: PayloadSigns
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
  /** Found in its program or, for Cursor and VS Code, in their pages. */
  loads: readonly LoadedFiles[]
  /** Found in its program's requests; undefined if that is not known. */
  lists: ListedSkills | undefined
}
