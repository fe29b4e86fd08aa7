import { pathToFileURL } from 'node:url'
import type { Tools } from './own.js'

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

/** The URL of an absolute path, as a string of JavaScript. */
export function formatUrl(path: string): string {
  return JSON.stringify(pathToFileURL(path).href)
}

/**
 * The text of OpenCode's plugin file for a project that a team shares: it finds svc on the PATH, and
 * shows a person `missing` where there is none.
 */
export function renderSharedOpencodePlugin(tools: Tools, missing: string): string {
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
