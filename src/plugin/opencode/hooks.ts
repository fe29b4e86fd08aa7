import type { OpencodeEvent, OpencodeHooks } from './host.js'
import { createPart, textOf } from './messages.js'
import type { Sessions } from './sessions.js'

/** The hooks of svc for one directory that OpenCode works in. None of them throws. */
export function createHooks(sessions: Sessions): OpencodeHooks {
  /** The person's words behind a command, by the session whose next message they become. */
  const written = new Map<string, string>()
  return {
    event: harmless(({ event }) => handleEvent(sessions, event)),
    'command.execute.before': harmless(async ({ sessionID, arguments: words }) => {
      written.set(sessionID, words)
    }),
    'chat.message': harmless(async ({ sessionID }, { message, parts }) => {
      const prompt = written.get(sessionID) ?? textOf(parts)
      written.delete(sessionID)
      const text = await sessions.prompt(sessionID, message.id, prompt)
      if (text !== '') parts.push(createPart({ sessionID, messageID: message.id }, parts, text))
    }),
    'experimental.chat.system.transform': harmless(async ({ sessionID }, { system }) => {
      if (sessionID === undefined) return
      const text = await sessions.start(sessionID, system[0] ?? '')
      // Both installations are asked if svc has one for the person and one for the project.
      if (text !== '' && !system.includes(text)) system.push(text)
    }),
    dispose: harmless(() => sessions.close()),
  }
}

type Hook<Given extends unknown[]> = (...given: Given) => Promise<void>

/** Swallows errors: OpenCode goes on without svc if its input has another shape one day. */
function harmless<Given extends unknown[]>(hook: Hook<Given>): Hook<Given> {
  return async (...given) => {
    try {
      await hook(...given)
    } catch {
      // A plugin that throws stops the person's request.
    }
  }
}

async function handleEvent(sessions: Sessions, { type, properties }: OpencodeEvent): Promise<void> {
  const { sessionID, info } = properties ?? {}
  const id = sessionID ?? info?.id
  if (id === undefined) return
  if (type === 'session.created') sessions.created(id, info?.parentID)
  if (type === 'session.idle') await sessions.idle(id)
  if (type === 'session.compacted') sessions.compacted(id)
  if (type === 'session.deleted') await sessions.ended(id)
}
