import { nestedHooks } from './settings.mjs'

export const claudeCode = {
  name: 'claude-code',
  knownAs: 'claude-code',
  program: 'claude',
  prepare(world) {
    world.write('.claude/settings.json', {
      cleanupPeriodDays: 30,
      hooks: nestedHooks(world.home),
    })
  },
  env: ({ model }) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.port}`,
    ANTHROPIC_API_KEY: 'sk-fake',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  command: ({ prompt, resume, flags }) => [
    ...['claude', '-p', prompt],
    ...(resume ? ['--continue'] : []),
    ...flags,
  ],
  converse: {
    args: [
      ...['claude', '-p', '--input-format', 'stream-json'],
      ...['--output-format', 'stream-json', '--verbose'],
    ],
    write: prompt => {
      const content = [{ type: 'text', text: prompt }]
      return `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`
    },
    isDone: said => said.includes('"type":"result"'),
  },
  deferred: { search: /^ToolSearch$/, searchFor: name => ({ query: `select:${name}` }) },
  agent: task => ({
    tool: /^(Agent|Task)$/,
    args: { description: 'Look into it', prompt: task, subagent_type: 'general-purpose' },
  }),
  answersByTool: /^StructuredOutput$/,
  mention: file => `@${file}`,
  lacks: {},
}

/** The last version that drops a whole settings file over a hook of the type mcp_tool. */
export const oldClaudeCode = { ...claudeCode, name: 'claude-2.1.117', program: 'claude-2.1.117' }
