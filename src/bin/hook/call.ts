import { parseHookCall, type HookCall } from '../../../handlers/hooks/protocol.js'

/** The JSON value that a host has sent; undefined where it is none. */
export function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The call in a payload, by what the command line says of it; undefined for one that svc does not answer. */
export function readCall(payload: unknown, args: readonly string[]): HookCall | undefined {
  const [host, event, tools] = ['--host', '--event', '--tools'].map(name => flagOf(args, name))
  return parseHookCall(payload, { host, event, tools })
}

/**
 * True for a call that is answered with nothing and leaves nothing behind: an agent that the model
 * started has ended, or a turn while the environment switches learning off.
 */
export function hasNothingToDo(
  { event, agent }: HookCall,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (event !== 'Stop' && event !== 'SessionEnd') return false
  return agent !== undefined || OFF.includes(env.SVC_HOOK_REFLECT ?? '')
}

/** Values of a switch that is off, like those of the settings. */
const OFF: readonly string[] = ['0', 'false']

function flagOf(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex(arg => arg === name || arg.startsWith(`${name}=`))
  if (at < 0) return undefined
  return args[at] === name ? args[at + 1] : args[at]!.slice(name.length + 1)
}
