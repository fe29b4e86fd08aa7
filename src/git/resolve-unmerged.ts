import { join } from 'node:path'
import { writeDurable } from '../../store/atomic-file.js'
import { formatMerged, parseSide } from '../merge/text.js'
import type { GitStore } from './git-store.js'
import { toMemoryPath, withFolder, type LockedFolder } from './memory-folder.js'
import type { Resolution } from './resolution.js'
import { isSettledByHand, whyLeft } from './settled-by-hand.js'
import { findHomes, readStanding } from './unmerged-homes.js'
import { mergeOther } from './unmerged-others.js'
import { planUnmerged, type UnmergedMemory, type UnmergedPlan } from './unmerged-plan.js'
import { readUnmerged, type UnmergedFile } from './unmerged.js'

/**
 * Settles the files of the store that git could not merge, and stages them. It does not conclude
 * the merge. What it cannot settle is left as it is, with the reason.
 */
export async function resolveUnmerged(gitStore: GitStore): Promise<Resolution> {
  const files = await readUnmerged(gitStore.git)
  const resolution: Resolution = { settled: [], left: [] }
  const memories: UnmergedMemory[] = []
  for (const file of files) {
    if (toMemoryPath(file.path) === undefined) await settleOther(gitStore, file, resolution)
    else memories.push(...(await readMemory(gitStore, file, resolution)))
  }
  const plan = planUnmerged(memories, await findHomes(gitStore, memories))
  await apply(gitStore, plan)
  resolution.left.push(...plan.left)
  for (const { path, how } of [...plan.written, ...plan.removed]) {
    resolution.settled.push({ path, how })
  }
  const paths = resolution.settled.map(({ path }) => path)
  await stageFiles(gitStore, paths)
  return resolution
}

async function settleOther(
  gitStore: GitStore,
  file: UnmergedFile,
  { settled, left }: Resolution,
): Promise<void> {
  const { path, problem } = file
  if (await isSettledByHand(gitStore, file)) {
    settled.push({ path, how: 'kept as it was edited by hand' })
    return
  }
  const text = problem === undefined ? mergeOther(file) : undefined
  if (text !== undefined) {
    writeDurable(join(gitStore.store.root, path), text)
    settled.push({ path, how: 'merged' })
  } else left.push({ path, reason: whyLeft(file) })
}

/** The memories of an unmerged file; none, and the reason noted, where a side cannot be read. */
async function readMemory(
  { store }: GitStore,
  { path, base, ours, theirs, problem }: UnmergedFile,
  { left }: Resolution,
): Promise<UnmergedMemory[]> {
  const { folder, name } = toMemoryPath(path)!
  const memory: UnmergedMemory = { path }
  if (problem !== undefined) left.push({ path, reason: problem })
  for (const [stage, text] of Object.entries({ base, ours, theirs })) {
    if (text === undefined || problem !== undefined) continue
    const parsed = await parseSide(text, name)
    if ('document' in parsed) memory[stage as 'base'] = parsed.document
    else if (stage !== 'base') left.push({ path, reason: `${parsed.problem} (${stage})` })
  }
  const standing = await withFolder(store, folder, async files => readStanding(files, name))
  if (standing) memory.standing = standing
  return left.some(one => one.path === path) ? [] : [memory]
}

/** All memories are written before a file goes. */
async function apply({ store }: GitStore, { written, removed }: UnmergedPlan): Promise<void> {
  for (const { path, document } of written) {
    await inFolder(path, async (files, name) => {
      const file = files.read(name)
      const text = formatMerged(document)
      if (file?.text !== text) files.write(name, text, file)
    })
  }
  for (const { path } of removed) {
    await inFolder(path, async (files, name) => {
      const file = files.read(name)
      if (file) files.remove(name, file)
    })
  }

  function inFolder(path: string, action: (files: LockedFolder, name: string) => Promise<void>) {
    const { folder, name } = toMemoryPath(path)!
    return withFolder(store, folder, files => action(files, name))
  }
}

/** Stages files as they stand, also those that are gone, in one run of git. */
export async function stageFiles({ git }: GitStore, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const args = ['--literal-pathspecs', 'add', '-A', '--pathspec-from-file=-', '--pathspec-file-nul']
  await git.read(args, { input: [...new Set(paths)].join('\0') })
}
