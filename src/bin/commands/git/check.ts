import { resolve } from 'node:path'
import { checkStore } from '../../../git/check.js'
import { renderCheck } from '../../terminal/git-check.js'
import { formatJson } from '../../terminal/json.js'
import type { Call } from '../command.js'
import { refuseAbsent } from './open.js'

/** `svc git check [DIR]`: checks the files of a store for a team's CI. Exit 0 or 1. */
export async function runGitCheck(call: Call): Promise<number> {
  const { screen, json } = call
  const [given] = call.operands
  const report = await checkStore(given === undefined ? ownStore(call) : resolve(given))
  screen.print(json ? formatJson(report) : renderCheck(report, given, screen))
  return report.ok ? 0 : 1
}

function ownStore(call: Call): string {
  const { databasePath, dataDir } = call.config()
  refuseAbsent(databasePath, dataDir)
  return dataDir
}
