import { openPacks } from './packs.js'

/** Names the build of the packs: its hash, put here by the build. */
declare const BUILD: string

/** Answers what a part of the packs beside this program exports. */
export function loadPart(name: string): unknown {
  return openPacks(import.meta.dirname, BUILD, require)(name)
}
