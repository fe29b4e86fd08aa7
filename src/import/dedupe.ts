import type { WorkspaceFile } from './row.js'

/** Each file once, and how many further names of the same files were left out. */
export interface UniqueFiles {
  files: WorkspaceFile[]
  /** Second names that are links; a second spelling of one name on a case-blind disk is not counted. */
  aliases: number
}

/**
 * Keeps one name of every file: the one that no symbolic link is part of, else the first given.
 * `CLAUDE.md -> AGENTS.md` and `AGENTS.md` = `agents.md` on a case-blind disk become one item.
 */
export function dropAliases(files: readonly WorkspaceFile[]): UniqueFiles {
  const byIdentity = new Map<string, WorkspaceFile>()
  for (const file of files) {
    const known = byIdentity.get(file.identity)
    if (known === undefined || (file.direct && !known.direct)) byIdentity.set(file.identity, file)
  }
  const kept = files.filter(file => byIdentity.get(file.identity) === file)
  const spelled = new Set(kept.map(toSpelling))
  const aliases = files.filter(
    file => byIdentity.get(file.identity) !== file && !spelled.has(toSpelling(file)),
  )
  return { files: kept, aliases: aliases.length }
}

function toSpelling(file: WorkspaceFile): string {
  return `${file.identity} ${file.path.toLowerCase()}`
}
