import { createHookCaller } from './call.js'
import { createHooks } from './hooks.js'
import type { OpencodeHooks, OpencodeInput } from './host.js'
import { Sessions } from './sessions.js'

/** Options in the launcher of a data directory. */
interface SvcPluginOptions {
  /** The Node that runs what goes on after an answer (an absolute path). */
  node: string
  /** The store of the installation, the manifest where it has a name of its own; else that of the environment. */
  dataDir?: string
  databasePath?: string
  /** The means by which the model can save and look up. */
  tools?: 'mcp' | 'cli'
}

/**
 * OpenCode's plugin: recalls, and queues turns, in OpenCode's own process with the handlers of
 * `svc-hook`. It never throws, and does nothing in an OpenCode that svc itself has started.
 */
export function createSvcPlugin({ node, tools, ...store }: SvcPluginOptions) {
  return async (input: OpencodeInput): Promise<OpencodeHooks> => {
    if (process.env.SVC_HOOK_CHILD === '1') return {}
    placeStore(store)
    const flags = ['--host', 'opencode', ...(tools === undefined ? [] : ['--tools', tools])]
    return createHooks(new Sessions(input, createHookCaller(flags, node)))
  }
}

/** Sets the store as launchers do, also for the `svc` that the model's shell may run. */
function placeStore({ dataDir, databasePath }: Pick<SvcPluginOptions, 'dataDir' | 'databasePath'>) {
  if (databasePath !== undefined) process.env.SVC_DATABASE_PATH = databasePath
  else if (dataDir !== undefined) {
    process.env.SVC_DATA_DIR = dataDir
    delete process.env.SVC_DATABASE_PATH
  }
}
