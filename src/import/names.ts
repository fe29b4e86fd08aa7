import { posix } from 'node:path'
import type { WorkspaceFile } from './read.js'

/** Files in which hosts put the text of another one in place of its `@path`. */
const TAKES_IN = /(?:^|\/)(?:CLAUDE(?:\.local)?|GEMINI|QWEN)\.md$/
/** Hosts follow `@path` from file to file so many times. */
const HOPS = 4

/**
 * Adds to the names by which hosts load each file: those of links to it, and those of files that
 * take it in. `all` holds the links too, with the identity of what they lead to.
 */
export function addLoadedNames(
  files: readonly WorkspaceFile[],
  all: readonly WorkspaceFile[],
): WorkspaceFile[] {
  const names = new Map(files.map(file => [file.path, namesOfLinks(file, all)]))
  const taken = files.flatMap(file =>
    pathsTakenIn(file).flatMap(path => {
      const [from, target] = [names.get(file.path), names.get(path)]
      return from && target ? [{ from, target }] : []
    }),
  )
  for (let hop = 0; hop < HOPS; hop++) {
    for (const { from, target } of taken) {
      for (const name of from) if (TAKES_IN.test(name)) target.add(name)
    }
  }
  return files.map(file => ({ ...file, loadedAs: [...(names.get(file.path) ?? [])] }))
}

function namesOfLinks({ identity }: WorkspaceFile, all: readonly WorkspaceFile[]): Set<string> {
  const same = all.filter(other => other.identity === identity)
  return new Set(same.flatMap(({ loadedAs }) => loadedAs))
}

/** The paths after an `@`, relative to the workspace; what stands in code is meant as it is. */
function pathsTakenIn({ path, content }: WorkspaceFile): string[] {
  const prose = content.replace(/```[\s\S]*?(?:```|$)/g, '').replace(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(/(?:^|\s)@([\w./-]+)/g)]
  return found.map(([, name = '']) => posix.join(posix.dirname(path), name.replace(/\.+$/, '')))
}
