import { join } from 'node:path'
import { readChatgptExport, readClaudeExport, readText } from './chats.js'
import { claudeMemFolder, readClaudeMem } from './claude-mem.js'
import { HOST_KINDS } from './hosts.js'
import type { ImportKind } from './item.js'
import { readMcpMemory, readMem0, readOpenMemory } from './lists.js'
import { readBasicMemory, readMarkdown, readOkf } from './notes.js'

/** Everything that can be imported, by the name that a person gives. */
export const KINDS: Readonly<Record<string, ImportKind>> = {
  ...HOST_KINDS,
  'basic-memory': {
    place: ({ env, home }) => env.BASIC_MEMORY_HOME || join(home, 'basic-memory'),
    ...{ isOfProject: true, read: readBasicMemory },
  },
  'claude-mem': { place: claudeMemFolder, read: readClaudeMem },
  'mcp-memory': { isOfProject: true, read: readMcpMemory },
  mem0: { read: readMem0 },
  openmemory: { read: readOpenMemory },
  okf: { isOfProject: true, read: readOkf },
  markdown: { isOfProject: true, read: readMarkdown },
  'claude-export': { read: readClaudeExport },
  'chatgpt-export': { read: readChatgptExport },
  text: { read: readText },
}
