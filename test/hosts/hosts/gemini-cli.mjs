import { nestedHooks } from './settings.mjs'

export const geminiCli = {
  name: 'gemini-cli',
  knownAs: 'gemini-cli',
  program: 'gemini',
  prepare(world) {
    const events = { start: 'SessionStart', prompt: 'BeforeAgent', stop: 'AfterAgent' }
    world.write('.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      hooks: nestedHooks(world.home, { events, timeout: 5000 }),
    })
  },
  env: ({ model }) => ({
    GEMINI_API_KEY: 'fake',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${model.port}`,
  }),
  command: ({ prompt, resume }) => [
    'gemini',
    ...(resume ? ['--resume', 'latest'] : []),
    ...['-m', 'gemini-2.5-pro', '-p', prompt],
  ],
  agent: task => ({
    tool: /^invoke_agent$/,
    args: { agent_name: 'generalist', prompt: task },
  }),
  mention: file => `@${file}`,
  lacks: { resumed: 'it drops a first prompt that a start stands in front of, as with -p' },
}
