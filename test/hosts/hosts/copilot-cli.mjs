import { EVENTS, otherHook } from './settings.mjs'

export const copilotCli = {
  name: 'copilot-cli',
  knownAs: 'copilot-cli',
  program: 'copilot',
  prepare(world) {
    const hooks = Object.entries(EVENTS).map(([event, name]) => [
      name,
      [{ type: 'command', command: otherHook(world.home, event), timeout: 5 }],
    ])
    world.write('.copilot/hooks/other.json', { version: 1, hooks: Object.fromEntries(hooks) })
  },
  env: ({ model }) => ({
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
    COPILOT_PROVIDER_API_KEY: 'x',
    COPILOT_MODEL: 'gpt-5.4',
    COPILOT_OFFLINE: 'true',
  }),
  command: ({ prompt, resume }) => [
    'copilot',
    resume ? '--continue' : '--trust-folder',
    ...['-p', prompt, '--allow-all-tools'],
  ],
  agent: task => ({
    tool: /^task$/,
    args: {
      name: 'look',
      description: 'Look into it',
      prompt: task,
      agent_type: 'general-purpose',
      mode: 'sync',
    },
  }),
  asksAtOnce: true,
  lacks: { mentioned: 'it leaves reading a named file to the model' },
}
