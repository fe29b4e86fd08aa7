import { nestedHooks } from './settings.mjs'

export const droid = {
  name: 'droid',
  knownAs: 'droid',
  program: 'droid',
  prepare(world) {
    const model = {
      model: 'fake-model',
      id: 'custom:fake-0',
      displayName: 'fake',
      baseUrl: `http://127.0.0.1:${world.model.port}/v1`,
      apiKey: 'x',
      provider: 'generic-chat-completion-api',
      maxOutputTokens: 4096,
    }
    world.write('.factory/settings.json', {
      customModels: [model],
      hooks: nestedHooks(world.home),
    })
  },
  env: () => ({}),
  command: ({ prompt }) => ['droid', 'exec', '-m', 'custom:fake-0', prompt],
  // It does not wait for its MCP servers, and may list their tools only from the next request on.
  deferred: { search: /^ToolSearch$/, searchFor: () => ({ query: 'svc', max_results: 9 }) },
  lacks: {
    prompt: '`droid exec` has no prompt event',
    resumed: 'offline it resumes no session',
    mentioned: 'it leaves reading a named file to the model',
    agents: 'it offers the tool only after a search for tools',
  },
}
