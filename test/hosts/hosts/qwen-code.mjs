import { nestedHooks } from './settings.mjs'

export const qwenCode = {
  name: 'qwen-code',
  knownAs: 'qwen-code',
  program: 'qwen',
  prepare(world) {
    world.write('.qwen/settings.json', {
      security: { auth: { selectedType: 'openai' } },
      hooks: nestedHooks(world.home),
    })
  },
  env: ({ model }) => ({
    OPENAI_API_KEY: 'x',
    OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
    OPENAI_MODEL: 'fake-model',
  }),
  command: ({ prompt, resume }) => ['qwen', ...(resume ? ['--continue'] : []), prompt],
  agent: task => ({
    tool: /^agent$/,
    args: {
      description: 'Look into it',
      prompt: task,
      subagent_type: 'general-purpose',
      run_in_background: false,
    },
  }),
  deferred: {
    search: /^tool_search$/,
    searchFor: name => ({ query: `select:${name}` }),
    bridge: /^tool_call$/,
    bridgeTo: (name, args) => ({ name, arguments: args }),
  },
  mention: file => `@${file}`,
  lacks: {},
}
