import { IMPORT_RULES } from './rules.js'

/** What an import rule makes of a file. */
export interface RuleMatch {
  kind: string
  tool: string
}

/** Why a file that matches a pattern is left out by its path alone. */
export type PathSkip = 'skill' | 'skill folder' | 'cache folder' | 'memory file' | 'too deep'

/** A pattern taken apart: the whole path of one file, or a folder and a file ending. */
export type PatternShape = { file: string } | { folder: string; ending: string }

/** The deepest number of folders that an imported file may lie in. */
export const MAX_FOLDERS = 12

const CACHE_FOLDERS = new Set(['.tmp', 'node_modules', '.git'])
const TREE = '/**/*'

/** Takes a pattern of the import table apart. */
export function toPatternShape(pattern: string): PatternShape {
  const at = pattern.indexOf(TREE)
  if (at < 0) return { file: pattern }
  return { folder: pattern.slice(0, at), ending: pattern.slice(at + TREE.length) }
}

const SHAPES = IMPORT_RULES.flatMap(rule =>
  rule.patterns.map(pattern => ({ shape: toPatternShape(pattern), rule })),
)

function matches(shape: PatternShape, path: string): boolean {
  if ('file' in shape) return path === shape.file
  return path.startsWith(`${shape.folder}/`) && path.endsWith(shape.ending)
}

/**
 * The kind and tool of a path (relative to the workspace, `/` between folders) by the first row of
 * the import table that matches; undefined where none does. The skip list is not consulted.
 */
export function ruleFor(relativePath: string): RuleMatch | undefined {
  const found = SHAPES.find(({ shape }) => matches(shape, relativePath))
  return found && { kind: found.rule.kind, tool: found.rule.tool }
}

/** Why the path is on the skip list; undefined where it is not. Pure: the file is not looked at. */
export function skipReason(relativePath: string): PathSkip | undefined {
  const folders = relativePath.split('/')
  const name = folders.pop() ?? ''
  if (folders.some(folder => CACHE_FOLDERS.has(folder))) return 'cache folder'
  if (relativePath.startsWith('.paper/agents/skills/')) return 'skill folder'
  if (name === 'SKILL.md') return 'skill'
  if (name.endsWith('.memory.md')) return 'memory file'
  return folders.length > MAX_FOLDERS ? 'too deep' : undefined
}
