import { fileURLToPath } from 'node:url'
import { claudeCode } from './claude-code.mjs'
import { codex } from './codex.mjs'
import { copilotCli } from './copilot-cli.mjs'
import { geminiCli } from './gemini-cli.mjs'

/** The folder that is a marketplace with one plugin, and holds Gemini's extension. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const LEAVES = { home: 'the host keeps a cache and empty lists of its own' }

export const claudePlugin = {
  ...claudeCode,
  name: 'claude-plugin',
  ...pluginOf('claude', 'install', 'uninstall'),
  // A plugin cannot say that its tools need no question.
  command: ({ flags, ...turn }) =>
    claudeCode.command({ ...turn, flags: [...flags, '--allowedTools', 'mcp__plugin_svc_svc'] }),
  lacks: LEAVES,
}

export const codexPlugin = {
  ...codex,
  name: 'codex-plugin',
  ...pluginOf('codex', 'add', 'remove'),
  // Hooks of a plugin are approved in Codex itself.
  command: ({ flags, ...turn }) =>
    codex.command({ ...turn, flags: [...new Set([...flags, ...codex.approve])] }),
  lacks: { ...codex.lacks, ...LEAVES },
}

export const copilotPlugin = {
  ...copilotCli,
  name: 'copilot-plugin',
  ...pluginOf('copilot', 'install', 'uninstall'),
  lacks: { ...copilotCli.lacks, ...LEAVES },
}

export const geminiExtension = {
  ...geminiCli,
  name: 'gemini-extension',
  needsPath: true,
  connect: world =>
    world.tell('gemini', 'extensions', 'install', `${ROOT}.gemini-extension`, '--consent'),
  disconnect: world => world.tell('gemini', 'extensions', 'uninstall', 'svc'),
  lacks: {
    ...geminiCli.lacks,
    ...LEAVES,
    'look-up': 'without a person it leaves out the tools of extensions, for which it would ask',
    saved: 'as above',
  },
}

/** Its programs are found on the PATH. */
function pluginOf(program, add, remove) {
  return {
    needsPath: true,
    connect(world) {
      world.tell(program, 'plugin', 'marketplace', 'add', ROOT)
      world.tell(program, 'plugin', add, 'svc@svc')
    },
    disconnect(world) {
      world.tell(program, 'plugin', remove, 'svc@svc')
      world.tell(program, 'plugin', 'marketplace', 'remove', 'svc')
    },
  }
}
