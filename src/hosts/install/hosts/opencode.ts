import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SvcError } from '../../../../store/errors.js'
import { homeOf } from '../../../../store/files/read.js'
import { quoteWord } from '../own.js'
import type { Part, TextFormat } from '../part.js'
import { createServerPart } from '../parts/entry.js'
import { editJson, type Env, type Installer } from './host.js'

/** OpenCode: a plugin file in place of hooks, and the MCP server in its configuration. */
export const installer: Installer = {
  folder: configFolder,
  isPlugin: true,
  edits: ({ env, project }, { plugin, server }) => {
    const folder = configFolder(env)
    const plugins = project === undefined ? folder : join(project, '.opencode')
    const command = server && [server.command, ...server.args]
    const entry = { type: 'local', command, enabled: true }
    return [
      {
        path: join(plugins, 'plugins', 'svc.js'),
        format: OWN_FORMAT,
        parts: [{ part: createOwnFilePart(plugin, /svc uninstall --host opencode/), wanted: true }],
      },
      ...configFiles(project ?? folder).map((path, at) => {
        const part = createServerPart(['mcp', 'svc'], entry, 'jsonc')
        return editJson(path, 'jsonc', [{ part, wanted: server !== undefined && at === 0 }])
      }),
    ]
  },
}

function configFolder(env: Env): string {
  const folder =
    env.OPENCODE_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(homeOf(env), '.config'), 'opencode')
  return resolve(folder)
}

/** Those that are there, the one whose word counts first; else the one that is to be made. */
function configFiles(folder: string): string[] {
  const files = ['opencode.jsonc', 'opencode.json'].map(name => join(folder, name))
  const there = files.filter(file => existsSync(file))
  return there.length > 0 ? there : files.slice(1)
}

/** A file that is wholly of svc's making. */
const OWN_FORMAT: TextFormat = {
  empty: '',
  isBlank: text => text.trim() === '',
  saysTheSame: (text, other) => text.trim() === other.trim(),
}

/** The whole text of a file of svc's own, known by a mark that any version of it holds. */
function createOwnFilePart(text: string, mark: RegExp): Part {
  const isIn = (there: string) => mark.test(there)
  return {
    put: there => {
      if (there.trim() !== '' && !isIn(there)) {
        throw new SvcError('CONFLICT', "is another program's; move it away first")
      }
      return text
    },
    take: there => (isIn(there) ? '' : there),
    isIn,
    commands: there => {
      const urls = isIn(there) ? [...there.matchAll(/"(file:\/\/\/[^"]+)"/g)] : []
      return urls.map(([, url = '']) => quoteWord(fileURLToPath(url)))
    },
    lacks: there => (isIn(there) ? [] : ['the plugin']),
  }
}
