import type { GitRestored, MemoryCommit, StoreCommit } from '../../git/log.js'
import type { Action, Call } from '../cli/command.js'
import { describeRestored, renderMemoryLog, renderStoreLog } from '../terminal/log.js'
import { renderOutcome } from '../terminal/memories.js'
import { storeInGit } from './store.js'

const DEFAULT_LIMIT = 20

const storeLog: Action<{ commits: StoreCommit[] }> = {
  async run(call) {
    const gitStore = await storeInGit(call)
    const { readStoreLog } = await import('../../git/log.js')
    return { commits: await readStoreLog(gitStore, call.number('limit') ?? DEFAULT_LIMIT) }
  },
  render: ({ commits }, screen) =>
    commits.length === 0 ? 'nothing is committed yet' : renderStoreLog(commits, screen),
}

const memoryLog: Action<{ commits: MemoryCommit[] }> = {
  async run(call) {
    const [id = ''] = call.operands
    const gitStore = await storeInGit(call)
    const { readMemoryLog } = await import('../../git/log.js')
    return { commits: await readMemoryLog(gitStore, id, call.number('limit') ?? DEFAULT_LIMIT) }
  },
  render: ({ commits }, screen) =>
    commits.length === 0 ? 'not committed yet; svc git commit' : renderMemoryLog(commits, screen),
}

/** `svc git log [ID]`: the commits that touched the store, or what became of one memory. */
export function chooseLogAction({ operands: [id] }: Call): Action {
  return id === undefined ? storeLog : memoryLog
}

/** `svc git restore ID[@REV]`: brings a memory back as it was committed. */
export const gitRestore: Action<GitRestored> = {
  async run(call) {
    const gitStore = await storeInGit(call)
    const { restoreFromGit } = await import('../../git/log.js')
    return restoreFromGit(gitStore, call.operands[0] ?? '')
  },
  render: ({ memory }, screen) => renderOutcome('restored', memory, screen),
  footnotes: (restored, json) => (json ? [] : describeRestored(restored)),
}
