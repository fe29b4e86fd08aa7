export const opencode = {
  name: 'opencode',
  knownAs: 'opencode',
  program: 'opencode',
  prepare(world) {
    world.write('.config/opencode/opencode.json', {
      $schema: 'https://opencode.ai/config.json',
      model: 'fake/fake-model',
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          name: 'fake',
          options: { baseURL: `http://127.0.0.1:${world.model.port}/v1`, apiKey: 'x' },
          models: { 'fake-model': { name: 'fake' } },
        },
      },
    })
    world.write('.config/opencode/plugins/other.js', otherPlugin(world.home))
    writeFetched(world)
  },
  env: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    // With a proxy set it hangs before it asks the model, whatever NO_PROXY says.
    HTTPS_PROXY: '',
  }),
  command: ({ prompt, resume }) => ['opencode', 'run', ...(resume ? ['--continue'] : []), prompt],
  agent: task => ({
    tool: /^task$/,
    args: { description: 'Look into it', prompt: task, subagent_type: 'general' },
  }),
  lacks: { mentioned: 'it leaves reading a named file to the model' },
}

/** What it fetches from npm at its first start, and waits for: as if it had, without the package. */
function writeFetched(world) {
  const dependencies = { '@opencode-ai/plugin': '*' }
  world.write('.config/opencode/package.json', { dependencies })
  world.write('.config/opencode/package-lock.json', { packages: { '': { dependencies } } })
  world.write('.config/opencode/node_modules/.package-lock.json', {})
}

function otherPlugin(home) {
  return `import { appendFileSync } from 'node:fs'
const note = event => appendFileSync('${home}/other-hooks.log', event + '\\n')
export const Other = async () => ({
  event: async ({ event }) => {
    if (event.type === 'session.created') note('start')
    if (event.type === 'session.idle') note('stop')
  },
  'chat.message': async () => note('prompt'),
})
`
}
