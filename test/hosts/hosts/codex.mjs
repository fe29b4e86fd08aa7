import { nestedHooks } from './settings.mjs'

export const codex = {
  name: 'codex',
  knownAs: 'codex',
  program: 'codex',
  prepare(world) {
    world.write(
      '.codex/config.toml',
      `# Kept by a person.
model = "gpt-5-codex"
model_provider = "fake"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "http://127.0.0.1:${world.model.port}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
`,
    )
    world.write('.codex/hooks.json', { hooks: nestedHooks(world.home) })
  },
  env: () => ({ FAKE_KEY: 'x' }),
  command: ({ prompt, resume, flags }) => [
    'codex',
    'exec',
    ...flags,
    ...(resume ? ['resume', '--last'] : []),
    prompt,
  ],
  install: ['--trust'],
  /** Svc's own hooks are approved by --trust, somebody else's by nobody. */
  approve: ['--dangerously-bypass-hook-trust'],
  // A turn that waits for nobody ends before its agent has begun.
  agent: task => ({
    tool: /spawn_agent$/,
    args: { message: task },
    then: {
      tool: /wait_agent$/,
      args: result => ({ targets: [/"agent_id":"([^"]+)"/.exec(result)[1]] }),
    },
  }),
  lacks: { mentioned: 'it leaves reading a named file to the model' },
}
