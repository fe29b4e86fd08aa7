import { join } from 'node:path'
import { hookKeyOf } from '../hook-key.js'
import { quoteWord, formatHookFlags, formatSharedCommand, MISSING, type Tools } from './own.js'
import type { Content, Host } from './hosts/host.js'
import { launcherFolder, type Launched } from './launcher.js'
import { renderOpencodePlugin, renderSharedOpencodePlugin } from './opencode-plugin.js'

/** The ways in which a host is connected. */
export interface Connection {
  /** False leaves the MCP server out: the model saves and looks up by `svc` in its shell. */
  mcp: boolean
  /** True where the session's own MCP server is to answer prompts. */
  isResident: boolean
}

/** Creates the content of a person's own files: the launchers of this machine by their paths. */
export function createOwnContent(host: Host, launched: Launched, connection: Connection): Content {
  const { mcp, isResident } = connection
  const folder = launcherFolder(launched.dataDir)
  const words = programsOf(launched)
  const args = ['mcp', '--host', host.name]
  const [program = '', ...script] = words.svc
  return {
    command: (_event, besideServer = false) => {
      const flags = formatHookFlags(host.name, toolsOf(connection), besideServer)
      return [...words.hook.map(quoteWord), flags].join(' ')
    },
    server: mcp ? { command: program, args: [...script, ...args] } : undefined,
    isResident: mcp && isResident,
    hookKey: () => hookKeyOf(launched.dataDir),
    plugin: renderOpencodePlugin(join(folder, 'opencode.mjs')),
  }
}

/** Windows knows no launcher of ours: there Node and script stand in the settings themselves. */
function programsOf({ node, scripts, dataDir }: Launched): { svc: string[]; hook: string[] } {
  if (process.platform === 'win32') return { svc: [node, scripts.svc], hook: [node, scripts.hook] }
  const folder = launcherFolder(dataDir)
  return { svc: [join(folder, 'svc')], hook: [join(folder, 'svc-hook')] }
}

/**
 * Creates the content of files that a team shares: programs from the PATH, nothing of this machine.
 * Never resident: a colleague's host may not know that.
 */
export function createSharedContent(host: Host, connection: Connection): Content {
  const flags = formatHookFlags(host.name, toolsOf(connection))
  return {
    command: event => {
      const isStart = /^sessionstart$/i.test(event)
      return formatSharedCommand(flags, isStart ? formatNotice(host, MISSING) : undefined)
    },
    server: connection.mcp ? { command: 'svc', args: ['mcp', '--host', host.name] } : undefined,
    isResident: false,
    plugin: renderSharedOpencodePlugin(toolsOf(connection), MISSING),
  }
}

/** The answer to a session's start that tells a person something, or the model where it shows nothing. */
function formatNotice(
  { answer: { showsNotices, field = 'additionalContext' } }: Host,
  text: string,
) {
  return JSON.stringify({ [showsNotices ? 'systemMessage' : field]: text })
}

function toolsOf({ mcp }: Connection): Tools {
  return mcp ? 'mcp' : 'cli'
}
