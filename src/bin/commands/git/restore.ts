import { restoreFromGit } from '../../../git/restore.js'
import { formatJson } from '../../terminal/json.js'
import { renderOutcome } from '../../terminal/memory.js'
import type { Call } from '../command.js'
import { openCalled } from './open.js'

/** `svc git restore ID[@REV]`: brings a memory back as it was committed. */
export async function runGitRestore(call: Call): Promise<void> {
  const restored = await restoreFromGit(openCalled(call), call.operands[0] ?? '')
  const { memory, commit, sharesTitleWith } = restored
  const { screen } = call
  if (call.json) return screen.print(formatJson(restored))
  const from = commit === 'HEAD' ? 'the last commit' : `commit ${commit.slice(0, 10)}`
  screen.print(renderOutcome('restored', memory, screen))
  screen.note(`from ${from}; svc git commit records it`)
  if (sharesTitleWith.length === 0) return
  const others = sharesTitleWith.join(', ')
  screen.note(`its title is that of ${others} too; svc doctor --fix makes one of them`)
}
