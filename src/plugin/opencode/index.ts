import { createHookCaller } from './call.js'
import { createHooks } from './hooks.js'
import type { OpencodeHooks, OpencodeInput } from './host.js'
import { Sessions } from './sessions.js'

/** What the launcher in a data directory says of its installation. */
export interface SvcPluginOptions {
  /** The Node that runs what goes on after an answer (an absolute path). */
  node: string
  /** Of a data directory that is not the usual one. */
  dataDir?: string
  /** By which means the model can save and look up. */
  tools?: 'mcp' | 'cli'
}

/**
 * OpenCode's plugin: recalls, and queues turns, in OpenCode's own process with the handlers of
 * `svc-hook`. It never throws, and does nothing in an OpenCode that svc itself has started.
 */
export function createSvcPlugin({ node, dataDir, tools }: SvcPluginOptions) {
  return async (input: OpencodeInput): Promise<OpencodeHooks> => {
    if (process.env.SVC_HOOK_CHILD === '1') return {}
    // Also for the `svc` that the model's shell may run.
    if (dataDir !== undefined) process.env.SVC_DATA_DIR = dataDir
    const flags = ['--host', 'opencode', ...(tools === undefined ? [] : ['--tools', tools])]
    return createHooks(new Sessions(input, createHookCaller(flags, node)))
  }
}
