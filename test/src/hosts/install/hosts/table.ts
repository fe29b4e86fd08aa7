import type { HostName } from '../../../../../src/hosts/profiles.js'

/** What a host's files are, below the home and in a project. */
interface HostFiles {
  /** The file that holds the hooks, below the home. */
  hooks: string
  /** The one that holds the MCP server. */
  servers: string
  /** The same in a project. */
  shared: { hooks: string; servers: string }
  /** A person's own text of each file; comments where the host allows them. */
  theirs: { hooks?: string; servers: string }
}

const HANDLER = { type: 'command', command: 'say done', timeout: 3 }
const GROUPS = { Stop: [{ hooks: [HANDLER] }], PreToolUse: [{ matcher: 'Bash', hooks: [HANDLER] }] }
const SERVERS = { mcpServers: { other: { command: 'other', args: ['x'] } } }
const text = (value: unknown) => JSON.stringify(value, null, 2) + '\n'

/** Theirs with a comment above, behind and below. */
const commented = (value: unknown) =>
  text(value)
    .replace('{\n', '{\n  // the whole\n')
    .replace('"say done",', '"say done", // mine')
    .replace(/\n}\n$/, '\n  /* the end */\n}\n')

export const FILES: Readonly<Partial<Record<HostName, HostFiles>>> = {
  'claude-code': {
    hooks: '.claude/settings.json',
    servers: '.claude.json',
    shared: { hooks: '.claude/settings.json', servers: '.mcp.json' },
    theirs: {
      hooks: text({
        model: 'opus',
        hooks: GROUPS,
        permissions: { allow: ['Read'], deny: ['Bash'] },
      }),
      servers: text({ numStartups: 3, ...SERVERS, projects: { '/p': {} } }),
    },
  },
  codex: {
    hooks: '.codex/hooks.json',
    servers: '.codex/config.toml',
    shared: { hooks: '.codex/hooks.json', servers: '.codex/config.toml' },
    theirs: {
      hooks: text({ hooks: GROUPS }),
      servers: `# mine
model = "gpt-5-codex" # the best

[mcp_servers.other]
command = "other"
args = [
  "[mcp_servers.svc]", # only a word
]

# for all projects
[projects."/p"]
trust_level = "trusted"`,
    },
  },
  'gemini-cli': {
    hooks: '.gemini/settings.json',
    servers: '.gemini/settings.json',
    shared: { hooks: '.gemini/settings.json', servers: '.gemini/settings.json' },
    theirs: { servers: commented({ theme: 'dark', hooks: GROUPS, ...SERVERS }) },
  },
  'qwen-code': {
    hooks: '.qwen/settings.json',
    servers: '.qwen/settings.json',
    shared: { hooks: '.qwen/settings.json', servers: '.qwen/settings.json' },
    theirs: { servers: commented({ ...SERVERS, hooks: GROUPS }) },
  },
  'copilot-cli': {
    hooks: '.copilot/hooks/svc.json',
    servers: '.copilot/mcp-config.json',
    shared: { hooks: '.github/hooks/svc.json', servers: '.github/mcp.json' },
    theirs: { servers: text(SERVERS) },
  },
  cursor: {
    hooks: '.cursor/hooks.json',
    servers: '.cursor/mcp.json',
    shared: { hooks: '.cursor/hooks.json', servers: '.cursor/mcp.json' },
    theirs: {
      hooks: commented({ version: 1, hooks: { stop: [HANDLER], afterFileEdit: [HANDLER] } }),
      servers: text(SERVERS),
    },
  },
  opencode: {
    hooks: '.config/opencode/plugins/svc.js',
    servers: '.config/opencode/opencode.json',
    shared: { hooks: '.opencode/plugins/svc.js', servers: 'opencode.json' },
    theirs: {
      servers: commented({
        $schema: 'https://opencode.ai/config.json',
        mcp: { other: { type: 'local' } },
      }),
    },
  },
  droid: {
    hooks: '.factory/settings.json',
    servers: '.factory/mcp.json',
    shared: { hooks: '.factory/settings.json', servers: '.factory/mcp.json' },
    theirs: {
      hooks: commented({ hooks: GROUPS, model: 'x' }),
      servers: text(SERVERS),
    },
  },
}
