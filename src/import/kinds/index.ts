import { MEMORY_NOTES } from './basic-memory.js'
import { CHATGPT_EXPORT, CLAUDE_EXPORT } from './chats.js'
import { CLAUDE_MEM } from './claude-mem.js'
import { HOST_KINDS } from './hosts.js'
import type { ImportKind } from './item.js'
import { MARKDOWN, TEXT } from './markdown.js'
import { MCP_MEMORY } from './mcp-memory.js'
import { MEM0, OPENMEMORY } from './mem0.js'
import { OKF } from './okf.js'

/** Everything that can be imported, by the name that a person gives. */
export const KINDS: Readonly<Record<string, ImportKind>> = {
  ...HOST_KINDS,
  'basic-memory': MEMORY_NOTES,
  'mcp-memory': MCP_MEMORY,
  mem0: MEM0,
  openmemory: OPENMEMORY,
  'claude-mem': CLAUDE_MEM,
  okf: OKF,
  markdown: MARKDOWN,
  'claude-export': CLAUDE_EXPORT,
  'chatgpt-export': CHATGPT_EXPORT,
  text: TEXT,
}
