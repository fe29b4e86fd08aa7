import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * The text of OpenCode's plugin file for svc: it runs what the launcher (an absolute path) exports,
 * and does nothing where that is gone.
 */
export function renderOpencodePlugin(launcher: string): string {
  return `// Gives OpenCode the memory of svc. \`svc uninstall --host opencode\` removes it.
const launcher = ${formatUrl(launcher)}

export const SvcPlugin = async input => {
  try {
    const svc = await import(launcher)
    return await svc.SvcPlugin(input)
  } catch {
    return {}
  }
}
`
}

/** The targets and options of OpenCode's launcher. */
interface OpencodeLauncher {
  /** The package's built plugin, `dist/opencode.mjs`; an absolute path, as all of these. */
  script: string
  /** The Node that runs what goes on after an answer: OpenCode itself is none. */
  node: string
  /** The folder of the store, and its manifest where that is not `svc.json` there. */
  dataDir: string
  databasePath?: string | undefined
  /** By which means the model can save and look up: the start context says so. */
  tools?: 'mcp' | 'cli' | undefined
}

/** The text of `bin/opencode.mjs` in a data directory, which OpenCode's plugin file runs. */
export function renderOpencodeLauncher({ script, ...options }: OpencodeLauncher): string {
  return `// Written by svc; \`svc doctor --fix\` writes it anew where svc or Node has moved.
import { createSvcPlugin } from ${formatUrl(script)}

export const SvcPlugin = createSvcPlugin(${JSON.stringify(options)})
`
}

/** The Node and the script that the text of OpenCode's launcher names; '' where it names none. */
export function parseOpencodeLauncher(text: string): { node: string; script: string } {
  const [, url = ''] = /^import .* from "(file:[^"]*)"$/m.exec(text) ?? []
  const [, node = '""'] = /"node":("(?:[^"\\]|\\.)*")/.exec(text) ?? []
  try {
    return { node: String(JSON.parse(node)), script: url && fileURLToPath(url) }
  } catch {
    return { node: '', script: '' }
  }
}

function formatUrl(path: string): string {
  return JSON.stringify(pathToFileURL(path).href)
}

/**
 * The text of OpenCode's plugin file for a project that a team shares: it finds svc on the PATH, and
 * shows a person `missing` where there is none.
 */
export function renderSharedOpencodePlugin(tools: 'mcp' | 'cli', missing: string): string {
  return `// Gives OpenCode the memory of svc. \`svc uninstall --host opencode --project\` removes it.
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const missing = ${JSON.stringify(missing)}

export const SvcPlugin = async input => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const hook = folders.map(folder => join(folder, 'svc-hook')).find(path => existsSync(path))
  try {
    const plugin = join(dirname(realpathSync(hook)), 'opencode.mjs')
    const { createSvcPlugin } = await import(pathToFileURL(plugin).href)
    return await createSvcPlugin({ node: 'node', tools: '${tools}' })(input)
  } catch {
    const said = input.client?.tui?.showToast({ body: { message: missing, variant: 'warning' } })
    void Promise.resolve(said).catch(() => undefined)
    return {}
  }
}
`
}
