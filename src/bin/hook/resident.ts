import { WarmScopes } from '../../recall/warm.js'
import { renderHookAnswer } from '../../../handlers/hooks/answers.js'
import type { HookEvent } from '../../../handlers/hooks/protocol.js'
import { routeHook } from '../../../handlers/hooks/routes.js'
import { readCall } from './call.js'
import { answerCall, noteHookFailure, type HookInput } from './main.js'

/** The host goes on without an answer after this, before it would say that something hangs (milliseconds). */
const DEADLINE_MS = 2_000

/** Answers hook calls within a process that stays. */
export interface ResidentHook {
  /** The output that svc-hook would have; `{}` for nothing, and if it fails or takes too long. */
  answer(payload: unknown): Promise<string>
  /** Answers a prompt that nobody sent and that no session notes: the first real one is as fast. */
  warm(cwd: string): Promise<void>
  /** Waits for what goes on after the answers. */
  close(): Promise<void>
}

/** Options of a resident hook. */
interface ResidentOptions extends Pick<HookInput, 'args' | 'start'> {
  /** The events that are answered, any other one is with nothing; all of them where it is missing. */
  events?: readonly HookEvent[]
  /** False where the runtime's watcher of folders is not to be relied on; true where not given. */
  isWatching?: boolean
}

/** Opens the hook program for many calls of a host; the scopes that they recall from stay open. */
export function openResidentHook({
  isWatching,
  events,
  ...options
}: ResidentOptions): ResidentHook {
  const scopes = new WarmScopes(isWatching)
  const running = new Set<Promise<void>>()
  const answer = (payload: unknown) =>
    new Promise<string>(resolve => {
      const call = readCall(payload, options.args)
      if (call === undefined || events?.includes(call.event) === false)
        return resolve(renderHookAnswer(call, '') || '{}')
      const ending = new AbortController()
      const deadline = setTimeout(() => {
        ending.abort()
        noteHookFailure(process.env, new Error('it took too long'), 'deadline')
        resolve('{}')
      }, DEADLINE_MS)
      const run = answerCall(call, {
        ...options,
        handle: routeHook,
        answer: text => {
          clearTimeout(deadline)
          resolve(text || '{}')
          // First the answer goes out.
          return new Promise(goOn => setImmediate(goOn))
        },
        resident: { openSource: scopes.open, signal: ending.signal },
      })
      running.add(run)
      void run.finally(() => running.delete(run))
    })
  const warm = async (cwd: string) => {
    await answer({ hook_event_name: 'UserPromptSubmit', cwd, prompt: 'How do we build and test?' })
  }
  const close = async () => {
    await Promise.allSettled(running)
    scopes.close()
  }
  return { answer, warm, close }
}
