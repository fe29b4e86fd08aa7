import { initStore } from '../../../git/init.js'
import { renderInit } from '../../terminal/git-init.js'
import { formatJson } from '../../terminal/json.js'
import type { Call } from '../command.js'
import { locateProgram } from '../program.js'

/** `svc git init`: makes the data directory a repository, or joins the one it lies in. */
export async function runGitInit(call: Call): Promise<void> {
  const { databasePath } = call.config()
  const result = await initStore(databasePath, { env: process.env, program: locateProgram() })
  call.screen.print(call.json ? formatJson(result) : renderInit(result, call.screen))
}
