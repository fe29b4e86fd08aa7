import { readObjects } from '../../store/git/objects.js'
import type { Git } from '../../store/git/git.js'

/** A file that git could not merge: its text in each version that has it. */
export interface UnmergedFile {
  /** From the folder of `git`, with `/`. */
  path: string
  base?: string
  ours?: string
  theirs?: string
  /** Why there are no texts to merge. */
  problem?: string
}

const STAGES = ['base', 'ours', 'theirs'] as const
const RECORD = /^(\d{6}) ([0-9a-f]+) ([123])\t([^]+)$/
const REGULAR = /^100/

/** The files below git's folder that wait to be merged, in two runs of git; [] where none do. */
export async function readUnmerged(git: Git): Promise<UnmergedFile[]> {
  const listed = await git.read(['ls-files', '-u', '-z', '--', '.'])
  const records = listed.split('\0').flatMap(record => toRecord(record) ?? [])
  const texts = await readObjects(
    git,
    records.map(({ id }) => id),
  )
  const files = new Map<string, UnmergedFile>()
  for (const { path, mode, id, stage } of records) {
    const file = files.get(path) ?? { path }
    files.set(path, file)
    const text = texts.get(id)
    if (!REGULAR.test(mode) || text === undefined) file.problem = 'is not a file in every version'
    else if (text.includes('\0')) file.problem = 'is binary'
    else if (text.includes('\ufffd')) file.problem = 'is not UTF-8 text'
    else file[stage] = text
  }
  return [...files.values()]
}

function toRecord(record: string) {
  const [, mode = '', id = '', stage = '', path] = RECORD.exec(record) ?? []
  return path === undefined ? undefined : { mode, id, path, stage: STAGES[Number(stage) - 1]! }
}
