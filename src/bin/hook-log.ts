import { statSync } from 'node:fs'
import { join } from 'node:path'
import { appendLine, appendText } from '../../store/log.js'
import { locateStore, type Config } from '../config.js'

/** Notes one line of what a hook call did. */
export type HookLog = (message: string) => void

/** A failure log beyond this takes no more; doctor --fix clears it (bytes). */
const FAILURES_BYTES = 256 * 1024

/** The log that SVC_HOOK_DEBUG asks for, on stderr and in state/hook.log; else one that is mute. */
export function openHookLog({ debug, dataDir }: Config): HookLog {
  if (!debug) return () => undefined
  return message => {
    const line = `${new Date().toISOString()} ${process.pid} ${message}\n`
    process.stderr.write(line)
    try {
      appendText(join(dataDir, 'state', 'hook.log'), line)
    } catch {
      // A log that cannot be written must not fail the hook; stderr has it.
    }
  }
}

/** Leaves the reason of a failed hook call for `svc doctor`. Never throws. */
export function noteHookFailure(
  env: Record<string, string | undefined>,
  error: unknown,
  event = 'unknown',
): void {
  try {
    const path = join(locateStore({ env }).dataDir, 'state', 'hook-failures.jsonl')
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FAILURES_BYTES) return
    const message = error instanceof Error ? error.message : 'unknown error'
    appendLine(path, { at: new Date().toISOString(), event, message })
  } catch {
    // Where nothing can be written there is nobody to tell.
  }
}
