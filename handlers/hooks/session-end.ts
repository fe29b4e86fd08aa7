import { record, type HookContext } from './context.js'

/** A session is over: its batch closes. It is never a turn. */
export async function sessionEnd(context: HookContext): Promise<string> {
  const { config, now } = context
  if (config.reflect) record(context, { type: 'end', at: now.toISOString() })
  return ''
}
