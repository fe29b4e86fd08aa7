import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Moves what is in one folder into another; an entry of the same name gives way and lies beside
 * `from` then. What fails puts everything back and throws.
 */
export function moveEntries(from: string, into: string): void {
  const aside = join(from, '..', 'aside')
  const undo: (() => void)[] = []
  const move = (source: string, target: string) => {
    renameSync(source, target)
    undo.unshift(() => renameSync(target, source))
  }
  try {
    for (const name of inOrder(readdirSync(from))) {
      const target = join(into, name)
      if (existsSync(target)) move(target, `${aside}-${name}`)
      move(join(from, name), target)
    }
  } catch (error) {
    for (const step of undo) step()
    throw error
  }
}

/** The folder is a repository once everything else is there. */
function inOrder(names: readonly string[]): string[] {
  return [...names.filter(name => name !== '.git'), ...names.filter(name => name === '.git')]
}
