import type { Question, Usage } from '../types.js'

/** Where a program runs and leaves files: both exist only for this call. */
export interface RunFolders {
  /** Empty: no project, no agent files. */
  cwd: string
  /** For files that the program is given or writes. */
  files: string
}

/** One question, and the folders in which the program runs. */
export interface HostCliCall {
  question: Question
  /** Undefined where the program shall choose. */
  model: string | undefined
  folders: RunFolders
}

/** What a program answered: the value, or text that holds it. */
export interface HostCliReply {
  value?: unknown
  text?: string
  /** Where the program tells; else it is estimated. */
  usage?: Usage | undefined
}

/** How one host's program is run for a single answer. */
export interface HostCli {
  program: string
  toArgs(call: HostCliCall): string[]
  toInput(call: HostCliCall): string
  /** Undefined where stdout is not of the form that it must have. */
  readReply(stdout: string, folders: RunFolders): HostCliReply | undefined
}
