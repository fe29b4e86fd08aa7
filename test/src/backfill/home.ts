import { createHash } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A session as a host leaves it on a machine. */
export interface MadeSession {
  host: MadeHost
  /** The project's folder. */
  cwd: string
  /** Time of the first prompt. */
  at: Date
  turns: readonly MadeTurn[]
  /** Told from others of the same time. */
  name?: string
}

export interface MadeTurn {
  prompt: string
  reply: string
  commands?: readonly { command: string; exit: number; output: string }[]
}

/** A turn as it is written, a minute after the one before. */
interface Timed extends MadeTurn {
  at: string
  id: string
}

interface Form {
  path: (id: string, session: MadeSession) => string
  lines: (id: string, session: MadeSession, turns: readonly Timed[]) => object[]
  /** Files beside it, by path. */
  beside?: (session: MadeSession) => Record<string, string>
}

const slug = (cwd: string) => cwd.replace(/[^A-Za-z0-9]/g, '-')
const day = (at: Date) => at.toISOString().slice(0, 10)

/** The lines of a transcript of each host, as those that real ones wrote have them. */
const FORMS = {
  'claude-code': {
    path: (id, { cwd }) => `.claude/projects/${slug(cwd)}/${id}.jsonl`,
    lines: (id, { cwd }, turns) =>
      turns.flatMap(({ at: timestamp, id: uuid, prompt, reply, commands = [] }) => {
        const base = { isSidechain: false, cwd, sessionId: id, timestamp, version: '2.1.328' }
        const run = commands.flatMap(({ command, exit, output }, index) => {
          const tool = `${uuid}-${index}`
          const use = { type: 'tool_use', id: tool, name: 'Bash', input: { command } }
          const content = exit === 0 ? output : `Exit code ${exit}\n${output}`
          const result = { type: 'tool_result', tool_use_id: tool, content, is_error: exit !== 0 }
          return [
            { ...base, type: 'assistant', uuid: `${tool}-a`, message: toMessage(tool, [use]) },
            {
              ...{ ...base, type: 'user', uuid: `${tool}-b`, promptId: uuid },
              message: { role: 'user', content: [result] },
            },
          ]
        })
        const message = { role: 'user', content: prompt }
        const said = toMessage(`${uuid}-m`, [{ type: 'text', text: reply }])
        return [
          { ...base, type: 'user', uuid, promptId: uuid, message },
          ...run,
          { ...base, type: 'assistant', uuid: `${uuid}-r`, message: said },
        ]
      }),
  },
  codex: {
    path: (id, { at }) =>
      `.codex/sessions/${day(at).replaceAll('-', '/')}/rollout-${day(at)}T10-00-00-${id}.jsonl`,
    lines: (id, { cwd, at }, turns) => [
      {
        ...{ timestamp: at.toISOString(), type: 'session_meta' },
        payload: { id, timestamp: at.toISOString(), cwd, originator: 'codex_exec', source: 'exec' },
      },
      ...turns.flatMap(({ at: timestamp, id: turn_id, prompt, reply, commands = [] }) => {
        const line = (type: string, payload: object) => ({ timestamp, type, payload })
        const completed = (item: object) =>
          line('event_msg', { type: 'item_completed', thread_id: id, turn_id, item })
        return [
          line('event_msg', { type: 'task_started', turn_id }),
          completed({
            type: 'UserMessage',
            id: turn_id,
            content: [{ type: 'text', text: prompt }],
          }),
          ...commands.flatMap(({ command, exit, output }, index) => {
            const call_id = `${turn_id}-${index}`
            return [
              line('response_item', {
                ...{ type: 'function_call', name: 'exec_command', call_id },
                arguments: JSON.stringify({ cmd: command }),
              }),
              completed({
                ...{ type: 'CommandExecution', id: call_id, command: ['bash', '-lc', command] },
                ...{ status: exit === 0 ? 'completed' : 'failed', aggregated_output: output },
                exit_code: exit,
              }),
            ]
          }),
          completed({
            type: 'AgentMessage',
            id: `${turn_id}-m`,
            content: [{ type: 'Text', text: reply }],
          }),
          line('event_msg', { type: 'task_complete', turn_id, last_agent_message: reply }),
        ]
      }),
    ],
  },
  'gemini-cli': {
    path: (id, { cwd, at }) =>
      `.gemini/tmp/${slug(cwd)}/chats/session-${day(at)}T10-00-${id.slice(0, 8)}.jsonl`,
    lines: (id, { at }, turns) => [
      { sessionId: id, projectHash: 'x', startTime: at.toISOString(), kind: 'main' },
      ...turns.flatMap(({ at: timestamp, id: own, prompt, reply }) => [
        { id: own, timestamp, type: 'user', content: [{ text: prompt }] },
        { id: `${own}-r`, timestamp, type: 'gemini', content: reply, thoughts: [] },
      ]),
    ],
    beside: ({ cwd }) => ({ [`.gemini/tmp/${slug(cwd)}/.project_root`]: cwd }),
  },
  'qwen-code': {
    path: (id, { cwd }) => `.qwen/projects/${slug(cwd)}/chats/${id}.jsonl`,
    lines: (id, { cwd }, turns) =>
      turns.flatMap(({ at: timestamp, id: uuid, prompt, reply }) => {
        const base = { sessionId: id, timestamp, cwd, version: '0.24.4' }
        const said = (role: string, text: string) => ({ role, parts: [{ text }] })
        return [
          { ...base, uuid, type: 'user', message: said('user', prompt) },
          { ...base, uuid: `${uuid}-r`, type: 'assistant', message: said('model', reply) },
        ]
      }),
  },
  'copilot-cli': {
    path: id => `.copilot/session-state/${id}/events.jsonl`,
    lines: (id, { cwd, at }, turns) => [
      {
        ...{ type: 'session.start', id: `${id}-s`, timestamp: at.toISOString() },
        data: { sessionId: id, startTime: at.toISOString(), context: { cwd } },
      },
      ...turns.flatMap(({ at: timestamp, id: own, prompt, reply }) => [
        {
          ...{ type: 'user.message', id: own, timestamp },
          data: { content: prompt, messageId: own, interactionId: own },
        },
        {
          ...{ type: 'assistant.message', id: `${own}-r`, timestamp },
          data: { messageId: `${own}-r`, content: reply, toolRequests: [] },
        },
      ]),
    ],
  },
  droid: {
    path: (id, { cwd }) => `.factory/sessions/${slug(cwd)}/${id}.jsonl`,
    lines: (id, { cwd }, turns) => [
      { type: 'session_start', id, title: 't', owner: 'dev', cwd },
      ...turns.flatMap(({ at: timestamp, id: own, prompt, reply }) => [
        {
          ...{ type: 'message', id: own, timestamp },
          message: { role: 'user', content: [{ type: 'text', text: prompt }] },
        },
        {
          ...{ type: 'message', id: `${own}-r`, timestamp },
          message: { role: 'assistant', content: [{ type: 'text', text: reply }] },
        },
        { type: 'agent_turn_outcome', turnId: own, reason: 'completed', resultKind: 'success' },
      ]),
    ],
  },
} satisfies Record<string, Form>

export type MadeHost = keyof typeof FORMS

/** The hosts in whose forms sessions can be made. */
export const MADE_HOSTS = Object.keys(FORMS) as MadeHost[]

function toMessage(id: string, content: object[]) {
  return { id, role: 'assistant', model: 'fake', content, stop_reason: 'end_turn' }
}

/** Puts a session into a home as its host leaves it; answers the path and the session's name. */
export function makeSession(home: string, session: MadeSession): { path: string; id: string } {
  const { host, at, turns, cwd } = session
  const form: Form = FORMS[host]
  const seed = JSON.stringify([host, cwd, at, session.name, turns[0]])
  const hash = createHash('sha256').update(seed).digest('hex')
  const id = [8, 4, 4, 4, 12]
    .reduce<{ parts: string[]; from: number }>(
      ({ parts, from }, length) => ({
        parts: [...parts, hash.slice(from, from + length)],
        from: from + length,
      }),
      { parts: [], from: 0 },
    )
    .parts.join('-')
  const timed = turns.map((turn, index) => ({
    ...turn,
    at: new Date(at.getTime() + index * 60_000).toISOString(),
    id: `${id}-${index + 1}`,
  }))
  const path = join(home, form.path(id, session))
  const text = form.lines(id, session, timed).map(line => `${JSON.stringify(line)}\n`)
  write(path, text.join(''), new Date(at.getTime() + turns.length * 60_000))
  for (const [name, content] of Object.entries(form.beside?.(session) ?? {}))
    write(join(home, name), content, at)
  return { path, id }
}

function write(path: string, text: string, at: Date): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  utimesSync(path, at, at)
}
