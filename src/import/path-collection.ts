import { skipReason } from './match.js'

/** More matching files than this are not imported. */
export const MAX_FILES = 2000

/** What the walk found, before anything is read. */
export interface FoundPaths {
  /** Relative to the workspace, `/` between folders; nearest to the root first, then by name. */
  paths: string[]
  /** Files that matched a pattern but are excluded by their path, not files, or over the cap. */
  skipped: number
}

/** Gathers paths; holds at most twice the cap, and always the ones that come first in order. */
export class PathCollection {
  #paths = new Set<string>()
  skipped = 0

  add(path: string, readable = true): void {
    if (this.#paths.has(path)) return
    if (!readable || skipReason(path) !== undefined) this.skipped++
    else this.#paths.add(path)
    if (this.#paths.size >= MAX_FILES * 2) this.#cut()
  }

  #cut(): void {
    const ordered = [...this.#paths].sort(byPlace)
    this.skipped += Math.max(0, ordered.length - MAX_FILES)
    this.#paths = new Set(ordered.slice(0, MAX_FILES))
  }

  toFoundPaths(): FoundPaths {
    this.#cut()
    return { paths: [...this.#paths], skipped: this.skipped }
  }
}

function byPlace(one: string, other: string): number {
  const nearer = depthOf(one) - depthOf(other)
  if (nearer !== 0) return nearer
  return one < other ? -1 : Number(one > other)
}

function depthOf(path: string): number {
  return path.split('/').length
}
