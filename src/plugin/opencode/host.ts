/** A part of a message. What OpenCode or a plugin put in is `synthetic`. */
export interface OpencodePart {
  id: string
  sessionID: string
  messageID: string
  type: string
  text?: string
  synthetic?: boolean
  ignored?: boolean
}

/** A message of a session; a reply names the message that it answers as its parent. */
export interface OpencodeMessage {
  info: { id: string; role: string; parentID?: string; error?: unknown; summary?: unknown }
  parts: readonly OpencodePart[]
}

/** A session; one that another session's model has started names that one as its parent. */
interface OpencodeSession {
  id: string
  parentID?: string
}

interface OpencodeAgent {
  prompt?: string
  hidden?: boolean
}

/** Names a session in a call of the client. */
interface OfSession {
  path: { id: string }
}

/** The calls of OpenCode's client that svc makes; `data` is missing if a call failed. */
export interface OpencodeClient {
  session: {
    get(of: OfSession): Promise<{ data?: OpencodeSession }>
    messages(of: OfSession): Promise<{ data?: readonly OpencodeMessage[] }>
  }
  app: { agents(): Promise<{ data?: readonly OpencodeAgent[] }> }
}

/** The input of a plugin of OpenCode. */
export interface OpencodeInput {
  client: OpencodeClient
  directory: string
}

/** An event of OpenCode's bus; the properties depend on its type. */
export interface OpencodeEvent {
  type: string
  properties?: { sessionID?: string; info?: OpencodeSession }
}

/** The hooks that svc gives to OpenCode: each changes its output in place. */
export interface OpencodeHooks {
  event?: (input: { event: OpencodeEvent }) => Promise<void>
  'command.execute.before'?: (input: { sessionID: string; arguments: string }) => Promise<void>
  'chat.message'?: (
    input: { sessionID: string },
    output: { message: { id: string }; parts: OpencodePart[] },
  ) => Promise<void>
  'experimental.chat.system.transform'?: (
    input: { sessionID?: string },
    output: { system: string[] },
  ) => Promise<void>
  dispose?: () => Promise<void>
}
